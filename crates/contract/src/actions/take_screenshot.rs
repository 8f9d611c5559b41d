//! `take_screenshot`: a picture of the screen, at its place in the list.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::limits::MAX_PATH_LENGTH;
use crate::retry::{Retry, RetryPreset};
use crate::values::Text;

/// Where the picture goes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TakeScreenshotParams {
    /// The file to write on this machine; default: a file in a private temporary folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Text<MAX_PATH_LENGTH>>,
    /// Accepted for symmetry; default: no retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for TakeScreenshotParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Take a picture of the screen as it is at this step.",
        commands: &["screenshot"],
        default_retry: Some(RetryPreset::None),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::ScreenshotFailed,
            ErrorCode::ResultEnvelopeTimeout,
        ],
        rules: &[],
        removed: &[],
        example: r#"{
  "id": "shot-1",
  "type": "take_screenshot",
  "params": { "path": "/tmp/settings.png" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let path = params.value("path").and_then(|value| {
            Text::check(
                &value,
                "take_screenshot params.path must be a non-empty string",
            )
        });
        Some(Self {
            path,
            retry: params.get("retry"),
        })
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
