//! `open_app`: bring an app to the front.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::failure::Rule;
use crate::limits::MAX_MATCHER_VALUE_LENGTH;
use crate::retry::{Retry, RetryPreset};
use crate::values::Text;

/// Which app to open.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["applicationId"] }, { "required": ["appName"] }]))]
pub struct OpenAppParams {
    /// The app's package id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub application_id: Option<Text<MAX_MATCHER_VALUE_LENGTH>>,
    /// The last part of the package id of one app that has an icon, in any case, such as `settings`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub app_name: Option<Text<MAX_MATCHER_VALUE_LENGTH>>,
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
            ErrorCode::AppAmbiguous,
            ErrorCode::DeviceNotInteractive,
        ],
        rules: &[
            "exactly one of `applicationId` and `appName`; `appName` is an extension",
            "`appName` is the last part of a package id: `settings` is `com.android.settings`; the labels below icons are not read",
            "several apps with that part are `APP_AMBIGUOUS`, which lists them; none is opened",
            "policy judges the package that the name stands for",
        ],
        removed: &[],
        example: r#"{
  "id": "open-1",
  "type": "open_app",
  "params": { "applicationId": "com.android.settings" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let app_name = params.get("appName");
        let fresh = params.get("fresh");
        let retry = params.get("retry");
        let application_id = match (params.has("applicationId"), params.has("appName")) {
            (true, true) => {
                return params.fail(
                    Rule::Exclusive,
                    "open_app params.applicationId and params.appName are mutually exclusive",
                );
            }
            (false, true) => None,
            (_, false) => Some(
                params.require_text("applicationId", "open_app requires params.applicationId")?,
            ),
        };
        Some(Self {
            application_id,
            app_name,
            fresh,
            retry,
        })
    }
}
