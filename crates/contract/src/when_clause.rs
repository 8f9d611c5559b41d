//! `when`: what has to hold for an action to be done, an extension to the contract.

use schemars::JsonSchema;
use serde::Serialize;

use crate::aliases;
use crate::decode::{Decode, Value};
use crate::failure::Rule;
use crate::limits::{MAX_EXECUTION_TIMEOUT_MS, MAX_ID_LENGTH};
use crate::values::{Clamped, Text};
use crate::where_clause::Where;

/// What has to hold for an action to be done. Where it does not, the action is skipped, which is a success; where nobody
/// can say, it fails and nothing is done.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend(
    "x-clawperator-addition" = true,
    "anyOf" = [{ "required": ["present"] }, { "required": ["gone"] }, { "required": ["ran"] }],
    "not" = { "required": ["present", "gone"] },
    "if" = { "required": ["timeoutMs"] },
    "then" = { "anyOf": [{ "required": ["present"] }, { "required": ["gone"] }] },
))]
pub struct WhenClause {
    /// A node that has to be on the screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub present: Option<Where>,
    /// A node that must not be on the screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gone: Option<Where>,
    /// How long to wait for that, in milliseconds; by default it is looked at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<Clamped<0, MAX_EXECUTION_TIMEOUT_MS>>,
    /// The id of an earlier action, which must not have been skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ran: Option<Text<MAX_ID_LENGTH>>,
}

impl WhenClause {
    /// Whether the screen has to be read for it.
    #[must_use]
    pub const fn looks(&self) -> bool {
        self.present.is_some() || self.gone.is_some()
    }
}

impl Decode for WhenClause {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let object = value.object(&aliases::WHEN)?;
        let when = Self {
            present: object.get("present"),
            gone: object.get("gone"),
            timeout_ms: object.get("timeoutMs"),
            ran: object.get("ran"),
        };
        let looks = object.has("present") || object.has("gone");
        if object.has("present") && object.has("gone") {
            return object.fail(
                Rule::Exclusive,
                "when.present and when.gone are mutually exclusive",
            );
        }
        if !looks && !object.has("ran") {
            return object.fail(Rule::Missing, "when requires present, gone or ran");
        }
        if !looks && object.has("timeoutMs") {
            return object.fail(
                Rule::Requires,
                "when.timeoutMs requires when.present or when.gone",
            );
        }
        Some(when)
    }
}
