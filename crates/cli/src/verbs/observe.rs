//! `observe`: the screen as an agent is shown it.

use clawperator_contract::{ActionType, Failure};

use super::draft::Frame;
use super::{Draft, Milliseconds, timeout_or};
use crate::args::GlobalArgs;
use crate::ids::CommandId;

static FRAME: Frame = Frame {
    command_id: CommandId::Random("observe"),
    task_id: None,
    source: "clawperator-observe",
    action_id: "capture",
    mode: Some("direct"),
};

pub(crate) fn observe(global: &GlobalArgs) -> Result<Draft, Failure> {
    let timeout = timeout_or(Milliseconds::DEFAULT, global)?;
    // An agent sees at least the picture of a screen that keeps moving.
    Ok(Draft::new(&FRAME, ActionType::CaptureScreen, timeout).param("allowNoTree", true))
}
