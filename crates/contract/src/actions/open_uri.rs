//! `open_uri`: open an address in whatever app handles it.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::limits::MAX_URI_LENGTH;
use crate::retry::{Retry, RetryPreset};
use crate::values::Text;

/// Which address to open.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenUriParams {
    /// The address, with its scheme.
    pub uri: Text<MAX_URI_LENGTH>,
    /// The retry policy; default: `AppLaunch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for OpenUriParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Open an address in the app that handles it.",
        commands: &["open"],
        default_retry: Some(RetryPreset::AppLaunch),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::UriNotHandled,
            ErrorCode::DeviceNotInteractive,
        ],
        rules: &[],
        removed: &[],
        example: r#"{
  "id": "open-uri-1",
  "type": "open_uri",
  "params": { "uri": "https://clawperator.com" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let uri = params.require_text("uri", "open_uri requires params.uri");
        let retry = params.get("retry");
        Some(Self { uri: uri?, retry })
    }
}
