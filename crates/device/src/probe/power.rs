//! Whether the phone is awake: `dumpsys power`.

use clawperator_adb::{Deadline, DeviceHandle};

use super::answer::Answer;
use super::display::DisplayState;
use super::error::ProbeResult;
use super::scan;
use crate::line::{Command, ShellLine, program};

/// Whether the phone is awake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Power {
    /// What the phone says of itself.
    pub wakefulness: Wakefulness,
    /// Whether the screen is lit; Android 12 and later do not say it here.
    pub display: Option<DisplayState>,
}

/// How awake a phone is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wakefulness {
    /// It can be used.
    Awake,
    /// The screen is off.
    Asleep,
    /// A screen saver runs.
    Dreaming,
    /// The screen is off but for what it always shows.
    Dozing,
}

const WHAT: &str = "whether it is awake";
const LIMIT: usize = 4 * 1024 * 1024;

impl Power {
    /// Whether the screen is on, a screen saver included.
    #[must_use]
    pub fn screen_on(&self) -> bool {
        let awake = match self.wakefulness {
            Wakefulness::Awake | Wakefulness::Dreaming => true,
            Wakefulness::Asleep | Wakefulness::Dozing => false,
        };
        awake && !matches!(self.display, Some(DisplayState::Off))
    }
}

impl Wakefulness {
    /// The phone's word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Awake => "Awake",
            Self::Asleep => "Asleep",
            Self::Dreaming => "Dreaming",
            Self::Dozing => "Dozing",
        }
    }
}

/// Asks the phone.
pub async fn read(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<Power> {
    let line = ShellLine::from(Command::new(program::DUMPSYS).fixed("power"));
    let answer = Answer::ask(device, &line, LIMIT, deadline)
        .await?
        .check(WHAT)?;
    parse(&answer.output).ok_or_else(|| answer.unreadable(WHAT))
}

/// Reads `dumpsys power`.
#[must_use]
pub fn parse(text: &str) -> Option<Power> {
    let mut wakefulness = None;
    let mut display = None;
    for line in text.lines() {
        if let Some(name) = scan::value(line, "mWakefulness") {
            wakefulness = wakefulness.or(match name {
                "Awake" => Some(Wakefulness::Awake),
                "Asleep" => Some(Wakefulness::Asleep),
                "Dreaming" => Some(Wakefulness::Dreaming),
                "Dozing" => Some(Wakefulness::Dozing),
                _ => None,
            });
        }
        // Later releases print an object in its place, without a state.
        if let Some(state) = line.trim().strip_prefix("Display Power: state=") {
            display = Some(DisplayState::parse(state.trim()));
        }
    }
    Some(Power {
        wakefulness: wakefulness?,
        display,
    })
}
