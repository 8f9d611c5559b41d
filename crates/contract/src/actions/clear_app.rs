//! `clear_app`: delete what an app has stored.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::limits::MAX_MATCHER_VALUE_LENGTH;
use crate::values::Text;

/// Whose data to delete.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClearAppParams {
    /// The app's package id.
    pub application_id: Text<MAX_MATCHER_VALUE_LENGTH>,
}

impl Params for ClearAppParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Delete all data of an app, which stops it and takes its permissions away.",
        commands: &["apps"],
        default_retry: None,
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::AppNotFound,
            ErrorCode::OutcomeUnknown,
        ],
        rules: &[
            "an extension",
            "the data are those of the phone's first user",
            "it is sent once; an answer that is lost is `OUTCOME_UNKNOWN`",
        ],
        removed: &[],
        example: r#"{
  "id": "clear-1",
  "type": "clear_app",
  "params": { "applicationId": "com.example.app" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let application_id =
            params.require_text("applicationId", "clear_app requires params.applicationId");
        Some(Self {
            application_id: application_id?,
        })
    }
}
