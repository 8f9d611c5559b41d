//! Wait until the screen stays as it is.

use clawperator_contract::ActionType;

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("wait-for-idle"),
    task_id: None,
    source: "clawperator-action",
    action_id: "wait-for-idle",
    mode: Some("direct"),
};

/// Wait until the screen stays as it is. The execution gets 5000 ms more than the wait, and at least 30000.
#[derive(Debug, Clone, Default)]
pub struct WaitForIdle {
    /// How long nothing may change; default: 500 ms.
    pub quiet: Option<Milliseconds>,
    /// How long to wait; default: 10000 ms.
    pub wait: Option<Milliseconds>,
}

impl From<WaitForIdle> for Draft {
    fn from(WaitForIdle { quiet, wait }: WaitForIdle) -> Self {
        let timeout = wait.map_or(Milliseconds::DEFAULT, Milliseconds::with_margin);
        Self::new(FRAME, ActionType::WaitForIdle, timeout)
            .optional("quietMs", quiet.map(Milliseconds::to_json))
            .optional("timeoutMs", wait.map(Milliseconds::to_json))
    }
}
