//! `snapshot`: the screen as a UI hierarchy.

use clawperator_contract::{ActionType, Failure};

use super::draft::Frame;
use super::{Draft, Milliseconds, timeout_or};
use crate::args::GlobalArgs;
use crate::ids::CommandId;

static FRAME: Frame = Frame {
    command_id: CommandId::Random("snapshot"),
    task_id: None,
    source: "clawperator-observe",
    action_id: "snap",
    mode: Some("direct"),
};

pub(crate) fn snapshot(global: &GlobalArgs) -> Result<Draft, Failure> {
    let timeout = timeout_or(Milliseconds::DEFAULT, global)?;
    Ok(Draft::new(&FRAME, ActionType::SnapshotUi, timeout))
}
