//! Read the text of a node.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Container, Draft, Frame, Milliseconds, Patience, Target};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("read"),
    task_id: None,
    source: "clawperator-action",
    action_id: "read",
    mode: Some("direct"),
};

/// Read the text of a node.
#[derive(Debug, Clone)]
pub struct Read {
    /// The node.
    pub target: Target,
    /// Where to look for it.
    pub container: Container,
    /// Whether to read every match, not only the first.
    pub all: bool,
    /// How long to look for the node.
    pub patience: Patience,
    /// How long the execution may take; default: 30000 ms, or long enough for `patience`.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<Read> for Draft {
    fn from(read: Read) -> Self {
        let timeout = read.patience.timeout(Milliseconds::DEFAULT);
        Self::new(FRAME, ActionType::ReadText, timeout)
            .timeout(read.timeout)
            .params(read.target.params("matcher"))
            .params(read.container.params())
            .flag("all", read.all)
            .optional("retry", read.patience.retry())
    }
}
