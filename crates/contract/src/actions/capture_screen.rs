//! `capture_screen`: picture, tree and the app in front, taken together.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::aliases;
use crate::decode::{Decode, Object, Value};
use crate::errors::ErrorCode;
use crate::failure::Rule;
use crate::limits::{MAX_GENERATION, MAX_PATH_LENGTH};
use crate::retry::{Retry, RetryPreset};
use crate::values::{Integer, Text};

const NEEDS_HASH: &str = "known.pictureSha256 must be 64 hexadecimal digits, a to f in lower case";
/// The digits of a picture's hash.
const HASH_DIGITS: usize = 64;

/// Where the picture goes, and what the caller knows already.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CaptureScreenParams {
    /// The file to write on this machine; default: a file in a private temporary folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Text<MAX_PATH_LENGTH>>,
    /// Whether the picture alone will do where there is no tree, because the screen keeps moving or is off; default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_no_tree: Option<bool>,
    /// A snapshot that the caller has already: while the screen shows the same, the tree is not read again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<KnownScreen>,
    /// The retry policy for a screen that cannot be read; default: `UiReadiness`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

/// A snapshot and what its step said of its picture.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KnownScreen {
    /// The snapshot.
    pub generation: Integer<1, MAX_GENERATION>,
    /// The hash of its picture.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub picture_sha256: Text<HASH_DIGITS>,
}

impl Decode for KnownScreen {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let object = value.object(&aliases::KNOWN)?;
        let generation = object.require("generation", "Required");
        let picture_sha256 = match object.value("pictureSha256") {
            Some(value) => hash(&value),
            None => object.fail(Rule::Missing, NEEDS_HASH),
        };
        Some(Self {
            generation: generation?,
            picture_sha256: picture_sha256?,
        })
    }
}

impl Params for CaptureScreenParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Take a picture and read the tree of the same screen, at once.",
        commands: &["observe"],
        default_retry: Some(RetryPreset::UiReadiness),
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::ScreenshotFailed,
            ErrorCode::SnapshotExtractionFailed,
            ErrorCode::ResultEnvelopeTimeout,
        ],
        rules: &[
            "an extension: the contract takes pictures and trees apart",
            "if the screen changed between picture and tree, both are taken once more; if it changed again, `coherent` is `false`",
            "a caret that blinks and a clock that ticks in the bar at the top are not changes",
            "with `known`, a snapshot and its picture, the tree is not read while picture and app in front are still those: `tree` is then `unchanged`",
            "with `allowNoTree` a screen that keeps moving answers with its picture and `tree: never_idle`, and one without a window with `tree: no_window`",
        ],
        removed: &[],
        example: r#"{
  "id": "capture-1",
  "type": "capture_screen",
  "params": { "path": "/tmp/screen.png" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let path = params.value("path").and_then(|value| {
            Text::check(
                &value,
                "capture_screen params.path must be a non-empty string",
            )
        });
        Some(Self {
            path,
            allow_no_tree: params.get("allowNoTree"),
            known: params.get("known"),
            retry: params.get("retry"),
        })
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

fn hash(value: &Value<'_>) -> Option<Text<HASH_DIGITS>> {
    let text: Text<HASH_DIGITS> = Text::check(value, NEEDS_HASH)?;
    let is_digit = |digit: u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
    if text.as_str().len() == HASH_DIGITS && text.as_str().bytes().all(is_digit) {
        Some(text)
    } else {
        value.fail(Rule::Malformed, NEEDS_HASH)
    }
}
