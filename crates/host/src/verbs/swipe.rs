//! Draw a finger from one point to another.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds, Point};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("swipe"),
    task_id: None,
    source: "clawperator-action",
    action_id: "swipe",
    mode: Some("direct"),
};

/// Draw a finger from one point of the screen to another.
#[derive(Debug, Clone)]
pub struct Swipe {
    /// Where the finger goes down.
    pub from: Point,
    /// Where it comes up.
    pub to: Point,
    /// How long it takes; default: 300 ms.
    pub duration: Option<Milliseconds>,
    /// How long the execution may take; default: 30000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<Swipe> for Draft {
    fn from(swipe: Swipe) -> Self {
        Self::new(FRAME, ActionType::Swipe, Milliseconds::DEFAULT)
            .timeout(swipe.timeout)
            .param("from", swipe.from)
            .param("to", swipe.to)
            .optional("durationMs", swipe.duration.map(Milliseconds::to_json))
    }
}
