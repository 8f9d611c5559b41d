//! `press`: a system key.

use clawperator_contract::{ActionType, Failure};

use super::draft::Frame;
use super::{Draft, Milliseconds, missing_argument, one_of, timeout_or};
use crate::args::{GlobalArgs, PressArgs};
use crate::ids::CommandId;

static FRAME: Frame = Frame {
    command_id: CommandId::Timed("press_key"),
    task_id: Some("cli-action-press-key"),
    source: "clawperator-cli",
    action_id: "a1",
    mode: None,
};

const TIMEOUT: Milliseconds = Milliseconds::new(10_000.0);

pub(crate) fn press(args: &PressArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let key = one_of(
        &[args.name.as_deref(), args.key.as_deref()],
        "use --key OR a key argument, not both",
    )?
    .ok_or_else(|| {
        missing_argument(
            "press requires a key: back, home or recents",
            "clawperator press home",
        )
    })?;
    press_key(key, global)
}

/// The payload that presses `key`.
pub(super) fn press_key(key: &str, global: &GlobalArgs) -> Result<Draft, Failure> {
    let timeout = timeout_or(TIMEOUT, global)?;
    Ok(Draft::new(&FRAME, ActionType::PressKey, timeout).param("key", key))
}
