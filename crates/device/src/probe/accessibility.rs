//! Whether a program reads the screen already: `dumpsys accessibility`.

use clawperator_adb::{Deadline, DeviceHandle};

use super::answer::Answer;
use super::error::ProbeResult;
use crate::line::{Command, ShellLine, program};

/// Who reads the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accessibility {
    /// Whether a `UiAutomation` is connected. There can be one only: while it is, `uiautomator dump` dies.
    pub ui_automation: bool,
    /// The services that are bound, by the names that people see.
    pub bound_services: Vec<String>,
}

const WHAT: &str = "whether a UiAutomation is connected";
const LIMIT: usize = 4 * 1024 * 1024;

/// How many services are named.
const MOST_SERVICES: usize = 64;

/// Asks the phone.
pub async fn read(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<Accessibility> {
    let line = ShellLine::from(Command::new(program::DUMPSYS).fixed("accessibility"));
    let answer = Answer::ask(device, &line, LIMIT, deadline)
        .await?
        .check(WHAT)?;
    parse(&answer.output).ok_or_else(|| answer.unreadable(WHAT))
}

/// Reads `dumpsys accessibility`.
#[must_use]
pub fn parse(text: &str) -> Option<Accessibility> {
    // Without the state of a user nothing is known, and silence would pass for absence.
    if !text.contains("User state[") {
        return None;
    }
    let labels = text.split("Service[label=").skip(1).map(|rest| {
        // A split has at least one piece, which may be empty.
        let label = rest.split(", feedbackType").next().unwrap_or_default();
        // An empty label has no line.
        let label = label.lines().next().unwrap_or_default();
        // A split has at least one piece.
        label.split(']').next().unwrap_or_default().to_owned()
    });
    Some(Accessibility {
        ui_automation: text.contains("Ui Automation["),
        bound_services: labels.take(MOST_SERVICES).collect(),
    })
}
