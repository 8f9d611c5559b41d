//! `wait_for_node`: wait until a node is on the screen.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::{Decode, Object, Value, decode_word};
use crate::errors::ErrorCode;
use crate::failure::Rule;
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
    /// What to wait for; default: `present`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub until: Option<WaitUntil>,
    /// The id of an earlier `read_text`, with `until` "changed": the node's text has to be another than that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub since: Option<Text<MAX_ID_LENGTH>>,
}

/// What a wait for a node waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum WaitUntil {
    /// The node is on the screen.
    Present,
    /// It is not.
    Gone,
    /// It has another text than an earlier step read.
    Changed,
}

impl WaitUntil {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Gone => "gone",
            Self::Changed => "changed",
        }
    }
}

impl Decode for WaitUntil {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let words = [Self::Present, Self::Gone, Self::Changed].map(|until| (until.name(), until));
        decode_word(value, &words, &["present", "gone", "changed"])
    }
}

impl Params for WaitForNodeParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Wait until a node is on the screen, or gone, or has another text.",
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
            "`until` \"gone\" is met by two whole trees in a row without the node, or by one where the driver waits for rest, of a phone that is awake and unlocked; a screen that cannot be read is not gone",
            "`until` \"changed\" needs `since`, the id of an earlier `read_text` without `all`; a node that is not there has not changed",
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
        let until = params.get("until");
        let since = params.get("since");
        match (until, params.has("since")) {
            (Some(WaitUntil::Changed), false) => {
                return params.fail(
                    Rule::Requires,
                    "wait_for_node until 'changed' requires params.since",
                );
            }
            (Some(WaitUntil::Present | WaitUntil::Gone), true) => return since_alone(params),
            (None, true) if !params.has("until") => return since_alone(params),
            _ => {}
        }
        Some(Self {
            target: Target::require(params, "wait_for_node"),
            timeout_ms: params.get("timeoutMs"),
            retry: params.get("retry"),
            verifies: params.get("verifies"),
            until,
            since,
        })
    }
}

fn since_alone<T>(params: &Object<'_>) -> Option<T> {
    params.value("since")?.fail(
        Rule::Requires,
        "wait_for_node params.since requires params.until 'changed'",
    )
}
