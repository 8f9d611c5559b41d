//! The state and rotation of the screen: `dumpsys display`.

use clawperator_adb::{Deadline, DeviceHandle};

use super::answer::Answer;
use super::error::ProbeResult;
use super::scan;
use super::screen_size::Size;
use crate::line::{Command, ShellLine, program};

/// The phone's own display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Display {
    /// Whether it is lit; absent when the phone does not say.
    pub state: Option<DisplayState>,
    /// How the picture is turned; absent when the phone does not say.
    pub rotation: Option<Rotation>,
    /// The size of the picture as it is turned now; absent when the phone does not say.
    pub logical_size: Option<Size>,
}

/// Whether a display is lit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DisplayState {
    /// Lit.
    On,
    /// Dark.
    Off,
    /// Dimmed to what it always shows.
    Doze,
    /// Another state, in the phone's word.
    Other(String),
}

/// How the picture is turned from the phone's natural orientation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rotation {
    /// Not at all.
    Natural,
    Quarter,
    Half,
    ThreeQuarters,
}

const WHAT: &str = "the state of its display";
pub(super) const LIMIT: usize = 4 * 1024 * 1024;

/// Asks the phone.
pub async fn read(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<Display> {
    let line = ShellLine::from(command());
    told(Answer::ask(device, &line, LIMIT, deadline).await?)
}

/// What is asked.
pub(super) fn command() -> Command {
    Command::new(program::DUMPSYS).fixed("display")
}

/// What the answer says.
pub(super) fn told(answer: Answer) -> ProbeResult<Display> {
    let answer = answer.check(WHAT)?;
    parse(&answer.output).ok_or_else(|| answer.unreadable(WHAT))
}

/// Reads `dumpsys display`. Of several displays only the first, number 0, counts.
#[must_use]
pub fn parse(text: &str) -> Option<Display> {
    let mut found = Display {
        state: None,
        rotation: None,
        logical_size: None,
    };
    let mut global_state = None;
    let mut current = 0_u32;
    for line in text.lines().map(str::trim) {
        if let Some(number) = display_number(line) {
            current = number;
        }
        if let Some(state) = scan::value(line, "mGlobalDisplayState") {
            global_state = Some(DisplayState::parse(state));
        }
        if current != 0 {
            continue;
        }
        if let Some(state) = line.strip_prefix("Display State=") {
            global_state.get_or_insert(DisplayState::parse(state.trim()));
        }
        // The override comes after the base and tells how the picture is turned now.
        if line.starts_with("mBaseDisplayInfo=") || line.starts_with("mOverrideDisplayInfo=") {
            let field = |name| scan::between(line, name, ",").map(str::trim);
            found.state = field(", state ").map(DisplayState::parse).or(found.state);
            found.rotation = field(", rotation ")
                .and_then(Rotation::parse)
                .or(found.rotation);
            let size = field(", real ").and_then(Size::parse);
            found.logical_size = size.or(found.logical_size);
        }
    }
    found.state = found.state.or(global_state);
    let known = found.state.is_some() || found.rotation.is_some();
    known.then_some(found)
}

impl DisplayState {
    /// Reads a state's name.
    #[must_use]
    pub fn parse(name: &str) -> Self {
        match name {
            "ON" | "VR" => Self::On,
            "OFF" => Self::Off,
            "DOZE" | "DOZE_SUSPEND" => Self::Doze,
            other => Self::Other(other.to_owned()),
        }
    }
}

impl Rotation {
    /// Reads `0` to `3`.
    #[must_use]
    pub fn parse(number: &str) -> Option<Self> {
        Some(match number {
            "0" => Self::Natural,
            "1" => Self::Quarter,
            "2" => Self::Half,
            "3" => Self::ThreeQuarters,
            _ => return None,
        })
    }

    /// As degrees against the clock.
    #[must_use]
    pub fn degrees(self) -> u32 {
        match self {
            Self::Natural => 0,
            Self::Quarter => 90,
            Self::Half => 180,
            Self::ThreeQuarters => 270,
        }
    }
}

/// The display that the lines after this one are about.
fn display_number(line: &str) -> Option<u32> {
    let number = line
        .strip_prefix("Display Id=")
        .or_else(|| line.strip_prefix("Display ")?.strip_suffix(':'))?;
    number.parse().ok()
}
