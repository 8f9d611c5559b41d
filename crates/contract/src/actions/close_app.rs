//! `close_app`: stop an app.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::limits::MAX_MATCHER_VALUE_LENGTH;
use crate::retry::{Retry, RetryPreset};
use crate::values::Text;

/// Which app to stop.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CloseAppParams {
    /// The app's package id.
    pub application_id: Text<MAX_MATCHER_VALUE_LENGTH>,
    /// The retry policy; default: `AppClose`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for CloseAppParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Stop an app and everything it runs, as an ordered step.",
        commands: &["close"],
        default_retry: Some(RetryPreset::AppClose),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::ActionFailed,
        ],
        rules: &[],
        removed: &[],
        example: r#"{
  "id": "close-1",
  "type": "close_app",
  "params": { "applicationId": "com.android.settings" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let application_id =
            params.require_text("applicationId", "close_app requires params.applicationId");
        let retry = params.get("retry");
        Some(Self {
            application_id: application_id?,
            retry,
        })
    }
}
