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

/// Asks the phone.
pub async fn read(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<State> {
    let answer = Answer::ask(device, &line(), LIMIT, deadline).await?;
    told(device, answer, deadline).await
}

/// What is asked. What apps cannot write comes first, so that no name or title of theirs passes for it.
pub(crate) fn line() -> ShellLine {
    dumpsys(&["window", "policy"])
        .then(dumpsys(&["power"]))
        .then(dumpsys(&["window", "displays"]))
        .then(dumpsys(&["activity", "activities"]))
}

/// What the answer says. Where it does not tell of the windows, which is Android 9 and before, they are asked for apart.
pub(crate) async fn told(
    device: &DeviceHandle,
    answer: Answer,
    deadline: Deadline,
) -> ProbeResult<State> {
    let answer = answer.check(WHAT)?;
    let mut state = parse(&answer.output);
    if state.focus.as_ref().is_none_or(|focus| !focus.tells_window) {
        let windows = Answer::ask(device, &dumpsys(&["window", "windows"]), LIMIT, deadline)
            .await?
            .check(WHAT)?;
        state = parse(&format!("{}\n{}", answer.output, windows.output));
    }
    Ok(state)
}

/// Errors come with the output, so that they belong to their question where a line has several.
fn dumpsys(words: &[&'static str]) -> ShellLine {
    let command = words
        .iter()
        .fold(Command::new(program::DUMPSYS), |line, word| {
            line.fixed(word)
        });
    command.errors_to_output().into()
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
