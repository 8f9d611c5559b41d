//! What a phone can do as it was tried: what `clawperator conformance` answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::errors::ExitStatus;

/// What `clawperator conformance` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConformanceReport {
    /// Whether no check failed.
    pub ok: bool,
    /// The phone.
    pub device_id: String,
    /// The driver that was tried: `shell` or `resident`.
    pub driver: String,
    /// Why not the driver that was preferred, where another one was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback: Option<String>,
    /// Model and release of the phone, as it calls them.
    pub phone: String,
    /// How many checks passed.
    pub passed: u32,
    /// How many failed.
    pub failed: u32,
    /// How many were not made.
    pub skipped: u32,
    /// Every check, in the order in which they were made.
    pub checks: Vec<ConformanceCheck>,
    /// How long all of it took, in milliseconds.
    pub elapsed_ms: u64,
}

impl ConformanceReport {
    /// How the process ends.
    #[must_use]
    pub const fn exit(&self) -> ExitStatus {
        if self.ok {
            ExitStatus::Ok
        } else {
            ExitStatus::ActionFailed
        }
    }
}

/// One check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConformanceCheck {
    /// Its name, such as `touch.tap`.
    pub name: String,
    /// What holds where it passes.
    pub shows: String,
    /// What came of it.
    pub outcome: ConformanceOutcome,
    /// What was seen, why it failed, or why it was not made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u64,
}

/// What came of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum ConformanceOutcome {
    /// The phone did it, and the test app says the same.
    Passed,
    /// It did not, or something else happened.
    Failed,
    /// The check was not made.
    Skipped,
}
