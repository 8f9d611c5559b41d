//! `pinch`: move two fingers apart, together or around each other, on a node or around a point.

use schemars::JsonSchema;
use serde::Serialize;

use super::click::Coordinate;
use super::info::{ActionInfo, Params};
use crate::decode::{Decode, Object, Value};
use crate::errors::ErrorCode;
use crate::failure::Rule;
use crate::limits::{
    MAX_PINCH_DEGREES, MAX_PINCH_SCALE, MAX_SWIPE_DURATION_MS, MIN_PINCH_SCALE,
    MIN_SWIPE_DURATION_MS,
};
use crate::retry::{Retry, RetryPreset};
use crate::target::Target;
use crate::values::{Integer, Number};

/// Where two fingers go down, how far apart they move, and how far they turn.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend(
    "oneOf" = [
        {
            "required": ["coordinate"],
            "not": { "anyOf": [{ "required": ["matcher"] }, { "required": ["where"] }, { "required": ["ref"] }] },
        },
        {
            "anyOf": [{ "required": ["matcher"] }, { "required": ["where"] }, { "required": ["ref"] }],
            "not": { "required": ["coordinate"] },
        },
    ],
    "anyOf" = [{ "required": ["scale"] }, { "required": ["degrees"] }],
))]
pub struct PinchParams {
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub target: Target,
    /// The point between the fingers, instead of a node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinate: Option<Coordinate>,
    /// How far apart the fingers are at last, as a share of what they are at first: 2 zooms in, 0.5 zooms out; default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<Scale>,
    /// How far they turn around each other, clockwise; default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub degrees: Option<Number<{ -MAX_PINCH_DEGREES }, MAX_PINCH_DEGREES>>,
    /// How long they move, in milliseconds; default: 400.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<Integer<MIN_SWIPE_DURATION_MS, MAX_SWIPE_DURATION_MS>>,
    /// The retry policy for finding the node; default: `UiReadiness`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl PinchParams {
    /// How long fingers move that do not say.
    pub const DEFAULT_DURATION_MS: u32 = 400;
}

/// A share from a tenth to ten times as much.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, extend("minimum" = 0.1))]
pub struct Scale(Number<0, MAX_PINCH_SCALE>);

impl Scale {
    /// The share.
    #[must_use]
    pub fn get(&self) -> f64 {
        self.0.get()
    }
}

impl Decode for Scale {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let scale: Number<0, MAX_PINCH_SCALE> = Number::decode(value)?;
        if scale.get() < MIN_PINCH_SCALE {
            return value.fail(
                Rule::OutOfRange,
                format!("Number must be greater than or equal to {MIN_PINCH_SCALE}"),
            );
        }
        Some(Self(scale))
    }
}

impl Params for PinchParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Move two fingers apart, together or around each other, on a node or around a point.",
        commands: &["pinch"],
        default_retry: Some(RetryPreset::UiReadiness),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::NodeNotFound,
            ErrorCode::NodeAmbiguous,
            ErrorCode::GestureFailed,
            ErrorCode::CoordinateOffScreen,
            ErrorCode::StaleRef,
            ErrorCode::CapabilityUnsupported,
            ErrorCode::OutcomeUnknown,
        ],
        rules: &[
            "an extension that needs the Operator: `adb shell` has one finger",
            "exactly one of a node (`matcher`, `where` or `ref`) and `coordinate`; at least one of `scale` and `degrees`",
            "both fingers stay in what can be seen of the node, as far apart as it allows, and go down on nothing that lies over it; around a point they stay within a quarter of the screen's shorter side",
            "the distance of the fingers changes by `scale` to the pixel; an app zooms by a little less, since the first pixels only tell that two fingers move",
            "policy judges every node where a finger goes down or comes up",
        ],
        removed: &[],
        example: r#"{
  "id": "pinch-1",
  "type": "pinch",
  "params": {
    "matcher": { "contentDescEquals": "Map" },
    "scale": 2,
    "durationMs": 500
  }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let target = Target::read(params);
        let coordinate = params.get("coordinate");
        let (scale, degrees) = (params.get("scale"), params.get("degrees"));
        let duration_ms = params.get("durationMs");
        let retry = params.get("retry");
        match (Target::is_named(params), params.has("coordinate")) {
            (true, true) => {
                return params.fail(
                    Rule::Exclusive,
                    "pinch takes a node or params.coordinate, not both",
                );
            }
            (false, false) => {
                return params.fail(
                    Rule::Missing,
                    "pinch requires params.matcher or params.coordinate",
                );
            }
            (true, false) | (false, true) => {}
        }
        if !params.has("scale") && !params.has("degrees") {
            return params.fail(
                Rule::Missing,
                "pinch requires params.scale or params.degrees",
            );
        }
        Some(Self {
            target,
            coordinate,
            scale,
            degrees,
            duration_ms,
            retry,
        })
    }
}
