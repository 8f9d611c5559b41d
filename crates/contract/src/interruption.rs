//! Why a run has no envelope: it was cut off, or the phone was another run's.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::envelope::StepResult;
use crate::excerpt::excerpt;
use crate::read::{HasOther, word_or_other};

/// How far a run had come when its time was up or it was cancelled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InterruptedDetails {
    /// The steps that had ended, with their results.
    pub step_results: Vec<StepResult>,
    /// The step that was under way; omitted between two steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_flight: Option<InFlight>,
    /// How long the run had taken, in milliseconds.
    pub elapsed_ms: u64,
    /// How long it was allowed to take, in milliseconds.
    pub timeout_ms: u64,
}

/// A step that was under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InFlight {
    /// The action's id.
    pub id: String,
    /// The action's canonical type.
    pub action_type: String,
    /// Whether something of it reached the phone.
    #[serde(deserialize_with = "word_or_other")]
    pub dispatched: Dispatched,
}

/// Whether an act reached the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Dispatched {
    /// The phone acknowledged it.
    Yes,
    /// Nothing was sent.
    No,
    /// It was sent and not acknowledged: it may or may not have happened.
    Unknown,
}

impl HasOther for Dispatched {
    const OTHER: Self = Self::Unknown;
}

/// Which run has the phone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConflictDetails {
    /// The phone.
    pub device_id: String,
    /// The run that has it; omitted where unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<Holder>,
    /// Whoever the phone itself says has it, in that program's own words; omitted where this machine refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone_holder: Option<String>,
}

/// A run that has a phone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Holder {
    /// Its `commandId`; empty where it does not say.
    pub command_id: String,
    /// The process it runs in.
    pub process_id: u32,
    /// The user whose process that is, by name or number; omitted where unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
}

impl fmt::Display for Holder {
    /// As others are told of it. Another user's program may say anything.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.command_id.as_str() {
            "" => formatter.write_str("an unnamed execution")?,
            id => write!(formatter, "`{}`", excerpt(id))?,
        }
        write!(formatter, ", process {}", self.process_id)?;
        match &self.user {
            Some(user) => write!(formatter, " of user {}", excerpt(user)),
            None => Ok(()),
        }
    }
}
