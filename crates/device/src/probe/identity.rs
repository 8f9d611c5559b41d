//! Which phone it is, by what it says of itself: its serial number and the number of its boot.

use clawperator_adb::{Deadline, DeviceHandle};

use super::answer::Answer;
use super::error::ProbeResult;
use crate::driver::Identity;
use crate::line::{Command, ShellLine, program};

const WHAT: &str = "which phone it is";
pub(super) const LIMIT: usize = 64 * 1024;

const SERIAL: &str = "clawperator-serial";
const VIRTUAL_DEVICE: &str = "clawperator-avd";
const BOOT: &str = "clawperator-boot";
/// An answer that breaks off before this is none: half an identity is another one.
const END: &str = "clawperator-end";

/// Asks the phone, in one request.
pub async fn read(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<Identity> {
    let answer = Answer::ask(device, &line(), LIMIT, deadline).await?;
    told(&answer)
}

/// What the answer says.
pub(super) fn told(answer: &Answer) -> ProbeResult<Identity> {
    parse(&answer.output).ok_or_else(|| answer.unreadable(WHAT))
}

/// What is asked.
pub(super) fn line() -> ShellLine {
    let echo = |word| Command::new(program::ECHO).fixed(word);
    let getprop = |name| Command::new(program::GETPROP).fixed(name);
    ShellLine::from(echo(SERIAL))
        .then(getprop("ro.serialno"))
        .then(echo(VIRTUAL_DEVICE))
        .then(getprop("ro.boot.qemu.avd_name"))
        .then(echo(BOOT))
        .then(Command::new(program::CAT).fixed("/proc/sys/kernel/random/boot_id"))
        .then(echo(END))
}

/// Reads what stands behind each of the words; nothing where the answer is not whole.
#[must_use]
pub fn parse(text: &str) -> Option<Identity> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let at = |word: &str| lines.iter().position(|line| *line == word);
    let (serial, virtual_device, boot, end) =
        (at(SERIAL)?, at(VIRTUAL_DEVICE)?, at(BOOT)?, at(END)?);
    let between = |from: usize, to: usize| lines.get(from + 1..to);
    // Programs of the phone may say something else besides; the value is the last that is said.
    let value = |from: usize, to: usize| {
        let last = between(from, to)?.iter().rfind(|line| !line.is_empty())?;
        Some((*last).to_owned())
    };
    Some(Identity {
        serial: value(serial, virtual_device),
        virtual_device: value(virtual_device, boot),
        boot: between(boot, end)?
            .iter()
            .find(|line| is_boot_id(line))
            .map(|line| (*line).to_owned()),
    })
}

/// Such as `3b1f6a6e-8a4f-4f6b-9a52-0c1d2e3f4a5b`; what else is said there is why there is none.
fn is_boot_id(line: &str) -> bool {
    let mut groups = line.split('-');
    let has_groups = [8, 4, 4, 4, 12].into_iter().all(|length| {
        groups.next().is_some_and(|group| {
            group.len() == length && group.bytes().all(|byte| byte.is_ascii_hexdigit())
        })
    });
    has_groups && groups.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "3b1f6a6e-8a4f-4f6b-9a52-0c1d2e3f4a5b";

    fn said(serial: &str, avd: &str, boot: &str) -> String {
        format!(
            "clawperator-serial\n{serial}\nclawperator-avd\n{avd}\nclawperator-boot\n{boot}\nclawperator-end\n"
        )
    }

    #[test]
    fn a_phone_says_who_it_is() {
        let phone = parse(&said("R5CT1234", "", ID)).unwrap();
        assert_eq!(phone.serial.as_deref(), Some("R5CT1234"));
        assert_eq!(phone.virtual_device, None);
        assert_eq!(phone.boot.as_deref(), Some(ID));
    }

    #[test]
    fn what_it_does_not_say_is_absent() {
        let denied = "cat: /proc/sys/kernel/random/boot_id: Permission denied";
        let phone = parse(&said("", "", denied)).unwrap();
        assert_eq!(phone, Identity::default());
        let noisy = parse(&said("WARNING: linker: x\nR5CT1234", "", ID)).unwrap();
        assert_eq!(noisy.serial.as_deref(), Some("R5CT1234"));
    }

    #[test]
    fn half_an_answer_is_none() {
        let whole = said("R5CT1234", "", ID);
        let cut = whole.strip_suffix("clawperator-end\n").unwrap();
        for length in 0..cut.len() {
            assert_eq!(parse(&cut[..length]), None, "{length}");
        }
    }
}
