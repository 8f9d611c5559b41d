//! The schemas there are.

use super::generate::{of, of_answer};
use super::{input, tidy};
use crate::CONTRACT_VERSION;
use crate::agent::{AgentAction, ModelStepOutput, ScreenSnapshot};
use crate::approvals::ApprovalList;
use crate::conformance::ConformanceReport;
use crate::doctor::{Report, SeveralReports};
use crate::envelope::Envelope;
use crate::events::Event;
use crate::execution::Execution;
use crate::failure::Failure;
use crate::operator::OperatorReport;
use crate::phones::{DeviceList, StartedPhones};
use crate::run_options::RunOptions;
use crate::runs::{RemovedRuns, RunDetails, RunLine, RunList, WrittenReport};
use crate::server::StartedServer;
use crate::skill_result::{SeveralSkillResults, SkillResult};
use crate::wrappers::{DryRunAnswer, ExecutionResult, SeveralResults, ValidatedAnswer};

/// The schemas that are generated, committed under `schemas/` and printed by `clawperator schema`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SchemaName {
    /// An execution in canonical form.
    Execution,
    /// An execution as it is accepted: canonical names and their aliases.
    ExecutionInput,
    /// How to run an execution.
    RunOptions,
    /// The answer to an execution.
    Envelope,
    /// What the command line prints after a run.
    Result,
    /// What the command line prints after a run on several phones.
    Results,
    /// What `exec --validate-only` prints.
    Validated,
    /// What `--dry-run` prints.
    DryRun,
    /// One thing that happens in a run.
    Event,
    /// One line of a run's file.
    RunLine,
    /// What `runs list` prints.
    Runs,
    /// What `runs show` prints.
    Run,
    /// What `runs rm` prints.
    RemovedRuns,
    /// What `report` prints.
    Report,
    /// A refusal or a failure before an envelope existed.
    Failure,
    /// What `devices` prints.
    Devices,
    /// What `doctor` prints.
    Doctor,
    /// What `doctor` prints of several phones.
    Doctors,
    /// What `operator` prints.
    Operator,
    /// What `conformance` prints.
    Conformance,
    /// What `virtual-phone` prints.
    VirtualPhone,
    /// What `serve` prints.
    Serve,
    /// What `approvals`, `approve` and `revoke` print.
    Approvals,
    /// What `skills run` prints.
    SkillResult,
    /// What `skills run` prints of several phones.
    SkillResults,
    /// What a model asks for in one step.
    AgentAction,
    /// One step of a model.
    ModelStepOutput,
    /// What a model is shown of a screen.
    ScreenSnapshot,
}

impl SchemaName {
    /// Every schema.
    pub const ALL: [Self; 28] = [
        Self::Execution,
        Self::ExecutionInput,
        Self::RunOptions,
        Self::Envelope,
        Self::Result,
        Self::Results,
        Self::Validated,
        Self::DryRun,
        Self::Event,
        Self::RunLine,
        Self::Runs,
        Self::Run,
        Self::RemovedRuns,
        Self::Report,
        Self::Failure,
        Self::Devices,
        Self::Doctor,
        Self::Doctors,
        Self::Operator,
        Self::Conformance,
        Self::VirtualPhone,
        Self::Serve,
        Self::Approvals,
        Self::SkillResult,
        Self::SkillResults,
        Self::AgentAction,
        Self::ModelStepOutput,
        Self::ScreenSnapshot,
    ];

    /// The schema's name on the command line and of its file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Execution => "execution",
            Self::ExecutionInput => "execution-input",
            Self::RunOptions => "run-options",
            Self::Envelope => "envelope",
            Self::Result => "result",
            Self::Results => "results",
            Self::Validated => "validated",
            Self::DryRun => "dry-run",
            Self::Event => "event",
            Self::RunLine => "run-line",
            Self::Runs => "runs",
            Self::Run => "run",
            Self::RemovedRuns => "removed-runs",
            Self::Report => "report",
            Self::Failure => "failure",
            Self::Devices => "devices",
            Self::Doctor => "doctor",
            Self::Doctors => "doctors",
            Self::Operator => "operator",
            Self::Conformance => "conformance",
            Self::VirtualPhone => "virtual-phone",
            Self::Serve => "serve",
            Self::Approvals => "approvals",
            Self::SkillResult => "skill-result",
            Self::SkillResults => "skill-results",
            Self::AgentAction => "agent-action",
            Self::ModelStepOutput => "model-step-output",
            Self::ScreenSnapshot => "screen-snapshot",
        }
    }

    /// What it describes, in a few words.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Execution => "an execution in canonical form",
            Self::ExecutionInput => "an execution as it is accepted, aliases included",
            Self::RunOptions => "what a caller wants of a run besides the execution",
            Self::Envelope => "the answer to an execution",
            Self::Result => "the answer to an execution, with the phone it ran on",
            Self::Results => "the answers to an execution that ran on several phones",
            Self::Validated => "an execution that was validated and not run",
            Self::DryRun => "what an execution would do, without doing it",
            Self::Event => "one thing that happens in a run",
            Self::RunLine => "one line of what is kept of a run",
            Self::Runs => "the runs that are kept",
            Self::Run => "what is kept of one run",
            Self::RemovedRuns => "the runs that were removed",
            Self::Report => "the files of a report",
            Self::Failure => "a refusal or failure before an envelope existed",
            Self::Devices => "the phones that adb knows",
            Self::Doctor => "what an examination of this machine and a phone found",
            Self::Doctors => "what an examination of several phones found",
            Self::Operator => "what there is of the Operator on a phone",
            Self::Conformance => "what a driver can do on a phone, as it was tried",
            Self::VirtualPhone => "the virtual phones that were started",
            Self::Serve => "the HTTP server that was started",
            Self::Approvals => "what waits for a person and what was approved",
            Self::SkillResult => "what a run of a skill came to",
            Self::SkillResults => "what a run of a skill came to on several phones",
            Self::AgentAction => "what a model asks for in one step",
            Self::ModelStepOutput => {
                "one step of a model: its thought, its action and its own words"
            }
            Self::ScreenSnapshot => "what a model is shown of a screen",
        }
    }

    /// The schema of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|schema| schema.name() == name)
    }

    /// The identifier that the schema carries; it changes with the contract version.
    #[must_use]
    pub fn id(self) -> String {
        format!(
            "urn:clawperator:contract:{CONTRACT_VERSION}:{}",
            self.name()
        )
    }

    /// The schema itself, JSON Schema 2020-12, indented and ending in a newline.
    #[must_use]
    #[expect(
        clippy::expect_used,
        clippy::missing_panics_doc,
        reason = "an empty schema would accept everything"
    )]
    pub fn generate(self) -> String {
        let mut schema = match self {
            Self::Execution => of::<Execution>(),
            Self::ExecutionInput => input::accepted(of::<Execution>()),
            Self::RunOptions => of::<RunOptions>(),
            Self::Envelope => of_answer::<Envelope>(),
            Self::Result => of_answer::<ExecutionResult>(),
            Self::Results => of_answer::<SeveralResults>(),
            Self::Validated => of::<ValidatedAnswer>(),
            Self::DryRun => of::<DryRunAnswer>(),
            Self::Event => of::<Event>(),
            Self::RunLine => of::<RunLine>(),
            Self::Runs => of::<RunList>(),
            Self::Run => of::<RunDetails>(),
            Self::RemovedRuns => of::<RemovedRuns>(),
            Self::Report => of::<WrittenReport>(),
            Self::Failure => of::<Failure>(),
            Self::Devices => of::<DeviceList>(),
            Self::Doctor => of::<Report>(),
            Self::Doctors => of::<SeveralReports>(),
            Self::Operator => of::<OperatorReport>(),
            Self::Conformance => of::<ConformanceReport>(),
            Self::VirtualPhone => of::<StartedPhones>(),
            Self::Serve => of::<StartedServer>(),
            Self::Approvals => of::<ApprovalList>(),
            Self::SkillResult => of::<SkillResult>(),
            Self::SkillResults => of::<SeveralSkillResults>(),
            Self::AgentAction => of::<AgentAction>(),
            Self::ModelStepOutput => of::<ModelStepOutput>(),
            Self::ScreenSnapshot => of::<ScreenSnapshot>(),
        };
        tidy::drop_input_hints(&mut schema);
        schema.insert("$id".to_owned(), self.id().into());
        schema.insert("title".to_owned(), self.summary().into());
        let mut text = serde_json::to_string_pretty(&schema).expect("every key is a string");
        text.push('\n');
        text
    }
}
