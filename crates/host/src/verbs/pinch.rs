//! Move two fingers apart, together or around each other.

use clawperator_contract::{ActionType, ExecutionTimeout};
use serde_json::json;

use super::{ClickTarget, Draft, Frame, Milliseconds, Patience};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("pinch"),
    task_id: None,
    source: "clawperator-action",
    action_id: "pinch",
    mode: Some("direct"),
};

/// Move two fingers apart, together or around each other.
#[derive(Debug, Clone)]
pub struct Pinch {
    /// The node that they are on, or the point between them.
    pub target: ClickTarget,
    /// How far apart they are at last, as a share of what they are at first; default: 1.
    pub scale: Option<f64>,
    /// How far they turn clockwise; default: 0.
    pub degrees: Option<f64>,
    /// How long they move; default: 400 ms.
    pub duration: Option<Milliseconds>,
    /// How long to look for the node.
    pub patience: Patience,
    /// How long the execution may take; default: 30000 ms, or long enough for `patience`.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<Pinch> for Draft {
    fn from(pinch: Pinch) -> Self {
        let timeout = pinch.patience.timeout(Milliseconds::DEFAULT);
        let draft = Self::new(FRAME, ActionType::Pinch, timeout).timeout(pinch.timeout);
        let draft = match pinch.target {
            ClickTarget::Node(node) => draft.params(node.params("matcher")),
            ClickTarget::Point(point) => draft.param("coordinate", point),
        };
        draft
            .optional("scale", pinch.scale.map(|scale| json!(scale)))
            .optional("degrees", pinch.degrees.map(|degrees| json!(degrees)))
            .optional("durationMs", pinch.duration.map(Milliseconds::to_json))
            .optional("retry", pinch.patience.retry())
    }
}
