//! What there is of the Operator on a phone: what `clawperator operator` answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What `clawperator operator` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorReport {
    /// The phone.
    pub device_id: String,
    /// What was done.
    pub done: OperatorDone,
    /// What runs now.
    pub state: OperatorState,
    /// The program that this version brings to phones, by its SHA-256.
    pub program: String,
    /// The id of the launch that runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub launch: Option<String>,
    /// The number of the user that it runs as: 2000 is adb's own, 0 is root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<u32>,
    /// Whether it has the phone's only `UiAutomation`; omitted where it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ui_automation: Option<bool>,
    /// Whoever has the phone; omitted where nobody has, or it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<String>,
    /// Why it cannot be spoken with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// The processes that run it, as far as the phone tells.
    pub processes: Vec<OperatorProcess>,
    /// The files of it that are on the phone.
    pub files: Vec<OperatorFile>,
    /// Why the last one ended, where something went wrong: its own words, with the place in the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_words: Option<String>,
    /// Whether the program was brought to the phone, after a start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pushed: Option<bool>,
    /// How long what was done took, in milliseconds.
    pub elapsed_ms: u64,
}

/// What was done about an Operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum OperatorDone {
    /// Nothing: it was only looked at, or already was as it should be.
    Nothing,
    /// It was started.
    Started,
    /// It was asked to end, and has.
    Ended,
    /// It did not answer, and its process was killed.
    Killed,
}

/// What runs of the Operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum OperatorState {
    /// The program of this version, which has proven itself.
    Running,
    /// The program of another version.
    OtherVersion,
    /// Something that cannot be spoken with, or does not prove that it is the Operator.
    Unknown,
    /// None.
    Stopped,
}

/// A process that runs the Operator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorProcess {
    /// Its number on the phone.
    pub process_id: u32,
    /// The name of its user.
    pub user: String,
    /// What it calls itself.
    pub name: String,
    /// Whether it runs the program of this version.
    pub is_this_version: bool,
}

/// A file of the Operator's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorFile {
    /// Where it is on the phone.
    pub path: String,
    /// Its size.
    pub bytes: u64,
}
