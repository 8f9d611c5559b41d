//! Size and density of the screen: `wm size`, `wm density`.

use std::fmt;

use clawperator_adb::{Deadline, DeviceHandle};

use super::answer::Answer;
use super::error::ProbeResult;
use crate::line::{Command, ShellLine, program};

/// Width and height in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
}

/// The screen's size and density, in the phone's natural orientation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScreenSize {
    /// What the panel has.
    pub physical: Size,
    /// What somebody has set over it. Input is in these pixels then.
    pub override_size: Option<Size>,
    /// Dots per inch; absent when the phone does not say.
    pub density: Option<u32>,
    /// What somebody has set over the density.
    pub override_density: Option<u32>,
}

const WHAT: &str = "the size of its screen";
const LIMIT: usize = 64 * 1024;

impl ScreenSize {
    /// The pixels in which input is given.
    #[must_use]
    pub fn effective(&self) -> Size {
        self.override_size.unwrap_or(self.physical)
    }

    /// The density by which apps lay themselves out.
    #[must_use]
    pub fn effective_density(&self) -> Option<u32> {
        self.override_density.or(self.density)
    }
}

/// Asks the phone.
pub async fn read(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<ScreenSize> {
    let wm = |what| Command::new(program::WM).fixed(what);
    let line = ShellLine::from(wm("size")).then(wm("density"));
    let answer = Answer::ask(device, &line, LIMIT, deadline)
        .await?
        .check(WHAT)?;
    parse(&answer.output).ok_or_else(|| answer.unreadable(WHAT))
}

/// Reads what `wm size` and `wm density` print, in any order.
#[must_use]
pub fn parse(text: &str) -> Option<ScreenSize> {
    let find = |name: &str| {
        let mut lines = text.lines();
        lines.find_map(|line| line.trim().strip_prefix(name).map(str::trim))
    };
    let density = |name| find(name)?.parse().ok().filter(|density| *density > 0);
    Some(ScreenSize {
        physical: Size::parse(find("Physical size:")?)?,
        override_size: find("Override size:").and_then(Size::parse),
        density: density("Physical density:"),
        override_density: density("Override density:"),
    })
}

impl Size {
    /// Reads `1080x2400` or `1080 x 2400`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (width, height) = text.split_once('x')?;
        let side = |text: &str| text.trim().parse().ok().filter(|side| *side > 0);
        Some(Self {
            width: side(width)?,
            height: side(height)?,
        })
    }
}

impl fmt::Display for Size {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_overrides() {
        let plain = parse("Physical size: 1080x2400\nPhysical density: 420\n").unwrap();
        assert_eq!(plain.effective().to_string(), "1080x2400");
        assert_eq!(plain.effective_density(), Some(420));
        let set = "Physical size: 1080x2400\nOverride size: 720x1600\nPhysical density: 420\nOverride density: 320\n";
        let set = parse(set).unwrap();
        assert_eq!(set.effective().to_string(), "720x1600");
        assert_eq!(set.effective_density(), Some(320));
        assert_eq!(parse("Error: bad size\n"), None);
        assert_eq!(parse("Physical size: 0x2400\n"), None);
        assert_eq!(parse("Physical size: 99999999999x1\n"), None);
    }
}
