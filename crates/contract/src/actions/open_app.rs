//! `open_app`: bring an app to the front.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::limits::MAX_MATCHER_VALUE_LENGTH;
use crate::retry::{Retry, RetryPreset};
use crate::values::Text;

/// Which app to open.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenAppParams {
    /// The app's package id.
    pub application_id: Text<MAX_MATCHER_VALUE_LENGTH>,
    /// Whether to stop the app first, to start it fresh; default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fresh: Option<bool>,
    /// The retry policy; default: `AppLaunch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for OpenAppParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Bring an app to the front, starting it when it is not running.",
        commands: &["open"],
        default_retry: Some(RetryPreset::AppLaunch),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::AppNotFound,
            ErrorCode::DeviceNotInteractive,
        ],
        rules: &[],
        removed: &[],
        example: r#"{
  "id": "open-1",
  "type": "open_app",
  "params": { "applicationId": "com.android.settings" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let application_id =
            params.require_text("applicationId", "open_app requires params.applicationId");
        let fresh = params.get("fresh");
        let retry = params.get("retry");
        Some(Self {
            application_id: application_id?,
            fresh,
            retry,
        })
    }
}
