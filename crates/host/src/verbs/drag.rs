//! Hold a finger, move it, and hold it again before it comes up.

use clawperator_contract::{ActionType, ExecutionTimeout};
use serde_json::{Map, Value, json};

use super::{Draft, Frame, Milliseconds, Patience, Point};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("drag"),
    task_id: None,
    source: "clawperator-action",
    action_id: "drag",
    mode: Some("direct"),
};

/// The generation that stands for any: a number means one node.
const ANY: u64 = 0;

/// Hold a finger, move it, and hold it again before it comes up.
#[derive(Debug, Clone)]
pub struct Drag {
    /// Where it goes down.
    pub from: DragPlace,
    /// Where it comes up.
    pub to: DragPlace,
    /// How long it is held before it moves; default: 650 ms.
    pub hold: Option<Milliseconds>,
    /// How long it moves; default: 600 ms.
    pub duration: Option<Milliseconds>,
    /// How long it is held before it comes up; default: 200 ms.
    pub rest: Option<Milliseconds>,
    /// How long to look for the nodes.
    pub patience: Patience,
    /// How long the execution may take; default: 30000 ms, or long enough for `patience`.
    pub timeout: Option<ExecutionTimeout>,
}

/// Where a finger goes down or comes up.
#[derive(Debug, Clone)]
pub enum DragPlace {
    Point(Point),
    /// The node of a ref, in the latest snapshot that has it.
    Ref(String),
    /// The node that says exactly this.
    Text(String),
    /// The node of this id: in full, or the name in it.
    Id(String),
}

impl From<DragPlace> for Value {
    fn from(place: DragPlace) -> Self {
        match place {
            DragPlace::Point(point) => json!({ "x": point.x, "y": point.y }),
            DragPlace::Ref(name) => {
                let mut params = Map::new();
                params.insert("ref".to_owned(), name.into());
                params.insert("generation".to_owned(), ANY.into());
                Self::Object(params)
            }
            DragPlace::Text(text) => json!({ "matcher": { "textEquals": text } }),
            DragPlace::Id(id) if id.contains(':') => json!({ "matcher": { "resourceId": id } }),
            DragPlace::Id(name) => json!({ "where": { "idName": name } }),
        }
    }
}

impl From<Drag> for Draft {
    fn from(drag: Drag) -> Self {
        let timeout = drag.patience.timeout(Milliseconds::DEFAULT);
        Self::new(FRAME, ActionType::Drag, timeout)
            .timeout(drag.timeout)
            .param("from", Value::from(drag.from))
            .param("to", Value::from(drag.to))
            .optional("holdMs", drag.hold.map(Milliseconds::to_json))
            .optional("durationMs", drag.duration.map(Milliseconds::to_json))
            .optional("restMs", drag.rest.map(Milliseconds::to_json))
            .optional("retry", drag.patience.retry())
    }
}
