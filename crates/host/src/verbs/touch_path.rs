//! Move one finger or several, each along points of its own.

use clawperator_contract::{ActionType, ExecutionTimeout};
use serde_json::{Value, json};

use super::{Draft, Frame, Milliseconds, ParamValue, Point};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("touch-path"),
    task_id: None,
    source: "clawperator-action",
    action_id: "touch",
    mode: Some("direct"),
};

/// Move one finger or several, each along points of its own.
#[derive(Debug, Clone)]
pub struct TouchPath {
    /// The points of each finger.
    pub fingers: Vec<Vec<PointInTime>>,
    /// How long the execution may take; default: 30000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

/// Where a finger is, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointInTime {
    pub at: Point,
    /// Milliseconds since the touch began.
    pub after_ms: u64,
}

impl From<TouchPath> for Draft {
    fn from(touch: TouchPath) -> Self {
        let point = |point: &PointInTime| {
            let Point { x, y } = point.at;
            json!({ "x": x, "y": y, "atMs": point.after_ms })
        };
        let finger = |points: &Vec<PointInTime>| points.iter().map(point).collect();
        let fingers: Vec<Value> = touch.fingers.iter().map(finger).collect();
        Self::new(FRAME, ActionType::TouchPath, Milliseconds::DEFAULT)
            .timeout(touch.timeout)
            .param("fingers", ParamValue::Json(fingers.into()))
    }
}
