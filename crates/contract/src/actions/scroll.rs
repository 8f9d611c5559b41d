//! `scroll`: one swipe.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::{Decode, Object, Value, decode_word};
use crate::errors::ErrorCode;
use crate::limits::MAX_SETTLE_DELAY_MS;
use crate::retry::{Retry, RetryPreset};
use crate::target::ContainerScope;
use crate::values::Number;

/// Where and how far to scroll.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScrollParams {
    /// The scroll direction; default: `down`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub scope: ContainerScope,
    /// How far the finger moves; 1 is 0.4 of the container. The content may fling on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance_ratio: Option<Number<0, 1>>,
    /// How long to let the screen settle afterwards, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settle_delay_ms: Option<Number<0, MAX_SETTLE_DELAY_MS>>,
    /// Whether to use the first scrollable child of a container that does not scroll; default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub find_first_scrollable_child: Option<bool>,
    /// The retry policy for finding the container; default: no retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for ScrollParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Scroll once.",
        commands: &["scroll"],
        default_retry: Some(RetryPreset::None),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::ContainerNotFound,
            ErrorCode::ContainerNotScrollable,
            ErrorCode::GestureFailed,
        ],
        rules: &[
            "without a container, the engine uses the one on the screen that scrolls in that direction",
        ],
        removed: &[],
        example: r#"{
  "id": "scroll-1",
  "type": "scroll",
  "params": {
    "direction": "down",
    "container": { "resourceId": "android:id/list" },
    "distanceRatio": 0.7,
    "settleDelayMs": 250
  }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        Some(Self {
            direction: params.get("direction"),
            scope: ContainerScope::read(params),
            distance_ratio: params.get("distanceRatio"),
            settle_delay_ms: params.get("settleDelayMs"),
            find_first_scrollable_child: params.get("findFirstScrollableChild"),
            retry: params.get("retry"),
        })
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The scroll direction: `down` shows what is further down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Direction {
    /// Towards the end of a list.
    Down,
    /// Towards the start of a list.
    Up,
    /// Towards the left.
    Left,
    /// Towards the right.
    Right,
}

impl Decode for Direction {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let words = [
            ("down", Self::Down),
            ("up", Self::Up),
            ("left", Self::Left),
            ("right", Self::Right),
        ];
        decode_word(value, &words, &["down", "up", "left", "right"])
    }
}
