//! Touches and keys: `input`.

use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle, ExitStatus};
use clawperator_contract::ErrorCode;
use clawperator_contract::actions::Key;
use clawperator_ui::Point;

use super::answer::act;
use super::verdict::{Deed, Proof, Why};
use crate::driver::{ActError, KeyPress, Touch};
use crate::line::{Command, ShellLine, Word, program};
use crate::probe::Answer;
use crate::probe::injection::{self, Injection};
use crate::probe::vendor::{self, INPUT_FORBIDDEN};

/// The codes of `KeyEvent` that are sent. Numbers are the same in every release; an unknown name would be key 0,
/// without an error.
pub(super) mod key_code {
    pub(in super::super) const UNKNOWN: u16 = 0;
    pub(in super::super) const HOME: u16 = 3;
    pub(in super::super) const BACK: u16 = 4;
    pub(in super::super) const ENTER: u16 = 66;
    pub(in super::super) const DELETE: u16 = 67;
    pub(in super::super) const MOVE_END: u16 = 123;
    pub(in super::super) const RECENTS: u16 = 187;
    pub(in super::super) const WAKE_UP: u16 = 224;
}

pub(super) async fn touch(
    handle: &DeviceHandle,
    touch: Touch<'_>,
    within: Duration,
) -> Result<(), ActError> {
    let (deed, command) = match touch {
        Touch::Tap(at) => (Deed::Tap, point(input("tap"), at)),
        // A swipe that goes nowhere is a finger held still.
        Touch::Hold { at, millis } => (
            Deed::Hold,
            point(point(input("swipe"), at), at).word(Word::number(millis)),
        ),
        Touch::Swipe { from, to, millis } => (
            Deed::Swipe,
            point(point(input("swipe"), from), to).word(Word::number(millis)),
        ),
        Touch::DoubleTap(_) | Touch::Drag { .. } | Touch::Paths(_) => {
            return Err(unsupported("do this gesture"));
        }
    };
    run(handle, deed, command, ErrorCode::GestureFailed, within).await
}

/// What the phone's own programs cannot do. Nothing is sent.
pub(super) fn unsupported(what: &str) -> ActError {
    ActError::NotSent {
        code: ErrorCode::CapabilityUnsupported,
        message: format!("the shell driver cannot {what}; the Operator can"),
    }
}

pub(super) async fn press(
    handle: &DeviceHandle,
    key: Key,
    within: Duration,
) -> Result<(), ActError> {
    let code = match key {
        Key::Back => key_code::BACK,
        Key::Home => key_code::HOME,
        Key::Recents => key_code::RECENTS,
    };
    press_code(handle, code, within).await
}

/// Presses any key. None is held: `--longpress` sends what marks a long press and does not wait, before Android 15, so
/// that a view takes it for a press.
pub(super) async fn press_any(
    handle: &DeviceHandle,
    key: KeyPress,
    within: Duration,
) -> Result<(), ActError> {
    if key.meta != 0 {
        return Err(unsupported("press several keys at once"));
    }
    if key.held_millis > 0 {
        return Err(unsupported("hold a key"));
    }
    let command = input("keyevent").word(Word::number(key.code));
    let refused = ErrorCode::GlobalActionFailed;
    run(handle, Deed::Key, command, refused, within).await
}

pub(super) async fn submit(handle: &DeviceHandle, within: Duration) -> Result<(), ActError> {
    press_code(handle, key_code::ENTER, within).await
}

pub(super) async fn wake(handle: &DeviceHandle, within: Duration) -> Result<(), ActError> {
    press_code(handle, key_code::WAKE_UP, within).await
}

/// Asks the lock to open. The program ends with 0 whatever comes of it.
pub(super) async fn dismiss_lock(handle: &DeviceHandle, within: Duration) -> Result<(), ActError> {
    let command = Command::new(program::WM).fixed("dismiss-keyguard");
    let line = ShellLine::from(command);
    let answer = act(handle, &line, Deadline::after(within)).await?;
    match answer.status {
        ExitStatus::Code(0) => Ok(()),
        _ => Err(ActError::Unknown {
            message: format!("`wm` ended with an error and said: {}", answer.excerpt()),
        }),
    }
}

/// Sends the key `KEYCODE_UNKNOWN`, which no app acts on, and tells what became of it.
pub(super) async fn try_key(
    handle: &DeviceHandle,
    within: Duration,
) -> Result<Injection, ActError> {
    let command = input("keyevent").word(Word::number(key_code::UNKNOWN));
    let answer = act(handle, &ShellLine::from(command), Deadline::after(within)).await?;
    let answer = answer.check("whether input may be sent");
    let answer = answer.map_err(|error| ActError::Refused {
        code: error.code(),
        message: error.to_string(),
    })?;
    Ok(injection::classify(&answer))
}

async fn press_code(handle: &DeviceHandle, code: u16, within: Duration) -> Result<(), ActError> {
    let command = input("keyevent").word(Word::number(code));
    let code = ErrorCode::GlobalActionFailed;
    run(handle, Deed::Key, command, code, within).await
}

pub(super) fn input(command: &'static str) -> Command {
    Command::new(program::INPUT).fixed(command)
}

/// Runs one command of `input`.
pub(super) async fn run(
    handle: &DeviceHandle,
    deed: Deed,
    command: Command,
    refused: ErrorCode,
    within: Duration,
) -> Result<(), ActError> {
    let line = ShellLine::from(command);
    let answer = act(handle, &line, Deadline::after(within)).await?;
    judge(deed, &answer, refused)
}

/// How long a phone that refuses input may take to say who made it.
const SWITCH_PATIENCE: Duration = Duration::from_secs(2);

/// Names the switch of this phone's maker, where input was refused for want of it.
pub async fn with_switch(handle: &DeviceHandle, error: ActError) -> ActError {
    let named = |message: String| async move {
        if message != INPUT_FORBIDDEN {
            return message;
        }
        let deadline = Deadline::after(SWITCH_PATIENCE);
        vendor::input_forbidden(vendor::input_switch(handle, deadline).await)
    };
    match error {
        ActError::NotSent { code, message } => ActError::NotSent {
            code,
            message: named(message).await,
        },
        ActError::Refused { code, message } => ActError::Refused {
            code,
            message: named(message).await,
        },
        ActError::Declined { failure, message } => ActError::Declined {
            failure,
            message: named(message).await,
        },
        ActError::Partly { message } => ActError::Partly {
            message: named(message).await,
        },
        ActError::Unknown { message } => ActError::Unknown {
            message: named(message).await,
        },
    }
}

pub(super) fn judge(deed: Deed, answer: &Answer, refused: ErrorCode) -> Result<(), ActError> {
    match deed.judge(answer) {
        Proof::Done => Ok(()),
        Proof::Nothing(why) => Err(ActError::Refused {
            code: why.code(refused, refused),
            message: match why {
                Why::InputForbidden => INPUT_FORBIDDEN.to_owned(),
                _ => format!("the phone refused: {}", answer.excerpt()),
            },
        }),
        Proof::Unknown if answer.says("INJECT_EVENTS permission") => Err(ActError::Unknown {
            message: INPUT_FORBIDDEN.to_owned(),
        }),
        Proof::Unknown => Err(ActError::Unknown {
            message: format!("`input` ended with an error and said: {}", answer.excerpt()),
        }),
    }
}

pub(super) fn point(command: Command, at: Point) -> Command {
    command.word(Word::number(at.x)).word(Word::number(at.y))
}
