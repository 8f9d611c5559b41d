//! Say whether a node is on the screen.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Container, Draft, Frame, Milliseconds, Target};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("exists"),
    task_id: None,
    source: "clawperator-action",
    action_id: "exists",
    mode: Some("direct"),
};

/// Say whether a node is on the screen, by one look.
#[derive(Debug, Clone)]
pub struct Exists {
    /// The node.
    pub target: Target,
    /// Where to look for it.
    pub container: Container,
    /// How long the execution may take; default: 30000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<Exists> for Draft {
    fn from(exists: Exists) -> Self {
        Self::new(FRAME, ActionType::AssertNode, Milliseconds::DEFAULT)
            .timeout(exists.timeout)
            .params(exists.target.params("matcher"))
            .params(exists.container.params())
    }
}
