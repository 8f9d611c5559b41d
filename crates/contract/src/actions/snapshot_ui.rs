//! `snapshot_ui`: read the whole screen.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::retry::{Retry, RetryPreset};

/// Nothing but patience.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SnapshotUiParams {
    /// The retry policy for reading the screen; default: `UiReadiness`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<Retry>,
}

impl Params for SnapshotUiParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Read the whole screen as a hierarchy of nodes.",
        commands: &["snapshot"],
        default_retry: Some(RetryPreset::UiReadiness),
        failures: &[
            ErrorCode::SnapshotExtractionFailed,
            ErrorCode::ResultEnvelopeTimeout,
        ],
        rules: &["the old `format` parameter was removed and is refused"],
        removed: &[(
            "format",
            "'format' was removed from snapshot_ui. Remove this parameter.",
        )],
        example: r#"{
  "id": "snap-1",
  "type": "snapshot_ui"
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        Some(Self {
            retry: params.get("retry"),
        })
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
