//! `hide_keyboard`: put the keyboard away, if there is one.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::retry::{Retry, RetryPreset};

/// How often to look for the keyboard.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HideKeyboardParams {
    /// The retry policy for a screen that cannot be read; default: `UiReadiness`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for HideKeyboardParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Hide the keyboard.",
        commands: &["hide-keyboard"],
        default_retry: Some(RetryPreset::UiReadiness),
        failures: &[
            ErrorCode::ActionFailed,
            ErrorCode::UiTreeUnavailable,
            ErrorCode::DeviceNotInteractive,
            ErrorCode::OutcomeUnknown,
        ],
        rules: &[
            "an extension: `press_key` with `back` leaves the page where no keyboard is shown",
            "`back` is pressed only where a keyboard is seen right before it; where none is, nothing is sent, and `keyboard_shown` is `false`",
            "it succeeds when the keyboard is seen to be gone; one that stays is `ACTION_FAILED`",
        ],
        removed: &[],
        example: r#"{
  "id": "hide-1",
  "type": "hide_keyboard"
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let retry = params.get("retry");
        Some(Self { retry })
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
