//! Draw a finger from one point to another, or over a node.

use clawperator_contract::{ActionType, ExecutionTimeout};
use serde_json::json;

use super::{Draft, Frame, Milliseconds, Patience, Point, Target};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("swipe"),
    task_id: None,
    source: "clawperator-action",
    action_id: "swipe",
    mode: Some("direct"),
};

/// Draw a finger over the screen.
#[derive(Debug, Clone)]
pub struct Swipe {
    /// Where the finger goes.
    pub way: SwipeWay,
    /// How long it takes; default: 300 ms.
    pub duration: Option<Milliseconds>,
    /// How long to look for the node; of no use with points.
    pub patience: Patience,
    /// How long the execution may take; default: 30000 ms, or long enough for `patience`.
    pub timeout: Option<ExecutionTimeout>,
}

/// Where a finger goes.
#[derive(Debug, Clone)]
pub enum SwipeWay {
    /// From one point of the screen to another.
    Points {
        /// Where it goes down.
        from: Point,
        /// Where it comes up.
        to: Point,
    },
    /// Over a node.
    Over {
        node: Target,
        /// `down`, `up`, `left` or `right`. Validation knows the words.
        direction: String,
        /// How much of the node it goes over; default: 0.6.
        ratio: Option<f64>,
    },
}

impl From<Swipe> for Draft {
    fn from(swipe: Swipe) -> Self {
        let timeout = swipe.patience.timeout(Milliseconds::DEFAULT);
        let draft = Self::new(FRAME, ActionType::Swipe, timeout).timeout(swipe.timeout);
        let draft = match swipe.way {
            SwipeWay::Points { from, to } => draft.param("from", from).param("to", to),
            SwipeWay::Over {
                node,
                direction,
                ratio,
            } => draft
                .params(node.params("matcher"))
                .param("direction", direction)
                .optional("distanceRatio", ratio.map(|ratio| json!(ratio))),
        };
        draft
            .optional("durationMs", swipe.duration.map(Milliseconds::to_json))
            .optional("retry", swipe.patience.retry())
    }
}
