//! Whether a phone can be used and what is in front, in one question.

use clawperator_adb::{Deadline, DeviceHandle};

use super::answer::Answer;
use super::error::ProbeResult;
use super::focus::{self, Focus};
use super::keyguard::{self, Keyguard};
use super::power::{self, Power};
use crate::line::{Command, ShellLine, program};

/// What a phone says of itself; what it does not say is absent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Whether it is awake.
    pub power: Option<Power>,
    /// Its lock.
    pub keyguard: Option<Keyguard>,
    /// What is in front.
    pub focus: Option<Focus>,
}

const WHAT: &str = "whether it can be used";
const LIMIT: usize = 16 * 1024 * 1024;

/// Asks the phone. Where it does not tell of its windows so, which is Android 9 and before, they are asked for apart.
pub async fn read(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<State> {
    let dumpsys = |words: &[&'static str]| {
        let command = words
            .iter()
            .fold(Command::new(program::DUMPSYS), |line, word| {
                line.fixed(word)
            });
        ShellLine::from(command)
    };
    // What apps cannot write comes first, so that no name or title of theirs passes for it.
    let line = dumpsys(&["window", "policy"])
        .then(dumpsys(&["power"]))
        .then(dumpsys(&["window", "displays"]))
        .then(dumpsys(&["activity", "activities"]));
    let answer = Answer::ask(device, &line, LIMIT, deadline)
        .await?
        .check(WHAT)?;
    let mut state = parse(&answer.output);
    if state.focus.as_ref().is_none_or(|focus| !focus.tells_window) {
        let windows = Answer::ask(device, &dumpsys(&["window", "windows"]), LIMIT, deadline)
            .await?
            .check(WHAT)?;
        state = parse(&format!("{}\n{}", answer.output, windows.output));
    }
    Ok(state)
}

/// Reads `dumpsys window policy`, `dumpsys power`, `dumpsys window displays` and `dumpsys activity activities`, one
/// after the other.
#[must_use]
pub fn parse(text: &str) -> State {
    State {
        power: power::parse(text),
        keyguard: keyguard::parse(text),
        focus: focus::parse(text),
    }
}
