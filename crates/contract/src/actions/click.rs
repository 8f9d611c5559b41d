//! `click`: press, press twice, long-press or focus one node or one point.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::aliases;
use crate::decode::{Decode, Object, Value, decode_word};
use crate::errors::ErrorCode;
use crate::failure::{Rule, WarningRule};
use crate::limits::{MAX_COORDINATE, MAX_GENERATION, MAX_HOLD_MS, MIN_HOLD_MS};
use crate::retry::{Retry, RetryPreset};
use crate::target::Target;
use crate::values::Integer;

/// What to press, and how.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend(
    "oneOf" = [
        { "required": ["coordinate"], "not": { "required": ["clickType"], "properties": { "clickType": { "enum": ["focus"] } } } },
        { "anyOf": [{ "required": ["matcher"] }, { "required": ["where"] }, { "required": ["ref"] }] },
    ],
))]
pub struct ClickParams {
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub target: Target,
    /// The point to press, in pixels of the screen; excludes every way to name a node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinate: Option<Coordinate>,
    /// How to press; default: `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub click_type: Option<ClickType>,
    /// With `clickType` `long_click`: how long the finger is held, in milliseconds; default: 650.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub hold_ms: Option<Integer<MIN_HOLD_MS, MAX_HOLD_MS>>,
    /// The retry policy for finding the node; default: `UiReadiness`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for ClickParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Press, long-press or focus one node, or press one point of the screen.",
        commands: &["click"],
        default_retry: Some(RetryPreset::UiReadiness),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::NodeNotFound,
            ErrorCode::NodeNotClickable,
            ErrorCode::NodeAmbiguous,
            ErrorCode::GestureFailed,
            ErrorCode::CoordinateOffScreen,
            ErrorCode::CapabilityUnsupported,
        ],
        rules: &[
            "exactly one of `matcher` and `coordinate`; `where` or `ref` may be used instead of `matcher`",
            "`clickType` \"focus\" cannot be combined with `coordinate`",
            "`clickType` \"focus\" through `adb shell` works for text fields only; other nodes fail with `CAPABILITY_UNSUPPORTED`",
            "`clickType` \"double_click\" and `holdMs` are extensions; a double click needs the Operator or Android 12, and `holdMs` needs `clickType` \"long_click\"",
        ],
        removed: &[],
        example: r#"{
  "id": "click-1",
  "type": "click",
  "params": {
    "matcher": { "textEquals": "Settings" },
    "clickType": "long_click"
  }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let target = Target::read(params);
        let coordinate = params.get("coordinate");
        let click_type = ClickType::read(params);
        let hold_ms = params.get("holdMs");
        let retry = params.get("retry");
        let by_node = Target::is_named(params);
        if !by_node && !params.has("coordinate") {
            return params.fail(
                Rule::Missing,
                "click requires params.matcher or params.coordinate",
            );
        }
        if by_node && params.has("coordinate") {
            let named = ["matcher", "where", "ref"]
                .into_iter()
                .find(|key| params.has(key))
                .unwrap_or("matcher");
            return params.fail(
                Rule::Exclusive,
                format!("click params.{named} and params.coordinate are mutually exclusive"),
            );
        }
        if click_type == Some(ClickType::Focus) && params.has("coordinate") {
            return params.fail(
                Rule::Exclusive,
                "click params.coordinate does not support clickType='focus'",
            );
        }
        // A type that cannot be read is reported itself.
        let is_unread = click_type.is_none() && params.has("clickType");
        if params.has("holdMs") && !is_unread && click_type != Some(ClickType::LongClick) {
            return params.value("holdMs")?.fail(
                Rule::Requires,
                "click params.holdMs requires clickType='long_click'",
            );
        }
        Some(Self {
            target,
            coordinate,
            click_type,
            hold_ms,
            retry,
        })
    }
}

/// A point of the screen, in pixels from its top left corner.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Coordinate {
    /// From the left edge.
    pub x: Integer<0, MAX_COORDINATE>,
    /// From the top edge.
    pub y: Integer<0, MAX_COORDINATE>,
    /// The snapshot on which the point was chosen: where another node is there now, nothing is touched.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub generation: Option<Integer<0, MAX_GENERATION>>,
}

impl Decode for Coordinate {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let object = value.object(&aliases::COORDINATE)?;
        let x = object.require("x", "Required");
        let y = object.require("y", "Required");
        let generation = object.get("generation");
        Some(Self {
            x: x?,
            y: y?,
            generation,
        })
    }
}

/// How to press.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline, extend("x-clawperator-input-words" = ["default", "click", "long_click", "longclick", "double_click", "focus"]))]
pub enum ClickType {
    /// A short press.
    Default,
    /// A long press.
    LongClick,
    /// Two short presses, one right after the other.
    DoubleClick,
    /// Input focus, without a press.
    Focus,
}

impl ClickType {
    /// Reads `clickType`, or `longPress`, which stands for it.
    pub(crate) fn read(params: &Object<'_>) -> Option<Self> {
        let long_press = params.value("longPress");
        let Some(click_type) = params.value("clickType") else {
            let is_long = long_press.as_ref().and_then(Value::boolean)?;
            return is_long.then_some(Self::LongClick);
        };
        let decoded = Self::decode(&click_type);
        if let Some(alias) = long_press {
            let is_long = alias.boolean()?;
            if decoded.is_some_and(|decoded| (decoded == Self::LongClick) != is_long) {
                return alias.fail_with_hint(
                    Rule::AliasConflict,
                    "'clickType' and 'longPress' both mean clickType, with different values",
                    "keep one of them, written as clickType",
                );
            }
            let message = "ignored: clickType is also given, with the same value".to_owned();
            alias.report.warning(
                alias.node.ordinal,
                &alias.path,
                WarningRule::AliasIgnored,
                message,
                None,
            );
        }
        decoded
    }
}

impl Decode for ClickType {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let words = [
            ("default", Self::Default),
            ("click", Self::Default),
            ("long_click", Self::LongClick),
            ("longclick", Self::LongClick),
            ("double_click", Self::DoubleClick),
            ("focus", Self::Focus),
        ];
        let known = ["default", "long_click", "double_click", "focus"];
        decode_word(value, &words, &known)
    }
}
