//! `touch_path`: move one finger or several, each along points of its own.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use super::click::Coordinate;
use super::info::{ActionInfo, Params};
use crate::aliases;
use crate::decode::{Decode, Object, Value};
use crate::errors::ErrorCode;
use crate::failure::Rule;
use crate::limits::{MAX_COORDINATE, MAX_FINGERS, MAX_GENERATION, MAX_PATH_MS, MAX_PATH_POINTS};
use crate::retry::{Retry, RetryPreset};
use crate::values::Integer;

/// The ways of the fingers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TouchPathParams {
    /// The way of each finger: a list of its points in the order of their times.
    pub fingers: Fingers,
    /// The retry policy for a touch that the phone refuses; default: no retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl TouchPathParams {
    /// Every point of every finger.
    pub fn points(&self) -> impl Iterator<Item = &FingerPoint> {
        self.fingers.0.iter().flatten()
    }
}

/// The points of each finger: of every one at least one, and not too many of all.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fingers(Vec<Vec<FingerPoint>>);

impl Fingers {
    /// The points of each finger.
    #[must_use]
    pub fn ways(&self) -> &[Vec<FingerPoint>] {
        &self.0
    }
}

impl Decode for Fingers {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let fingers = listed(value, MAX_FINGERS)?;
        // What is not a list is reported itself.
        let count = |finger: &Value<'_>| finger.array_len().unwrap_or_default();
        let points: usize = fingers.iter().map(count).sum();
        if points > MAX_PATH_POINTS {
            return value.fail(
                Rule::TooMany,
                format!("fingers must have at most {MAX_PATH_POINTS} points together"),
            );
        }
        let ways: Vec<Option<Vec<FingerPoint>>> = fingers.iter().map(way).collect();
        ways.into_iter().collect::<Option<_>>().map(Self)
    }
}

impl JsonSchema for Fingers {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Fingers".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let point = generator.subschema_for::<FingerPoint>();
        json_schema!({
            "type": "array",
            "minItems": 1,
            "maxItems": MAX_FINGERS,
            "items": { "type": "array", "minItems": 1, "maxItems": MAX_PATH_POINTS, "items": point },
        })
    }
}

/// The entries of a list that has some, and not too many.
fn listed<'a>(value: &'a Value<'a>, most: usize) -> Option<Vec<Value<'a>>> {
    let items = value.array()?;
    if items.is_empty() {
        return value.fail(Rule::TooFew, "Array must contain at least 1 element(s)");
    }
    if items.len() > most {
        return value.fail(
            Rule::TooMany,
            format!("Array must contain at most {most} element(s)"),
        );
    }
    Some(items)
}

/// The way of one finger, which does not go back in time.
fn way(value: &Value<'_>) -> Option<Vec<FingerPoint>> {
    let items = listed(value, MAX_PATH_POINTS)?;
    let points: Vec<Option<FingerPoint>> = items.iter().map(FingerPoint::decode).collect();
    let points: Vec<FingerPoint> = points.into_iter().collect::<Option<_>>()?;
    let back = points
        .windows(2)
        .position(|pair| matches!(pair, [before, after] if after.at_ms.get() < before.at_ms.get()));
    if let Some(place) = back {
        return items.get(place + 1)?.fail(
            Rule::Requires,
            "atMs of a point requires at least that of the point before it",
        );
    }
    Some(points)
}

/// Where a finger is, and when.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FingerPoint {
    /// From the left edge of the screen, in pixels.
    pub x: Integer<0, MAX_COORDINATE>,
    /// From its top edge.
    pub y: Integer<0, MAX_COORDINATE>,
    /// When the finger is there, in milliseconds since the touch began.
    pub at_ms: Integer<0, MAX_PATH_MS>,
    /// The snapshot on which the point was chosen: where another node is there now, nothing is touched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generation: Option<Integer<0, MAX_GENERATION>>,
}

impl FingerPoint {
    /// The point without its time.
    #[must_use]
    pub fn coordinate(&self) -> Coordinate {
        Coordinate {
            x: self.x.clone(),
            y: self.y.clone(),
            generation: self.generation.clone(),
        }
    }
}

impl Decode for FingerPoint {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let object = value.object(&aliases::FINGER_POINT)?;
        let x = object.require("x", "Required");
        let y = object.require("y", "Required");
        let at_ms = object.require("atMs", "Required");
        let generation = object.get("generation");
        Some(Self {
            x: x?,
            y: y?,
            at_ms: at_ms?,
            generation,
        })
    }
}

impl Params for TouchPathParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Move one finger or several, each along points of its own.",
        commands: &["touch-path"],
        default_retry: Some(RetryPreset::None),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::GestureFailed,
            ErrorCode::CoordinateOffScreen,
            ErrorCode::StaleRef,
            ErrorCode::CapabilityUnsupported,
            ErrorCode::OutcomeUnknown,
        ],
        rules: &[
            "an extension that needs the Operator: `adb shell` moves one finger in straight lines only",
            "a finger goes down at its first point, moves from point to point in straight lines, and comes up at its last; one with a single point taps",
            "times count from the beginning of the touch, for all fingers, and do not go back",
            "policy judges every node where a finger goes down or comes up: a finger that comes up on \"Place order\" is `purchase_risk`, and one that comes up where it went down may have clicked or long-clicked",
            "to zoom or turn, use `pinch`, which knows where the node is",
        ],
        removed: &[],
        example: r#"{
  "id": "touch-1",
  "type": "touch_path",
  "params": {
    "fingers": [
      [{ "x": 300, "y": 900, "atMs": 0 }, { "x": 300, "y": 500, "atMs": 400 }],
      [{ "x": 700, "y": 900, "atMs": 0 }, { "x": 700, "y": 500, "atMs": 400 }]
    ]
  }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let fingers = params.require("fingers", "touch_path requires params.fingers");
        let retry = params.get("retry");
        Some(Self {
            fingers: fingers?,
            retry,
        })
    }
}
