//! What waits to be approved, and what has been.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::run_options::is_default;
use crate::runs::Asker;

/// What `approvals`, `approve` and `revoke` print.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalList {
    /// The approvals, the oldest question first.
    pub approvals: Vec<Approval>,
}

/// One act of an execution on one phone that a profile requires a person to approve.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Approval {
    /// The version of this form, 3.
    pub version: u32,
    /// What `approve` and `revoke` take.
    pub id: String,
    /// What it is bound to: an HMAC-SHA-256 of the act with what it touches, the execution without its ids, the phone,
    /// the profile, who asked, and the run if it waits.
    pub digest: String,
    /// How far it is.
    pub state: ApprovalState,
    /// The phone it is for.
    pub device_id: String,
    /// The profile that asks.
    pub profile: String,
    /// The rule that made the verdict.
    pub rule: String,
    /// The verdict in words.
    pub reason: String,
    /// How many actions the execution has.
    pub action_count: usize,
    /// How long an approval holds, in minutes.
    pub minutes: u32,
    /// When it was asked for, in milliseconds since 1970.
    pub asked_at_ms: u64,
    /// When the question or the approval ends, in milliseconds since 1970.
    pub expires_at_ms: u64,
    /// What would be done, and to which node; without its label where labels are withheld.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<String>,
    /// The step whose act it is; omitted for the execution as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// The packages that own what would be touched or opened; omitted where they are not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packages: Vec<String>,
    /// Whether the profile lets the screen be shown that it is about.
    #[serde(default, skip_serializing_if = "is_default")]
    pub may_show: bool,
    /// Who asked. Whoever asked cannot decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asker: Option<Asker>,
    /// The run that asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Whether that run waits for the answer: it is for this run only, and of no use when the run asks something else or
    /// ends. Otherwise it serves the same execution sent again.
    #[serde(default, skip_serializing_if = "is_default")]
    pub parked: bool,
}

/// How far an approval is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum ApprovalState {
    /// Somebody is to approve it.
    Asked,
    /// The act may be done once.
    Approved,
    /// It was taken back, or the question was.
    Revoked,
}
