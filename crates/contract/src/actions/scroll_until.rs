//! `scroll_until`: scroll until a node is visible or nothing more comes.

use schemars::JsonSchema;
use serde::Serialize;

use super::click::ClickType;
use super::info::{ActionInfo, Params};
use super::scroll::Direction;
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::failure::Rule;
use crate::limits::{
    MAX_NO_POSITION_CHANGE, MAX_SCROLL_DURATION_MS, MAX_SCROLLS, MAX_SETTLE_DELAY_MS,
};
use crate::target::{ContainerScope, Target};
use crate::values::{Integer, Number};

/// What to look for, where, and when to give up.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend(
    "if" = { "required": ["clickAfter"], "properties": { "clickAfter": { "const": true } } },
    "then" = { "anyOf": [{ "required": ["matcher"] }, { "required": ["where"] }, { "required": ["ref"] }] },
))]
pub struct ScrollUntilParams {
    /// The scroll direction; default: `down`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub target: Target,
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub scope: ContainerScope,
    /// Whether to press the node once it is visible; default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub click_after: Option<bool>,
    /// How far the finger moves; 1 is 0.4 of the container. The content may fling on; default: 0.7.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance_ratio: Option<Number<0, 1>>,
    /// How long to let the screen settle after each swipe, in milliseconds; default: 250.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settle_delay_ms: Option<Number<0, MAX_SETTLE_DELAY_MS>>,
    #[doc = concat!("The maximum number of swipes; default: ", number!(DEFAULT_SCROLLS), ".")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_scrolls: Option<Integer<1, MAX_SCROLLS>>,
    /// The maximum duration of the whole loop, in milliseconds; default: 10000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_duration_ms: Option<Number<0, MAX_SCROLL_DURATION_MS>>,
    /// How many swipes in a row may move nothing; default: 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_position_change_threshold: Option<Integer<1, MAX_NO_POSITION_CHANGE>>,
    /// Whether to use the first scrollable child of a container that does not scroll; default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub find_first_scrollable_child: Option<bool>,
    /// How to press, with `clickAfter`; default: `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub click_type: Option<ClickType>,
}

impl Params for ScrollUntilParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Scroll until a node is visible, or until nothing new appears.",
        commands: &["scroll-until"],
        default_retry: None,
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::NodeNotFound,
            ErrorCode::ContainerNotFound,
            ErrorCode::ContainerNotScrollable,
        ],
        rules: &[
            "`clickAfter: true` needs a `matcher`; `where` or `ref` may be used instead",
            concat!(
                "no swipe starts after `maxDurationMs`; one already started still finishes, settles and is read, so by default fewer than ",
                number!(DEFAULT_SCROLLS),
                " scrolls fit into 10 s"
            ),
        ],
        removed: &[],
        example: r#"{
  "id": "scroll-until-1",
  "type": "scroll_until",
  "params": {
    "direction": "down",
    "matcher": { "textEquals": "About phone" },
    "maxScrolls": 25,
    "maxDurationMs": 10000,
    "noPositionChangeThreshold": 3
  }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let click_after = params.get("clickAfter");
        if click_after == Some(true) && !Target::is_named(params) {
            let _: Option<()> = params.fail(
                Rule::Requires,
                "scroll_until params.clickAfter=true requires params.matcher",
            );
        }
        Some(Self {
            direction: params.get("direction"),
            target: Target::read(params),
            scope: ContainerScope::read(params),
            click_after,
            distance_ratio: params.get("distanceRatio"),
            settle_delay_ms: params.get("settleDelayMs"),
            max_scrolls: params.get("maxScrolls"),
            max_duration_ms: params.get("maxDurationMs"),
            no_position_change_threshold: params.get("noPositionChangeThreshold"),
            find_first_scrollable_child: params.get("findFirstScrollableChild"),
            click_type: ClickType::read(params),
        })
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
