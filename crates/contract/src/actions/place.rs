//! Where a finger goes down or comes up: a node or a point.

use schemars::JsonSchema;
use serde::Serialize;

use super::click::Coordinate;
use crate::aliases;
use crate::decode::{Decode, Value};
use crate::failure::Rule;
use crate::limits::MAX_COORDINATE;
use crate::target::Target;
use crate::values::Integer;

/// A place on the screen: a node (`matcher`, `where` or `ref`), or a point (`x` and `y`).
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend(
    "oneOf" = [
        {
            "required": ["x", "y"],
            "not": { "anyOf": [{ "required": ["matcher"] }, { "required": ["where"] }, { "required": ["ref"] }] },
        },
        {
            "anyOf": [{ "required": ["matcher"] }, { "required": ["where"] }, { "required": ["ref"] }],
            "not": { "anyOf": [{ "required": ["x"] }, { "required": ["y"] }] },
        },
    ],
))]
pub struct Place {
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub target: Target,
    /// A point: from the left edge of the screen, in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<Integer<0, MAX_COORDINATE>>,
    /// A point: from its top edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y: Option<Integer<0, MAX_COORDINATE>>,
}

impl Place {
    /// The point, if it is one. Its `generation` names the snapshot on which it was chosen.
    #[must_use]
    pub fn point(&self) -> Option<Coordinate> {
        Some(Coordinate {
            x: self.x.clone()?,
            y: self.y.clone()?,
            generation: self.target.generation.clone(),
        })
    }

    /// Whether it means something of a snapshot.
    #[must_use]
    pub const fn needs_snapshot(&self) -> bool {
        self.target.generation.is_some()
    }
}

impl Decode for Place {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let object = value.object(&aliases::PLACE)?;
        let is_point = object.has("x") || object.has("y");
        match (Target::is_named(&object), is_point) {
            (true, true) => object.fail(
                Rule::Exclusive,
                "a place is a node or a point (x and y), not both",
            ),
            (false, false) => object.fail(
                Rule::Missing,
                "a place is a node (matcher, where or ref) or a point (x and y)",
            ),
            (true, false) => Some(Self {
                target: Target::read(&object),
                x: None,
                y: None,
            }),
            (false, true) => {
                let (x, y) = (
                    object.require("x", "Required"),
                    object.require("y", "Required"),
                );
                let target = Target {
                    generation: object.get("generation"),
                    ..Target::default()
                };
                Some(Self {
                    target,
                    x: Some(x?),
                    y: Some(y?),
                })
            }
        }
    }
}
