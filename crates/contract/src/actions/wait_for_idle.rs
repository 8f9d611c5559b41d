//! `wait_for_idle`: wait until the screen stays as it is.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::failure::Rule;
use crate::limits::{MAX_EXECUTION_TIMEOUT_MS, MAX_QUIET_MS};
use crate::values::Clamped;

/// How long the screen has to stay as it is, and how long to wait for that.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WaitForIdleParams {
    /// How long nothing may change, in milliseconds; default: 500.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet_ms: Option<Clamped<0, MAX_QUIET_MS>>,
    /// How long to wait, in milliseconds; default: 10000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<Clamped<1, MAX_EXECUTION_TIMEOUT_MS>>,
}

impl WaitForIdleParams {
    /// How long nothing may change where nobody says.
    pub const DEFAULT_QUIET_MS: f64 = 500.0;
    /// How long is waited where nobody says.
    pub const DEFAULT_TIMEOUT_MS: f64 = 10_000.0;

    /// How long nothing may change, in milliseconds.
    #[must_use]
    pub fn quiet(&self) -> f64 {
        let quiet = self.quiet_ms.as_ref();
        quiet.map_or(Self::DEFAULT_QUIET_MS, Clamped::effective)
    }

    /// How long is waited, in milliseconds.
    #[must_use]
    pub fn timeout(&self) -> f64 {
        let timeout = self.timeout_ms.as_ref();
        timeout.map_or(Self::DEFAULT_TIMEOUT_MS, Clamped::effective)
    }
}

impl Params for WaitForIdleParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Wait until the screen stays as it is.",
        commands: &["wait-for-idle"],
        default_retry: None,
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::UiTreeUnavailable,
            ErrorCode::DeviceNotInteractive,
        ],
        rules: &[
            "an extension: to wait for something that is known, `wait_for_node` is surer and faster",
            "`quietMs` is less than `timeoutMs`",
            "a screen that keeps changing is an answer: `settled` is `false` then",
            "what counts is what a snapshot shows: whole trees that are the same for `quietMs`, and no change that the phone reports meanwhile",
            "a screen that could not be read at the end is `UI_TREE_UNAVAILABLE`",
        ],
        removed: &[],
        example: r#"{
  "id": "idle-1",
  "type": "wait_for_idle",
  "params": { "quietMs": 500, "timeoutMs": 10000 }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let wait = Self {
            quiet_ms: params.get("quietMs"),
            timeout_ms: params.get("timeoutMs"),
        };
        if wait.quiet() >= wait.timeout() {
            return params.fail(
                Rule::Requires,
                "wait_for_idle params.quietMs must be less than params.timeoutMs, which is 10000 by default",
            );
        }
        Some(wait)
    }
}
