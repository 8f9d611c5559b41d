//! The shapes of answers.

use clawperator_contract::phones::ListedDevice;
use clawperator_contract::skill_result::SkillResult;
use clawperator_contract::wrappers::{ExecutionResult, TerminalSource, UsedDriver};
use clawperator_contract::{Envelope, Failure, Warning};
use schemars::JsonSchema;
use serde::Serialize;

/// An execution that ran to its envelope. A failed envelope is a success here: look inside.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ran {
    /// Always true.
    pub(super) ok: bool,
    /// The phone's serial.
    pub(super) device_id: String,
    /// How the answer came about.
    pub(super) terminal_source: TerminalSource,
    /// What each step came to.
    pub(super) envelope: Envelope,
    /// The run, under which it is kept.
    pub(super) run: String,
    /// What was accepted and does not run as written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) warnings: Vec<Warning>,
    /// How the phone was driven; omitted for the shell driver where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) driver: Option<UsedDriver>,
    /// True where the answer comes from the record of the run, which has no texts that were typed or read after that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) kept: bool,
}

impl Ran {
    pub(super) fn new(run: String, result: ExecutionResult, kept: bool) -> Self {
        Self {
            ok: true,
            device_id: result.device_id,
            terminal_source: result.terminal_source,
            envelope: result.envelope,
            run,
            warnings: result.warnings,
            driver: result.driver,
            kept,
        }
    }
}

/// How far an execution has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub(crate) enum State {
    /// Others on this phone come first.
    Queued,
    /// It runs.
    Running,
    /// It waits for a person.
    Parked,
    /// It ended, and its envelope says success.
    Done,
    /// It ended, and it is known what was not done.
    Failed,
    /// What was sent may or may not have happened.
    Unknown,
}

/// An execution and how far it has come.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExecutionState {
    /// Always true.
    pub(super) ok: bool,
    /// The run, under which it is kept.
    pub(super) run: String,
    /// The phone's serial.
    pub(super) device_id: String,
    /// How far it has come.
    pub(super) state: State,
    /// By which a person is asked, while it is parked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ticket: Option<String>,
    /// What each step came to, once it has ended with an envelope.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) envelope: Option<Envelope>,
    /// How the phone was driven; omitted for the shell driver where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) driver: Option<UsedDriver>,
    /// What a skill came to, once it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) skill: Option<Box<SkillResult>>,
    /// Why there is no envelope, once it has ended without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<Failure>,
    /// True where this comes from the record of the run, which has no texts that were typed or read after that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) kept: bool,
}

/// The phones that a token may use.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Devices {
    /// Always true.
    pub(super) ok: bool,
    /// In the order of adb.
    pub(super) devices: Vec<ListedDevice>,
}

/// That the server answers.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Health {
    /// Always true.
    pub(super) ok: bool,
    /// The program's version.
    pub(super) version: &'static str,
}
