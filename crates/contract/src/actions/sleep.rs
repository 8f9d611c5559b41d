//! `sleep`: do nothing for a while.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::{Object, Value};
use crate::errors::ErrorCode;
use crate::failure::Rule;
use crate::limits::MAX_EXECUTION_TIMEOUT_MS;
use crate::retry::{Retry, RetryPreset};
use crate::values::AnyNumber;

const NEEDS_DURATION: &str = "sleep requires params.durationMs >= 0";

/// How long to sleep.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SleepParams {
    /// How long, in milliseconds.
    pub duration_ms: SleepDuration,
    /// Accepted for symmetry; default: no retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for SleepParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Do nothing for a while.",
        commands: &["sleep"],
        default_retry: Some(RetryPreset::None),
        failures: &[ErrorCode::ExecutionValidationFailed],
        rules: &["a sleep that would pass the execution's deadline ends the execution at once"],
        removed: &[],
        example: r#"{
  "id": "sleep-1",
  "type": "sleep",
  "params": { "durationMs": 1500 }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let duration_ms = match params.value("durationMs") {
            Some(value) => SleepDuration::decode(&value),
            None => params.missing("durationMs", NEEDS_DURATION),
        };
        let retry = params.get("retry");
        Some(Self {
            duration_ms: duration_ms?,
            retry,
        })
    }
}

/// A duration of 0 to 120000 ms.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SleepDuration(AnyNumber);

impl SleepDuration {
    /// The milliseconds.
    #[must_use]
    pub fn get(&self) -> f64 {
        self.0.get()
    }

    #[expect(clippy::cast_precision_loss, reason = "the bound is far below 2^53")]
    fn decode(value: &Value<'_>) -> Option<Self> {
        let number = value.number()?;
        if number.get() < 0.0 {
            return value.fail(Rule::OutOfRange, NEEDS_DURATION);
        }
        if number.get() > MAX_EXECUTION_TIMEOUT_MS as f64 {
            return value.fail(
                Rule::OutOfRange,
                format!("sleep.durationMs must not exceed {MAX_EXECUTION_TIMEOUT_MS} ms"),
            );
        }
        Some(Self(number))
    }
}

impl JsonSchema for SleepDuration {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "SleepDuration".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "maximum": MAX_EXECUTION_TIMEOUT_MS })
    }
}
