//! Capture the screen as an agent is shown it.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("observe"),
    task_id: None,
    source: "clawperator-observe",
    action_id: "capture",
    mode: Some("direct"),
};

/// Capture the screen as an agent is shown it. [`crate::Phone::observe`] takes its execution.
#[derive(Debug, Clone)]
pub struct Observe {
    /// How long the execution may take; default: 30000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<Observe> for Draft {
    fn from(observe: Observe) -> Self {
        Self::new(FRAME, ActionType::CaptureScreen, Milliseconds::DEFAULT)
            .timeout(observe.timeout)
            // An agent sees at least the picture of a screen that keeps moving.
            .param("allowNoTree", true)
    }
}
