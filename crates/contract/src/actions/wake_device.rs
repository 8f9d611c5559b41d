//! `wake_device`: light the screen, and open a lock that needs no secret.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;

/// Whether to open the lock too.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WakeDeviceParams {
    /// Whether to open a lock that needs no secret; default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlock: Option<bool>,
}

impl Params for WakeDeviceParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Light the screen, and with `unlock` open a lock that needs no secret.",
        commands: &["wake"],
        default_retry: None,
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::DeviceNotInteractive,
            ErrorCode::OutcomeUnknown,
        ],
        rules: &[
            "an extension; other steps are `DEVICE_NOT_INTERACTIVE` where the phone is dark or locked",
            "nothing is sent to a phone that is awake already, nor to a lock that is open",
            "a lock that needs a PIN, a pattern or a fingerprint is left alone: `DEVICE_NOT_INTERACTIVE` with `lock: secret`",
            "it succeeds when the phone itself says that the screen is on, and with `unlock` that the lock is open",
        ],
        removed: &[],
        example: r#"{
  "id": "wake-1",
  "type": "wake_device",
  "params": { "unlock": true }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let unlock = params.get("unlock");
        Some(Self { unlock })
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
