//! Capture the screen as a UI hierarchy.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("snapshot"),
    task_id: None,
    source: "clawperator-observe",
    action_id: "snap",
    mode: Some("direct"),
};

/// Capture the screen as a UI hierarchy. Its form is an option of the run.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// How long the execution may take; default: 30000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<Snapshot> for Draft {
    fn from(snapshot: Snapshot) -> Self {
        Self::new(FRAME, ActionType::SnapshotUi, Milliseconds::DEFAULT).timeout(snapshot.timeout)
    }
}
