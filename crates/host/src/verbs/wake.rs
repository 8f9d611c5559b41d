//! Light the screen.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("wake"),
    task_id: None,
    source: "clawperator-action",
    action_id: "wake",
    mode: Some("direct"),
};

/// Light the screen.
#[derive(Debug, Clone, Default)]
pub struct Wake {
    /// Whether to open a lock that needs no secret.
    pub unlock: bool,
    /// How long the execution may take; default: 30000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<Wake> for Draft {
    fn from(wake: Wake) -> Self {
        Self::new(FRAME, ActionType::WakeDevice, Milliseconds::DEFAULT)
            .timeout(wake.timeout)
            .flag("unlock", wake.unlock)
    }
}
