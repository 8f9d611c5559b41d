//! A point of the screen.

use serde_json::json;

use super::ParamValue;

/// A point of the screen, in pixels from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// From the left edge.
    pub x: u64,
    /// From the top edge.
    pub y: u64,
}

impl From<Point> for ParamValue {
    fn from(Point { x, y }: Point) -> Self {
        Self::Json(json!({ "x": x, "y": y }))
    }
}
