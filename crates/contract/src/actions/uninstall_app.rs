//! `uninstall_app`: remove an app.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::limits::MAX_MATCHER_VALUE_LENGTH;
use crate::values::Text;

/// Which app to remove.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UninstallAppParams {
    /// The app's package id.
    pub application_id: Text<MAX_MATCHER_VALUE_LENGTH>,
}

impl Params for UninstallAppParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Uninstall an app with all its data.",
        commands: &["apps"],
        default_retry: None,
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::AppNotFound,
            ErrorCode::ActionFailed,
            ErrorCode::OutcomeUnknown,
        ],
        rules: &[
            "an extension",
            "it is a success where the app is gone afterwards; an app of the system keeps the version it came with, and that is a failure",
            "it is sent once; an answer that is lost is `OUTCOME_UNKNOWN`",
        ],
        removed: &[],
        example: r#"{
  "id": "uninstall-1",
  "type": "uninstall_app",
  "params": { "applicationId": "com.example.app" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let application_id = params.require_text(
            "applicationId",
            "uninstall_app requires params.applicationId",
        );
        Some(Self {
            application_id: application_id?,
        })
    }
}
