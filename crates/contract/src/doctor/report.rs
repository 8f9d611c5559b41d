//! What the doctor found.

use schemars::JsonSchema;
use serde::Serialize;

use super::abilities::DriverAbilities;
use super::check_id::CheckId;
use crate::errors::{ErrorCode, ExitStatus};
use crate::failure::Failure;

/// What the doctor found of several phones.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeveralReports {
    /// Every phone, in the order in which they were named or listed.
    pub phones: Vec<PhoneReport>,
}

/// What the doctor found of one of several phones: either of the two.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneReport {
    /// The serial of the phone.
    pub device_id: String,
    /// The report; omitted where the examination was cut off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// Why there is none; omitted with a report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

/// What the doctor found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Whether no check failed.
    pub ok: bool,
    /// Whether no critical check failed: the phone can be used.
    pub critical_ok: bool,
    /// The phone that was examined, once it is known.
    pub device_id: Option<String>,
    /// Every check, in the order of [`CheckId::ALL`].
    pub checks: Vec<Check>,
    /// What each driver can do of the actions on this phone's release; absent where the release is not known, or not
    /// supported.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drivers: Vec<DriverAbilities>,
    /// What was repaired, or tried to be, in order.
    pub repairs: Vec<Repaired>,
    /// What to do next, most pressing first, each once.
    pub next_actions: Vec<String>,
}

/// One check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Check {
    /// Which one.
    pub id: CheckId,
    /// What came of it.
    pub status: Status,
    /// A code from the error table; there whenever the check failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<ErrorCode>,
    /// What was found, in one sentence.
    pub summary: String,
    /// The particulars, such as the phone's own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// How to fix it; present whenever the check failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
}

/// What came of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Status {
    /// All is well.
    Pass,
    /// It works, and somebody should know this.
    Warn,
    /// It does not work.
    Fail,
    /// It was not looked at, because something before it failed.
    Skipped,
}

/// How to fix something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fix {
    /// What it is about.
    pub title: String,
    /// What to do, in order.
    pub steps: Vec<FixStep>,
}

/// One thing to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FixStep {
    /// Who does it.
    pub kind: StepKind,
    /// The command, or what a person does.
    pub value: String,
    /// The serial of the phone that it is about, for a thing to do next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_id: Option<String>,
}

impl FixStep {
    /// A step that is about no phone of its own.
    #[must_use]
    pub fn new(kind: StepKind, value: impl Into<String>) -> Self {
        Self {
            kind,
            value: value.into(),
            device_id: None,
        }
    }
}

/// Who does a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum StepKind {
    /// A command of the host's shell.
    Shell,
    /// A person.
    Manual,
    /// Clawperator itself: the value is a word of the list of things to do next. A surface puts its own way to do it in
    /// the place of this.
    Next,
}

/// A repair that was made or tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Repaired {
    /// The check that called for it.
    pub check: CheckId,
    /// What was done.
    pub action: String,
    /// What came of it.
    pub outcome: RepairOutcome,
    /// Why it did not help.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// What came of a repair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum RepairOutcome {
    /// It helped.
    Repaired,
    /// It did not.
    Failed,
}

impl Report {
    /// A report of checks that have run.
    #[must_use]
    pub fn new(device_id: Option<String>, checks: Vec<Check>, repairs: Vec<Repaired>) -> Self {
        let failed = |check: &Check| check.status == Status::Fail;
        let mut next_actions: Vec<String> = Vec::new();
        // What fails is more pressing than what is only worth knowing.
        for status in [Status::Fail, Status::Warn] {
            let fixes = checks
                .iter()
                .filter(|check| check.status == status)
                .filter_map(|check| check.fix.as_ref());
            for step in fixes.flat_map(|fix| &fix.steps) {
                if !next_actions.contains(&step.value) {
                    next_actions.push(step.value.clone());
                }
            }
        }
        Self {
            ok: !checks.iter().any(failed),
            critical_ok: !checks
                .iter()
                .any(|check| failed(check) && check.id.critical()),
            device_id,
            checks,
            drivers: Vec::new(),
            repairs,
            next_actions,
        }
    }

    /// The same with what each driver can do.
    #[must_use]
    pub fn with_drivers(self, drivers: Vec<DriverAbilities>) -> Self {
        Self { drivers, ..self }
    }

    /// How a process that prints this report ends: well while the phone can be used, else as not ready.
    ///
    /// The codes of the checks have exit codes of their own. They are not used here, so that whoever asks whether a
    /// phone is ready needs to know two numbers and not ten.
    #[must_use]
    pub const fn exit(&self) -> ExitStatus {
        if self.critical_ok {
            ExitStatus::Ok
        } else {
            ExitStatus::Environment
        }
    }

    /// The check of this name.
    #[must_use]
    pub fn check(&self, id: CheckId) -> Option<&Check> {
        self.checks.iter().find(|check| check.id == id)
    }
}
