//! `drag`: hold a finger, move it, and hold it again before it comes up.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use super::place::Place;
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::limits::{MAX_DRAG_PART_MS, MIN_SWIPE_DURATION_MS};
use crate::retry::{Retry, RetryPreset};
use crate::values::Integer;

/// Where a finger goes down and comes up, and how long it rests and moves.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DragParams {
    /// Where the finger goes down.
    pub from: Place,
    /// Where it comes up.
    pub to: Place,
    /// How long it is held before it moves, in milliseconds; default: 650, a long press.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold_ms: Option<Integer<0, MAX_DRAG_PART_MS>>,
    /// How long it moves, in milliseconds; default: 600.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<Integer<MIN_SWIPE_DURATION_MS, MAX_DRAG_PART_MS>>,
    /// How long it is held before it comes up, in milliseconds; default: 200.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest_ms: Option<Integer<0, MAX_DRAG_PART_MS>>,
    /// The retry policy for finding the nodes; default: `UiReadiness`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl DragParams {
    /// How long a finger is held before it moves that does not say.
    pub const DEFAULT_HOLD_MS: u32 = 650;
    /// How long it moves.
    pub const DEFAULT_DURATION_MS: u32 = 600;
    /// How long it is held before it comes up.
    pub const DEFAULT_REST_MS: u32 = 200;

    /// Both places.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        [&self.from, &self.to].into_iter()
    }
}

impl Params for DragParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Hold a finger, move it, and hold it again before it comes up.",
        commands: &["drag"],
        default_retry: Some(RetryPreset::UiReadiness),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::NodeNotFound,
            ErrorCode::NodeNotClickable,
            ErrorCode::NodeAmbiguous,
            ErrorCode::GestureFailed,
            ErrorCode::CoordinateOffScreen,
            ErrorCode::StaleRef,
            ErrorCode::CapabilityUnsupported,
            ErrorCode::OutcomeUnknown,
        ],
        rules: &[
            "an extension: `from` and `to` are nodes (`matcher`, `where` or `ref`) or points (`x` and `y`)",
            "the finger rests before and after it moves, so that nothing is flung",
            "policy judges every node from the first place to the last: a drag onto \"Place order\" is `purchase_risk`",
            "through `adb shell` before Android 12 the finger is held as long as the phone takes for a long press and does not rest at the end: `holdMs` and `restMs` fail with `CAPABILITY_UNSUPPORTED`",
            "of a node that was dragged the step says where it is afterwards, of a slider its value before and after",
        ],
        removed: &[],
        example: r#"{
  "id": "drag-1",
  "type": "drag",
  "params": {
    "from": { "matcher": { "textEquals": "Third" } },
    "to": { "matcher": { "textEquals": "First" } },
    "holdMs": 800
  }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let from = params.require("from", "drag requires params.from");
        let to = params.require("to", "drag requires params.to");
        let hold_ms = params.get("holdMs");
        let duration_ms = params.get("durationMs");
        let rest_ms = params.get("restMs");
        let retry = params.get("retry");
        Some(Self {
            from: from?,
            to: to?,
            hold_ms,
            duration_ms,
            rest_ms,
            retry,
        })
    }
}
