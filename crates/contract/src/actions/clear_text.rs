//! `clear_text`: take away what a field holds.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::failure::Rule;
use crate::retry::{Retry, RetryPreset};
use crate::target::Target;

/// Which field to empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend(
    "if" = { "anyOf": [{ "required": ["strict"] }, { "required": ["window"] }] },
    "then" = { "anyOf": [{ "required": ["matcher"] }, { "required": ["where"] }, { "required": ["ref"] }] },
))]
pub struct ClearTextParams {
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub target: Target,
    /// The retry policy for finding the field; default: `UiReadiness`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl ClearTextParams {
    /// Whether it names a field; otherwise the one with the focus is meant.
    #[must_use]
    pub const fn names_field(&self) -> bool {
        let target = &self.target;
        target.matcher.is_some() || target.where_clause.is_some() || target.node_ref.is_some()
    }
}

impl Params for ClearTextParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Empty a field.",
        commands: &["clear-text"],
        default_retry: Some(RetryPreset::UiReadiness),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::NodeNotFound,
            ErrorCode::TextMismatch,
            ErrorCode::OutcomeUnknown,
        ],
        rules: &[
            "an extension: `enter_text` with `clear` puts a text in place of another, and takes no empty one",
            "`matcher`, `where` and `ref` name the field; without one it is the field that has the focus",
            "`strict` and `window` need a field that is named",
            "the field is read again: one that shows its hint is empty; of a password its length is judged",
            "most phones do not tell the shell driver what is a hint: another text than before is taken for one, with `warn`, and is in `text`; the same as before, or its beginning, is `OUTCOME_UNKNOWN`",
        ],
        removed: &[],
        example: r#"{
  "id": "clear-1",
  "type": "clear_text",
  "params": { "matcher": { "resourceId": "com.example:id/search" } }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let target = Target::read(params);
        if !Target::is_named(params) {
            for key in ["strict", "window"] {
                if let Some(value) = params.value(key) {
                    let _: Option<()> = value.fail(
                        Rule::Requires,
                        format!("clear_text params.{key} requires params.matcher"),
                    );
                }
            }
        }
        let retry = params.get("retry");
        Some(Self { target, retry })
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
