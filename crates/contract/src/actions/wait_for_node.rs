//! `wait_for_node`: wait until a node is on the screen.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::limits::{MAX_EXECUTION_TIMEOUT_MS, MAX_ID_LENGTH};
use crate::retry::{Retry, RetryPreset};
use crate::target::Target;
use crate::values::{Clamped, Text};

/// What to wait for, and how long.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("anyOf" = [{ "required": ["matcher"] }, { "required": ["where"] }, { "required": ["ref"] }]))]
pub struct WaitForNodeParams {
    #[serde(flatten)]
    #[expect(
        missing_docs,
        reason = "flattened: its fields are documented on the type"
    )]
    pub target: Target,
    /// How long to wait, in milliseconds; distinct from the execution's own timeout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<Clamped<1, MAX_EXECUTION_TIMEOUT_MS>>,
    /// How often to look; default without `timeoutMs`: `UiReadiness`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
    /// The id of an earlier action that this wait verifies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub verifies: Option<Text<MAX_ID_LENGTH>>,
}

impl Params for WaitForNodeParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Wait until a node is on the screen.",
        commands: &["wait"],
        default_retry: Some(RetryPreset::UiReadiness),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::WaitTimeout,
            ErrorCode::VerifyFailed,
            ErrorCode::OutcomeUnknown,
        ],
        rules: &[
            "`where` or `ref` may be used instead of `matcher`",
            "`timeoutMs` alone waits that long; `retry` alone makes its attempts; with both, whichever ends first",
            "`verifies` names an earlier action; not found is `VERIFY_FAILED`, and an unreadable screen is `OUTCOME_UNKNOWN`",
        ],
        removed: &[],
        example: r#"{
  "id": "wait-1",
  "type": "wait_for_node",
  "params": {
    "matcher": { "textEquals": "Settings" },
    "timeoutMs": 5000
  }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        Some(Self {
            target: Target::require(params, "wait_for_node"),
            timeout_ms: params.get("timeoutMs"),
            retry: params.get("retry"),
            verifies: params.get("verifies"),
        })
    }
}
