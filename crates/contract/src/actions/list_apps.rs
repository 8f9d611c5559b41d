//! `list_apps`: which apps are installed.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::limits::{MAX_LISTED_APPS, MAX_MATCHER_VALUE_LENGTH};
use crate::values::{Integer, Text};

/// Which apps to list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListAppsParams {
    /// Only apps with this in their package id; upper and lower case are the same. Default: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contains: Option<Text<MAX_MATCHER_VALUE_LENGTH>>,
    /// The most apps to list; default: 500.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Integer<1, MAX_LISTED_APPS>>,
}

impl Params for ListAppsParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "List the apps that are installed.",
        commands: &["apps"],
        default_retry: None,
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::ServiceUnavailable,
        ],
        rules: &[
            "an extension",
            "the apps are those of the phone's first user, in the order of their package ids",
        ],
        removed: &[],
        example: r#"{
  "id": "apps-1",
  "type": "list_apps",
  "params": { "contains": "settings" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let contains = params.value("contains").and_then(|value| {
            Text::check(
                &value,
                "list_apps params.contains must be a non-empty string",
            )
        });
        Some(Self {
            contains,
            limit: params.get("limit"),
        })
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
