//! `wait_for_toast`: wait until a toast is shown.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::aliases;
use crate::decode::{Decode, Object, Value};
use crate::errors::ErrorCode;
use crate::failure::Rule;
use crate::limits::{MAX_EXECUTION_TIMEOUT_MS, MAX_MATCHER_VALUE_LENGTH};
use crate::matcher::MatcherText;
use crate::values::{Clamped, Text};

/// Which toast to wait for, and how long.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WaitForToastParams {
    /// What it says; default: anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matcher: Option<ToastMatcher>,
    /// The app that shows it; default: any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub application_id: Option<Text<MAX_MATCHER_VALUE_LENGTH>>,
    /// How long to wait, in milliseconds; default: 5000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<Clamped<1, MAX_EXECUTION_TIMEOUT_MS>>,
}

/// Names a toast by its text; both must hold where both are given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
pub struct ToastMatcher {
    /// Exact text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_equals: Option<MatcherText>,
    /// Case-sensitive part of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_contains: Option<MatcherText>,
}

impl WaitForToastParams {
    /// How long is waited where nobody says.
    pub const DEFAULT_TIMEOUT_MS: f64 = 5_000.0;
}

impl ToastMatcher {
    /// Whether a toast says so.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        let equals = self.text_equals.as_ref().map(Text::as_str);
        let contains = self.text_contains.as_ref().map(Text::as_str);
        equals.is_none_or(|wanted| wanted == text)
            && contains.is_none_or(|wanted| text.contains(wanted))
    }
}

impl Decode for ToastMatcher {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let mark = value.report.mark();
        let object = value.object(&aliases::TOAST)?;
        let matcher = Self {
            text_equals: object.get("textEquals"),
            text_contains: object.get("textContains"),
        };
        if value.report.mark() != mark {
            return None;
        }
        if object.is_empty() {
            return object.fail(Rule::EmptyMatcher, "Matcher must have at least one field");
        }
        Some(matcher)
    }
}

impl Params for WaitForToastParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Wait until a toast is shown, a message that goes away by itself.",
        commands: &["wait"],
        default_retry: None,
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::WaitTimeout,
            ErrorCode::CapabilityUnsupported,
        ],
        rules: &[
            "an extension: the contract has no action for toasts, which are in no snapshot",
            "a toast since the last act of the execution counts; without one, those of the last 3.5 s",
            "needs the Operator",
        ],
        removed: &[],
        example: r#"{
  "id": "toast-1",
  "type": "wait_for_toast",
  "params": {
    "matcher": { "textContains": "Saved" },
    "timeoutMs": 5000
  }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        Some(Self {
            matcher: params.get("matcher"),
            application_id: params.get("applicationId"),
            timeout_ms: params.get("timeoutMs"),
        })
    }
}
