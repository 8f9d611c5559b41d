//! Stop an app.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("close"),
    task_id: None,
    source: "clawperator-cli",
    action_id: "close",
    mode: None,
};

/// Stop an app.
#[derive(Debug, Clone)]
pub struct Close {
    /// The app's package id.
    pub app: String,
    /// How long the execution may take; default: 30000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<Close> for Draft {
    fn from(close: Close) -> Self {
        Self::new(FRAME, ActionType::CloseApp, Milliseconds::DEFAULT)
            .timeout(close.timeout)
            .param("applicationId", close.app)
    }
}
