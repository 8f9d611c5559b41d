//! `swipe`: draw a finger from one point to another, or over a node.

use schemars::JsonSchema;
use serde::Serialize;

use super::click::Coordinate;
use super::info::{ActionInfo, Params};
use super::scroll::Direction;
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::failure::Rule;
use crate::limits::{MAX_SWIPE_DURATION_MS, MIN_SWIPE_DURATION_MS};
use crate::retry::{Retry, RetryPreset};
use crate::target::Target;
use crate::values::{Integer, Number};

/// Where a finger goes down, where it comes up, and how long it takes.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend(
    "oneOf" = [
        {
            "required": ["from", "to"],
            "not": { "anyOf": [
                { "required": ["matcher"] }, { "required": ["where"] }, { "required": ["ref"] },
                { "required": ["direction"] }, { "required": ["distanceRatio"] },
            ] },
        },
        {
            "required": ["direction"],
            "anyOf": [{ "required": ["matcher"] }, { "required": ["where"] }, { "required": ["ref"] }],
            "not": { "anyOf": [{ "required": ["from"] }, { "required": ["to"] }] },
        },
    ],
))]
pub struct SwipeParams {
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub target: Target,
    /// With a node: where the finger goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    /// With a node: how much of what can be seen of it the finger goes over; default: 0.6.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance_ratio: Option<Number<0, 1>>,
    /// Where the finger goes down, in pixels of the screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Coordinate>,
    /// Where it comes up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Coordinate>,
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
    /// How much of a node it goes over.
    pub const DEFAULT_DISTANCE_RATIO: f64 = 0.6;
}

impl Params for SwipeParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Draw a finger from one point of the screen to another, or over a node.",
        commands: &["swipe"],
        default_retry: Some(RetryPreset::None),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::NodeNotFound,
            ErrorCode::NodeAmbiguous,
            ErrorCode::GestureFailed,
            ErrorCode::CoordinateOffScreen,
            ErrorCode::StaleRef,
            ErrorCode::OutcomeUnknown,
        ],
        rules: &[
            "an extension: the contract has no action that swipes by points",
            "either `from` and `to`, or a node (`matcher`, `where` or `ref`) with `direction`: the finger goes that way over the middle of it, and begins on nothing that lies over it",
            "over a node the default retry is `UiReadiness`",
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
        let target = Target::read(params);
        let by_node = Target::is_named(params);
        let duration_ms = params.get("durationMs");
        let retry = params.get("retry");
        let (direction, distance_ratio) = (params.get("direction"), params.get("distanceRatio"));
        let (mut from, mut to) = (None, None);
        if by_node {
            for point in ["from", "to"] {
                if params.has(point) {
                    return params.fail(
                        Rule::Exclusive,
                        format!("swipe takes a node or params.{point}, not both"),
                    );
                }
            }
            if !params.has("direction") {
                return params.missing("direction", "swipe over a node requires params.direction");
            }
        } else {
            for of_node in ["direction", "distanceRatio"] {
                if let Some(value) = params.value(of_node) {
                    return value.fail(
                        Rule::Requires,
                        format!("swipe params.{of_node} requires a node"),
                    );
                }
            }
            from = params.require("from", "swipe requires params.from");
            to = params.require("to", "swipe requires params.to");
        }
        Some(Self {
            target,
            direction,
            distance_ratio,
            from,
            to,
            duration_ms,
            retry,
        })
    }
}
