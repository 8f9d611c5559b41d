//! `start_recording` and `stop_recording`: two actions with the same params.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::limits::MAX_ID_LENGTH;
use crate::retry::{Retry, RetryPreset};
use crate::values::Text;

/// Which recording to start.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StartRecordingParams {
    /// The recording's name: letters, digits, `_` and `-`, at most 64; default: a generated one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<Text<MAX_ID_LENGTH>>,
    /// Whether typed texts are written, those of passwords aside; default: only their lengths. An extension.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texts: Option<bool>,
    /// Accepted for symmetry; default: no retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for StartRecordingParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Start recording what a person does on the phone; only the Operator records.",
        commands: &["recording"],
        default_retry: Some(RetryPreset::None),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::CapabilityUnsupported,
            ErrorCode::RecordingAlreadyInProgress,
        ],
        rules: &[],
        removed: &[],
        example: r#"{
  "id": "record-start-1",
  "type": "start_recording",
  "params": { "sessionId": "session-001" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let session_id =
            read_session_id(params, "start_recording params.sessionId must not be blank");
        Some(Self {
            session_id,
            texts: params.get("texts"),
            retry: params.get("retry"),
        })
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Which recording to stop.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StopRecordingParams {
    /// The recording's name; default: the one that is running.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<Text<MAX_ID_LENGTH>>,
    /// Accepted for symmetry; default: no retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for StopRecordingParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Stop the recording.",
        commands: &["recording"],
        default_retry: Some(RetryPreset::None),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::CapabilityUnsupported,
            ErrorCode::RecordingNotInProgress,
        ],
        rules: &[],
        removed: &[],
        example: r#"{
  "id": "record-stop-1",
  "type": "stop_recording",
  "params": { "sessionId": "session-001" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let session_id =
            read_session_id(params, "stop_recording params.sessionId must not be blank");
        Some(Self {
            session_id,
            retry: params.get("retry"),
        })
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

fn read_session_id(params: &Object<'_>, blank: &str) -> Option<Text<MAX_ID_LENGTH>> {
    params
        .value("sessionId")
        .and_then(|value| Text::check(&value, blank))
}
