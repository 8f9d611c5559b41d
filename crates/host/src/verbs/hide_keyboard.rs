//! Hide the keyboard.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("hide-keyboard"),
    task_id: None,
    source: "clawperator-action",
    action_id: "hide-keyboard",
    mode: Some("direct"),
};

/// Hide the keyboard, if there is one.
#[derive(Debug, Clone, Default)]
pub struct HideKeyboard {
    /// How long the execution may take; default: 30000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<HideKeyboard> for Draft {
    fn from(hide: HideKeyboard) -> Self {
        Self::new(FRAME, ActionType::HideKeyboard, Milliseconds::DEFAULT).timeout(hide.timeout)
    }
}
