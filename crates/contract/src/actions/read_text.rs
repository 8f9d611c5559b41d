//! `read_text`: read one node's text, or every match's.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::{Decode, Object, Value, decode_word};
use crate::errors::ErrorCode;
use crate::limits::MAX_ID_LENGTH;
use crate::pattern::{Case, PatternText, decode_pattern};
use crate::retry::{Retry, RetryPreset};
use crate::target::{ContainerScope, Target};
use crate::values::Text;

/// What to read, and what it should look like.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend(
    "anyOf" = [{ "required": ["matcher"] }, { "required": ["where"] }, { "required": ["ref"] }],
    "if" = { "required": ["validator"], "properties": { "validator": { "enum": ["regex"] } } },
    "then" = { "required": ["validatorPattern"] },
    "else" = { "not": { "required": ["validatorPattern"] } },
))]
pub struct ReadTextParams {
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub target: Target,
    /// Whether to read every match, not only the first; default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<bool>,
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub scope: ContainerScope,
    /// What the text should be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validator: Option<Validator>,
    /// The regular expression of validator `regex`, in Rust syntax; it must match the whole text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validator_pattern: Option<PatternText>,
    /// The retry policy for finding the node; default: `UiReadiness`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
    /// The id of an earlier action that this read verifies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub verifies: Option<Text<MAX_ID_LENGTH>>,
}

impl Params for ReadTextParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Read the text of one node, or of every node that matches.",
        commands: &["read"],
        default_retry: Some(RetryPreset::UiReadiness),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::NodeNotFound,
            ErrorCode::ContainerNotFound,
            ErrorCode::ValidatorMismatch,
        ],
        rules: &[
            "`where` or `ref` may be used instead of `matcher`",
            "`validator` \"regex\" needs `validatorPattern`; with any other validator, or none, the pattern is dropped with a warning",
            "patterns use Rust syntax: no look-around, no back-references",
            "no validator accepts a text of more than 1000 characters",
            "`verifies` names an earlier action; `held_before` in the data says whether the same was read before that action",
        ],
        removed: &[],
        example: r#"{
  "id": "read-1",
  "type": "read_text",
  "params": {
    "matcher": { "textContains": "Order" },
    "validator": "regex",
    "validatorPattern": "^ORD-[0-9]{6}$",
    "all": false
  }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let target = Target::require(params, "read_text");
        let validator = params.get("validator");
        let validator_pattern = read_pattern(params, validator);
        Some(Self {
            target,
            all: params.get("all"),
            scope: ContainerScope::read(params),
            validator,
            validator_pattern,
            retry: params.get("retry"),
            verifies: params.get("verifies"),
        })
    }
}

fn read_pattern(params: &Object<'_>, validator: Option<Validator>) -> Option<PatternText> {
    let pattern = params.value("validatorPattern");
    if validator == Some(Validator::Regex) {
        return match pattern {
            Some(pattern) => decode_pattern(&pattern, "validatorPattern", Case::Sensitive),
            None => params.missing(
                "validatorPattern",
                "read_text validator 'regex' requires params.validatorPattern",
            ),
        };
    }
    let pattern = pattern?;
    // A validator that was itself refused leaves open what the pattern was for.
    if validator.is_some() || !params.has("validator") {
        pattern.dropped(
            "dropped: validatorPattern has no effect unless validator is \"regex\"".to_owned(),
        );
    }
    None
}

/// What a text should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Validator {
    /// A temperature.
    Temperature,
    /// A version number.
    Version,
    /// Whatever `validatorPattern` says.
    Regex,
}

impl Decode for Validator {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let words = [
            ("temperature", Self::Temperature),
            ("version", Self::Version),
            ("regex", Self::Regex),
        ];
        decode_word(value, &words, &["temperature", "version", "regex"])
    }
}
