//! `set_permission`: grant or revoke a permission of an app.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::limits::MAX_MATCHER_VALUE_LENGTH;
use crate::values::Text;

/// Which permission of which app, and what becomes of it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetPermissionParams {
    /// The app's package id.
    pub application_id: Text<MAX_MATCHER_VALUE_LENGTH>,
    /// The permission with all of its name, such as `android.permission.CAMERA`.
    pub permission: Text<MAX_MATCHER_VALUE_LENGTH>,
    /// Whether the app shall have it.
    pub granted: bool,
}

impl Params for SetPermissionParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Grant a permission to an app, or revoke it.",
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
            "what counts is what the phone says of the permission afterwards, since a grant without effect has no message",
            "where it is so already, nothing is sent",
            "revoking stops the app",
        ],
        removed: &[],
        example: r#"{
  "id": "grant-1",
  "type": "set_permission",
  "params": {
    "applicationId": "com.example.app",
    "permission": "android.permission.CAMERA",
    "granted": true
  }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let application_id = params.require_text(
            "applicationId",
            "set_permission requires params.applicationId",
        );
        let permission =
            params.require_text("permission", "set_permission requires params.permission");
        let granted = params.require("granted", "set_permission requires params.granted");
        Some(Self {
            application_id: application_id?,
            permission: permission?,
            granted: granted?,
        })
    }
}
