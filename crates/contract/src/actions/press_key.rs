//! `press_key`: one of the system's keys.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::{Decode, Object, Value, decode_word};
use crate::errors::ErrorCode;
use crate::retry::{Retry, RetryPreset};

/// Which key to press.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PressKeyParams {
    /// The key.
    pub key: Key,
    /// Accepted for symmetry; default: no retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for PressKeyParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Press a system key.",
        commands: &["press", "back"],
        default_retry: Some(RetryPreset::None),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::GlobalActionFailed,
        ],
        rules: &[],
        removed: &[],
        example: r#"{
  "id": "press-1",
  "type": "press_key",
  "params": { "key": "back" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let key = params.require("key", "press_key requires params.key");
        let retry = params.get("retry");
        Some(Self { key: key?, retry })
    }
}

/// A system key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Key {
    /// Back.
    Back,
    /// Home.
    Home,
    /// The list of recent apps.
    Recents,
}

impl Key {
    const ALL: [Self; 3] = [Self::Back, Self::Home, Self::Recents];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Back => "back",
            Self::Home => "home",
            Self::Recents => "recents",
        }
    }
}

impl Decode for Key {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let words = Self::ALL.map(|key| (key.name(), key));
        decode_word(value, &words, &Self::ALL.map(Self::name))
    }
}
