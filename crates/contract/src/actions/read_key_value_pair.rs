//! `read_key_value_pair`: read the value that belongs to a label.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::matcher::NodeMatcher;
use crate::retry::{Retry, RetryPreset};
use crate::target::Window;
use crate::where_clause::Where;

/// Which label's value to read.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("anyOf" = [{ "required": ["labelMatcher"] }, { "required": ["where"] }]))]
pub struct ReadKeyValuePairParams {
    /// The label, by the six fields of the contract.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label_matcher: Option<NodeMatcher>,
    /// The label, by an expression; with `labelMatcher`, both must hold.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub where_clause: Option<Where>,
    /// When true, several matching labels fail with `NODE_AMBIGUOUS`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub strict: Option<bool>,
    /// The windows to search; default: the app and the dialogs above it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub window: Option<Window>,
    /// Whether to read the value of every matching label; default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<bool>,
    /// The retry policy for finding the label; default: `UiReadiness`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for ReadKeyValuePairParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Read the value that belongs to a label, such as the percentage beside \"Battery\".",
        commands: &["read-value"],
        default_retry: Some(RetryPreset::UiReadiness),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::NodeNotFound,
            ErrorCode::ValueNodeNotFound,
        ],
        rules: &["`where` may be used instead of `labelMatcher`"],
        removed: &[],
        example: r#"{
  "id": "read-value-1",
  "type": "read_key_value_pair",
  "params": {
    "labelMatcher": { "textEquals": "Battery" },
    "all": false
  }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        if !params.has("labelMatcher") && !params.has("where") {
            let _: Option<()> = params.missing(
                "labelMatcher",
                "read_key_value_pair requires params.labelMatcher",
            );
        }
        Some(Self {
            label_matcher: params.get("labelMatcher"),
            where_clause: params.get("where"),
            strict: params.get("strict"),
            window: params.get("window"),
            all: params.get("all"),
            retry: params.get("retry"),
        })
    }
}
