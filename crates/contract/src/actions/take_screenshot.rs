//! `take_screenshot`: a picture of the screen, at its place in the list.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::limits::{MAX_PATH_LENGTH, MAX_PICTURE_SIDE, MIN_PICTURE_SIDE};
use crate::retry::{Retry, RetryPreset};
use crate::values::{Integer, Text};

/// Where the picture goes, how large it is and what is drawn on it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TakeScreenshotParams {
    /// The file to write on this machine; default: a file in a private temporary folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Text<MAX_PATH_LENGTH>>,
    /// The most pixels of the picture's longest side; it is never made larger; default: as large as the screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub max_side: Option<Integer<MIN_PICTURE_SIDE, MAX_PICTURE_SIDE>>,
    /// Whether the numbers of refs are drawn on what a finger can do something with; default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub marks: Option<bool>,
    /// The retry policy; default: no retry, with `marks` `UiReadiness`.
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
        rules: &[
            "`maxSide` and `marks` are extensions",
            "with `marks` the tree of the same screen is read: a mark `12` is `@e12` of the snapshot in `generation`",
            "with `marks` a screen that changes between picture and tree is taken once more; if it changes again, the step fails",
        ],
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
            max_side: params.get("maxSide"),
            marks: params.get("marks"),
            retry: params.get("retry"),
        })
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
