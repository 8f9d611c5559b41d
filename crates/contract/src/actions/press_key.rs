//! `press_key`: one of the system's keys, or any other by its name or number.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::{Decode, Object, Value, decode_word};
use crate::errors::ErrorCode;
use crate::failure::Rule;
use crate::keys::KeyCode;
use crate::limits::MAX_KEY_TIMES;
use crate::retry::{Retry, RetryPreset};
use crate::values::Integer;

/// Which key to press.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["key"] }, { "required": ["keyCode"] }]))]
pub struct PressKeyParams {
    /// The key, if it is one of the system's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<Key>,
    /// Any key, by its name or Android's number of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub key_code: Option<KeyCode>,
    /// How often to press it; default: once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub times: Option<Integer<1, MAX_KEY_TIMES>>,
    /// Whether to hold it as long as a long press takes; default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub long: Option<bool>,
    /// Accepted for symmetry; default: no retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for PressKeyParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Press a key.",
        commands: &["press", "back"],
        default_retry: Some(RetryPreset::None),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::GlobalActionFailed,
            ErrorCode::OutcomeUnknown,
            ErrorCode::CapabilityUnsupported,
        ],
        rules: &[
            "exactly one of `key` and `keyCode`; `keyCode`, `times` and `long` are extensions",
            "keys that press what has the focus, such as `enter`, `space` and `dpad_center`, are judged as a press of that node, each time on a fresh look; arrows are where they change a value; where nothing is seen to have the focus, as a touch of content that the tree does not show",
            "`long` needs the Operator: the phone's own program holds no key before Android 15",
            "where the screen is read before a key, the default retry is `UiReadiness`, as for other nodes",
            "to type a text, use `enter_text`, which reads it back",
        ],
        removed: &[],
        example: r#"{
  "id": "press-1",
  "type": "press_key",
  "params": { "key": "back" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let key = params.get("key");
        let key_code = params.get("keyCode");
        let times = params.get("times");
        let long = params.get("long");
        let retry = params.get("retry");
        match (params.has("key"), params.has("keyCode")) {
            (false, false) => params.missing("key", "press_key requires params.key"),
            (true, true) => params.fail(
                Rule::Exclusive,
                "press_key params.key and params.keyCode are mutually exclusive",
            ),
            _ => Some(Self {
                key,
                key_code,
                times,
                long,
                retry,
            }),
        }
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

impl PressKeyParams {
    /// The key, whichever way it is named.
    #[must_use]
    pub fn code(&self) -> Option<KeyCode> {
        self.key_code.or_else(|| self.key.and_then(Key::code))
    }
}

impl Key {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Back, Self::Home, Self::Recents];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Back => "back",
            Self::Home => "home",
            Self::Recents => "recents",
        }
    }

    /// The same key among all of them.
    #[must_use]
    pub fn code(self) -> Option<KeyCode> {
        KeyCode::named(match self {
            Self::Back => "back",
            Self::Home => "home",
            Self::Recents => "app_switch",
        })
    }
}

impl Decode for Key {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let words = Self::ALL.map(|key| (key.name(), key));
        let written = value.as_string();
        let is_system = words.iter().any(|(word, _)| {
            written.is_some_and(|written| word.eq_ignore_ascii_case(written.trim()))
        });
        if let Some(other) = written.filter(|_| !is_system).and_then(KeyCode::named) {
            let allowed = Self::ALL.map(Self::name).join(", ");
            return value.fail_with_hint(
                Rule::NotAllowed,
                format!("must be one of: {allowed}; '{}' is not", other.name()),
                format!("write it as keyCode: \"{}\"", other.name()),
            );
        }
        decode_word(value, &words, &Self::ALL.map(Self::name))
    }
}
