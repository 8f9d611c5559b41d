//! `scroll_and_click`: scroll until a node is visible, then press it.

use schemars::JsonSchema;
use serde::Serialize;

use super::click::ClickType;
use super::info::{ActionInfo, Params};
use super::scroll::Direction;
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::limits::{MAX_SETTLE_DELAY_MS, MAX_SWIPES};
use crate::retry::{Retry, RetryPreset};
use crate::target::{ContainerScope, Target};
use crate::values::{Clamped, ClampedInteger};

/// What to look for and press, and where.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("anyOf" = [{ "required": ["matcher"] }, { "required": ["where"] }, { "required": ["ref"] }]))]
pub struct ScrollAndClickParams {
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub target: Target,
    /// The scroll direction; default: `down`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub scope: ContainerScope,
    /// Whether to press the node once it is visible; default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub click_after: Option<bool>,
    #[doc = concat!("The maximum number of swipes; default: ", number!(DEFAULT_SWIPES), ".")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_swipes: Option<ClampedInteger<1, MAX_SWIPES>>,
    /// How far the finger moves; 1 is 0.4 of the container. The content may fling on; default: 0.7.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance_ratio: Option<Clamped<0, 1>>,
    /// How long to let the screen settle after each swipe, in milliseconds; default: 250.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settle_delay_ms: Option<Clamped<0, MAX_SETTLE_DELAY_MS>>,
    /// Whether to use the first scrollable child of a container that does not scroll; default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub find_first_scrollable_child: Option<bool>,
    /// How to press; default: `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub click_type: Option<ClickType>,
    /// The retry policy for scrolling and reading between swipes; default: `UiScroll`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scroll_retry: Option<Retry>,
    /// The retry policy for the final press; default: `UiReadiness`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub click_retry: Option<Retry>,
}

impl Params for ScrollAndClickParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Scroll until a node is visible, then press it.",
        commands: &["scroll-and-click", "scroll-until --click"],
        default_retry: Some(RetryPreset::UiScroll),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::NodeNotFound,
            ErrorCode::ContainerNotFound,
            ErrorCode::ContainerNotScrollable,
            ErrorCode::NodeNotClickable,
        ],
        rules: &[
            "`where` or `ref` may be used instead of `matcher`",
            "`scrollRetry` is for scrolling (default: `UiScroll`), `clickRetry` for the press (default: `UiReadiness`)",
        ],
        removed: &[],
        example: r#"{
  "id": "scroll-click-1",
  "type": "scroll_and_click",
  "params": {
    "matcher": { "textEquals": "Submit" },
    "direction": "down"
  }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        Some(Self {
            target: Target::require(params, "scroll_and_click"),
            direction: params.get("direction"),
            scope: ContainerScope::read(params),
            click_after: params.get("clickAfter"),
            max_swipes: params.get("maxSwipes"),
            distance_ratio: params.get("distanceRatio"),
            settle_delay_ms: params.get("settleDelayMs"),
            find_first_scrollable_child: params.get("findFirstScrollableChild"),
            click_type: ClickType::read(params),
            scroll_retry: params.get("scrollRetry"),
            click_retry: params.get("clickRetry"),
        })
    }
}
