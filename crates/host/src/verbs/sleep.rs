//! Do nothing for a while.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("sleep"),
    task_id: None,
    source: "clawperator-cli",
    action_id: "sleep",
    mode: None,
};

/// Do nothing for a while.
#[derive(Debug, Clone)]
pub struct Sleep {
    /// How long.
    pub duration: Milliseconds,
    /// How long the execution may take; default: 30000 ms, and always long enough for the sleep.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<Sleep> for Draft {
    fn from(sleep: Sleep) -> Self {
        let least = sleep
            .timeout
            .map_or(Milliseconds::DEFAULT, Milliseconds::from);
        let timeout = sleep.duration.with_margin().or_longer(least);
        Self::new(FRAME, ActionType::Sleep, timeout).param("durationMs", sleep.duration.to_json())
    }
}
