//! Touches and keys: `input`.

use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_contract::ErrorCode;
use clawperator_contract::actions::Key;

use super::answer::{act, ended_well};
use crate::hand::{Act, ActError, Point, Touch};
use crate::line::{Command, ShellLine, Word, program};
use crate::probe::Answer;

/// The codes of `KeyEvent` that are sent. Numbers are the same in every release; an unknown name would be key 0,
/// without an error.
pub(super) mod key_code {
    pub(in super::super) const HOME: u16 = 3;
    pub(in super::super) const BACK: u16 = 4;
    pub(in super::super) const ENTER: u16 = 66;
    pub(in super::super) const DELETE: u16 = 67;
    pub(in super::super) const MOVE_END: u16 = 123;
    pub(in super::super) const RECENTS: u16 = 187;
}

pub(super) async fn touch(handle: &DeviceHandle, touch: Touch, within: Duration) -> Act {
    let command = match touch {
        Touch::Tap(at) => point(input("tap"), at),
        // A swipe that goes nowhere is a finger held still.
        Touch::Hold { at, millis } => {
            point(point(input("swipe"), at), at).word(Word::number(millis))
        }
        Touch::Swipe { from, to, millis } => {
            point(point(input("swipe"), from), to).word(Word::number(millis))
        }
    };
    run(handle, command, ErrorCode::GestureFailed, within).await
}

pub(super) async fn press(handle: &DeviceHandle, key: Key, within: Duration) -> Act {
    let code = match key {
        Key::Back => key_code::BACK,
        Key::Home => key_code::HOME,
        Key::Recents => key_code::RECENTS,
    };
    let command = input("keyevent").word(Word::number(code));
    run(handle, command, ErrorCode::GlobalActionFailed, within).await
}

pub(super) async fn submit(handle: &DeviceHandle, within: Duration) -> Act {
    let command = input("keyevent").word(Word::number(key_code::ENTER));
    run(handle, command, ErrorCode::GlobalActionFailed, within).await
}

/// One command of `input`.
pub(super) fn input(command: &'static str) -> Command {
    Command::new(program::INPUT).fixed(command)
}

/// Runs one command of `input`, which says nothing when it succeeds.
pub(super) async fn run(
    handle: &DeviceHandle,
    command: Command,
    refused: ErrorCode,
    within: Duration,
) -> Act {
    let line = ShellLine::from(command);
    let answer = act(handle, &line, Deadline::after(within)).await?;
    judge(&answer, refused)
}

/// Reads what `input` said: in every release it is silent when it has injected what it was asked for, and writes what
/// went wrong otherwise, at times with status 0.
fn judge(answer: &Answer, refused: ErrorCode) -> Act {
    let failed = answer
        .lines()
        .any(|line| FAILURES.iter().any(|words| line.contains(words)));
    if !failed && ended_well(answer) {
        return Ok(());
    }
    if answer.says("INJECT_EVENTS") {
        return Err(ActError::Refused {
            code: refused,
            message: "the phone does not let adb touch it; on some phones \"USB debugging (Security settings)\" \
                      must be switched on"
                .to_owned(),
        });
    }
    if failed {
        return Err(ActError::Refused {
            code: refused,
            message: format!("the phone refused: {}", answer.excerpt()),
        });
    }
    // It ended badly without a word, so it may have been killed after it had injected something.
    Err(ActError::Unknown {
        message: format!("`input` ended with an error and said: {}", answer.excerpt()),
    })
}

/// What `input` and the programs below it write when nothing was injected.
const FAILURES: &[&str] = &[
    "Error: ",
    "Exception",
    "Can't find service: ",
    "Unknown command: ",
    ": not found",
    ": inaccessible or not found",
    "Usage: input",
    "usage: input",
];

fn point(command: Command, at: Point) -> Command {
    command.word(Word::number(at.x)).word(Word::number(at.y))
}
