//! Wait until a node is on the screen.

use clawperator_contract::ActionType;

use super::{Draft, Frame, Milliseconds, Patience, Target};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("wait"),
    task_id: None,
    source: "clawperator-action",
    action_id: "wait",
    mode: Some("direct"),
};

/// Wait until a node is on the screen. The execution gets 5000 ms more than the wait, and at least 30000.
#[derive(Debug, Clone)]
pub struct Wait {
    /// The node.
    pub target: Target,
    /// How long to wait; default: as long as `patience` says.
    pub wait: Option<Milliseconds>,
    /// How long to look for the node.
    pub patience: Patience,
}

impl From<Wait> for Draft {
    fn from(
        Wait {
            target,
            wait,
            patience,
        }: Wait,
    ) -> Self {
        let timeout = wait.map_or(Milliseconds::DEFAULT, Milliseconds::with_margin);
        Self::new(FRAME, ActionType::WaitForNode, patience.timeout(timeout))
            .params(target.params("matcher"))
            .optional("timeoutMs", wait.map(Milliseconds::to_json))
            .optional("retry", patience.retry())
    }
}
