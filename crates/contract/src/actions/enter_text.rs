//! `enter_text`: type into a field.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::failure::Rule;
use crate::retry::{Retry, RetryPreset};
use crate::target::Target;

const NEEDS_TEXT: &str = "enter_text requires non-empty params.text";

/// What to type, and where.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend(
    "anyOf" = [{ "required": ["matcher"] }, { "required": ["where"] }, { "required": ["ref"] }],
    "if" = { "not": { "required": ["allowBlank"], "properties": { "allowBlank": { "const": true } } } },
    "then" = { "properties": { "text": { "pattern": "\\S" } } },
))]
pub struct EnterTextParams {
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub target: Target,
    /// What to type; must not be blank unless `allowBlank` is true.
    pub text: EnteredText,
    /// Whether to press the keyboard's enter key afterwards; default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submit: Option<bool>,
    /// Whether to replace the field's text; by default the new text is appended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clear: Option<bool>,
    /// When true, whitespace-only text is typed instead of refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub allow_blank: Option<bool>,
    /// The retry policy for finding the field; default: `UiReadiness`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for EnterTextParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Type into a field.",
        commands: &["type"],
        default_retry: Some(RetryPreset::UiReadiness),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::NodeNotFound,
            ErrorCode::TextMismatch,
            ErrorCode::TextUnsupported,
        ],
        rules: &[
            "`where` or `ref` may be used instead of `matcher`",
            "empty text is always refused, and whitespace-only text unless `allowBlank` is true",
            "no message, warning or log ever contains the value of `text`",
        ],
        removed: &[],
        example: r#"{
  "id": "type-1",
  "type": "enter_text",
  "params": {
    "matcher": { "resourceId": "com.example:id/search" },
    "text": "hello world",
    "submit": false
  }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let target = Target::require(params, "enter_text");
        let allow_blank = params.get("allowBlank");
        let text = EnteredText::read(params, allow_blank == Some(true));
        let submit = params.get("submit");
        let clear = params.get("clear");
        let retry = params.get("retry");
        Some(Self {
            target,
            text: text?,
            submit,
            clear,
            allow_blank,
            retry,
        })
    }
}

/// Text to be typed. It may be a password, so it is never shown when printed for debugging.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct EnteredText(String);

impl EnteredText {
    /// The text itself, for the driver that types it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    fn read(params: &Object<'_>, allow_blank: bool) -> Option<Self> {
        let Some(value) = params.value("text") else {
            return params.missing("text", NEEDS_TEXT);
        };
        let text = value.string()?;
        if text.is_empty() {
            return value.fail(Rule::Blank, NEEDS_TEXT);
        }
        if text.trim().is_empty() && !allow_blank {
            return value.fail_with_hint(
                Rule::Blank,
                NEEDS_TEXT,
                "set allowBlank to true to type white space",
            );
        }
        Some(Self(text.to_owned()))
    }
}

impl fmt::Debug for EnteredText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "EnteredText({} characters)",
            self.0.chars().count()
        )
    }
}

impl JsonSchema for EnteredText {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "EnteredText".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1 })
    }
}
