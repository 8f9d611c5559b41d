//! Wait until a node is on the screen, or is gone.

use clawperator_contract::ActionType;
use clawperator_contract::actions::WaitUntil;

use super::{Draft, Frame, Milliseconds, Patience, Target};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("wait"),
    task_id: None,
    source: "clawperator-action",
    action_id: "wait",
    mode: Some("direct"),
};

/// Wait until a node is on the screen, or is gone. The execution gets 5000 ms more than the wait, and at least 30000.
#[derive(Debug, Clone)]
pub struct Wait {
    /// The node.
    pub target: Target,
    /// Whether it is to go.
    pub gone: bool,
    /// How long to wait; default: as long as `patience` says.
    pub wait: Option<Milliseconds>,
    /// How long to look for the node.
    pub patience: Patience,
}

impl From<Wait> for Draft {
    fn from(
        Wait {
            target,
            gone,
            wait,
            patience,
        }: Wait,
    ) -> Self {
        let timeout = wait.map_or(Milliseconds::DEFAULT, Milliseconds::with_margin);
        Self::new(FRAME, ActionType::WaitForNode, patience.timeout(timeout))
            .params(target.params("matcher"))
            .optional("until", gone.then(|| WaitUntil::Gone.name()))
            .optional("timeoutMs", wait.map(Milliseconds::to_json))
            .optional("retry", patience.retry())
    }
}
