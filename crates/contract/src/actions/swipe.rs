//! `swipe`: draw a finger from one point to another.

use schemars::JsonSchema;
use serde::Serialize;

use super::click::Coordinate;
use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::limits::{MAX_SWIPE_DURATION_MS, MIN_SWIPE_DURATION_MS};
use crate::retry::{Retry, RetryPreset};
use crate::values::Integer;

/// Where a finger goes down, where it comes up, and how long it takes.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SwipeParams {
    /// Where the finger goes down, in pixels of the screen.
    pub from: Coordinate,
    /// Where it comes up.
    pub to: Coordinate,
    /// How long it takes, in milliseconds; default: 300.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<Integer<MIN_SWIPE_DURATION_MS, MAX_SWIPE_DURATION_MS>>,
    /// The retry policy for a swipe that the phone refuses; default: no retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl SwipeParams {
    /// How long a swipe takes that does not say.
    pub const DEFAULT_DURATION_MS: u32 = 300;
}

impl Params for SwipeParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Draw a finger from one point of the screen to another.",
        commands: &["swipe"],
        default_retry: Some(RetryPreset::None),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::CoordinateOffScreen,
            ErrorCode::StaleRef,
            ErrorCode::OutcomeUnknown,
        ],
        rules: &[
            "an extension: the contract has no action that swipes by points",
            "policy judges every node on the way from the first point to the last",
            "to scroll a list, use `scroll`, which knows where the list is and when it ends",
        ],
        removed: &[],
        example: r#"{
  "id": "swipe-1",
  "type": "swipe",
  "params": {
    "from": { "x": 540, "y": 1600 },
    "to": { "x": 540, "y": 600 },
    "durationMs": 300
  }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let from = params.require("from", "swipe requires params.from");
        let to = params.require("to", "swipe requires params.to");
        let duration_ms = params.get("durationMs");
        let retry = params.get("retry");
        Some(Self {
            from: from?,
            to: to?,
            duration_ms,
            retry,
        })
    }
}
