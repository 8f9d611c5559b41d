//! Press a system key.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Timed("press_key_"),
    task_id: Some("cli-action-press-key"),
    source: "clawperator-cli",
    action_id: "a1",
    mode: None,
};

const TIMEOUT: Milliseconds = Milliseconds::whole(10_000);

/// Press a system key.
#[derive(Debug, Clone)]
pub struct Press {
    /// The key: `back`, `home` or `recents`. Validation knows the words.
    pub key: String,
    /// How long the execution may take; default: 10000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl Press {
    /// Press the back key.
    #[must_use]
    pub fn back(timeout: Option<ExecutionTimeout>) -> Self {
        Self {
            key: "back".to_owned(),
            timeout,
        }
    }
}

impl From<Press> for Draft {
    fn from(press: Press) -> Self {
        Self::new(FRAME, ActionType::PressKey, TIMEOUT)
            .timeout(press.timeout)
            .param("key", press.key)
    }
}
