//! Press, press twice, long-press or focus a node, or press a point.

use clawperator_contract::actions::ClickType;
use clawperator_contract::{ActionType, ExecutionTimeout};
use serde_json::json;

use super::{Draft, Frame, Milliseconds, Patience, Point, Target};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("click"),
    task_id: None,
    source: "clawperator-action",
    action_id: "click",
    mode: Some("direct"),
};

/// Press, long-press or focus a node, or press a point.
#[derive(Debug, Clone)]
pub struct Click {
    /// What to press.
    pub target: ClickTarget,
    /// How to press it. A point cannot be focused.
    pub kind: ClickType,
    /// How long a long press takes; default: 650 ms.
    pub hold: Option<Milliseconds>,
    /// How long to look for the node.
    pub patience: Patience,
    /// How long the execution may take; default: 30000 ms, or long enough for `patience`.
    pub timeout: Option<ExecutionTimeout>,
}

/// What is pressed.
#[derive(Debug, Clone)]
pub enum ClickTarget {
    /// A node, wherever it is.
    Node(Target),
    /// A point, whatever is there.
    Point(Point),
}

impl From<Click> for Draft {
    fn from(click: Click) -> Self {
        let timeout = click.patience.timeout(Milliseconds::DEFAULT);
        let draft = Self::new(FRAME, ActionType::Click, timeout).timeout(click.timeout);
        let draft = match click.target {
            ClickTarget::Node(target) => draft.params(target.params("matcher")),
            ClickTarget::Point(point) => draft.param("coordinate", point),
        };
        let kind = Some(click.kind).filter(|kind| *kind != ClickType::Default);
        draft
            .optional("clickType", kind.map(|kind| json!(kind)))
            .optional("holdMs", click.hold.map(Milliseconds::to_json))
            .optional("retry", click.patience.retry())
    }
}
