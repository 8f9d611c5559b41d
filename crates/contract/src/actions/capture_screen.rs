//! `capture_screen`: picture, tree and the app in front, taken together.

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
pub struct CaptureScreenParams {
    /// The file to write on this machine; default: a file in a private temporary folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Text<MAX_PATH_LENGTH>>,
    /// The retry policy for a screen that cannot be read; default: `UiReadiness`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for CaptureScreenParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Take a picture and read the tree of the same screen, at once.",
        commands: &["observe"],
        default_retry: Some(RetryPreset::UiReadiness),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::ScreenshotFailed,
            ErrorCode::SnapshotExtractionFailed,
            ErrorCode::ResultEnvelopeTimeout,
        ],
        rules: &[
            "an extension: the contract takes pictures and trees apart",
            "if the screen changed between picture and tree, both are taken once more; if it changed again, `coherent` is `false`",
        ],
        removed: &[],
        example: r#"{
  "id": "capture-1",
  "type": "capture_screen",
  "params": { "path": "/tmp/screen.png" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let path = params.value("path").and_then(|value| {
            Text::check(
                &value,
                "capture_screen params.path must be a non-empty string",
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
