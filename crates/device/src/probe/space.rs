//! Free space where the shell may write: `df`.

use clawperator_adb::{Deadline, DeviceHandle};

use super::answer::Answer;
use super::error::ProbeResult;
use crate::line::{Command, ShellLine, program};

/// Space of the file system below `/data/local/tmp`, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Space {
    /// All of it; absent when the phone does not say.
    pub total: Option<u64>,
    pub free: u64,
}

const WHAT: &str = "how much space is free";
const LIMIT: usize = 64 * 1024;

/// Asks the phone.
pub async fn read(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<Space> {
    let command = Command::new(program::DF)
        .fixed("-k")
        .fixed("/data/local/tmp");
    let answer = Answer::ask(device, &ShellLine::from(command), LIMIT, deadline)
        .await?
        .check(WHAT)?;
    parse(&answer.output).ok_or_else(|| answer.unreadable(WHAT))
}

/// Reads `df -k PATH`: a heading and one row.
#[must_use]
pub fn parse(text: &str) -> Option<Space> {
    let mut lines = text
        .lines()
        .skip_while(|line| !line.starts_with("Filesystem"));
    let heading: Vec<&str> = lines.next()?.split_whitespace().collect();
    let row: Vec<&str> = lines.next()?.split_whitespace().collect();
    let column = |names: &[&str]| {
        let place = heading.iter().position(|name| names.contains(name))?;
        row.get(place).copied()
    };
    // Android 7 and older print `11.9G` in columns of other names.
    let kilobytes = |text: &str| Some(text.parse::<u64>().ok()?.saturating_mul(1024));
    let bytes = |names: &[&str]| {
        let text = column(names)?;
        kilobytes(text).or_else(|| with_unit(text))
    };
    Some(Space {
        total: bytes(&["1K-blocks", "Size"]),
        free: bytes(&["Available", "Avail", "Free"])?,
    })
}

/// Reads `11.9G`.
fn with_unit(text: &str) -> Option<u64> {
    let (number, shift) = match text.char_indices().last()? {
        (at, 'K') => (text.get(..at)?, 10),
        (at, 'M') => (text.get(..at)?, 20),
        (at, 'G') => (text.get(..at)?, 30),
        (at, 'T') => (text.get(..at)?, 40),
        _ => return None,
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let unit = 1_u64 << shift;
    let tenths: u64 = part.get(..1).unwrap_or("0").parse().ok()?;
    let whole: u64 = whole.parse().ok()?;
    whole.checked_mul(unit)?.checked_add(unit / 10 * tenths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms() {
        let toybox = "Filesystem     1K-blocks     Used Available Use% Mounted on\n/dev/block/dm-8 114127376 30000000  84127376  27% /data\n";
        let space = parse(toybox).unwrap();
        assert_eq!(space.free, 84_127_376 * 1024);
        assert_eq!(space.total, Some(114_127_376 * 1024));
        let toolbox = "Filesystem               Size     Used     Free   Blksize\n/data                   11.9G     2.5G     9.4G   4096\n";
        let space = parse(toolbox).unwrap();
        assert_eq!(space.free, 9 * (1 << 30) + (1 << 30) / 10 * 4);
        for wrong in [
            "",
            "Filesystem\n",
            "df: x: No such file or directory\n",
            "Filesystem Free\nx -1\n",
            "Filesystem Free\nx é\n",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
