//! What surfaces print around an envelope or in place of one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::actions::Action;
use crate::envelope::{Envelope, StepResult};
use crate::execution::Execution;
use crate::failure::{Failure, Warning};
use crate::limits::{MAX_EXECUTION_TIMEOUT_MS, MIN_EXECUTION_TIMEOUT_MS};
use crate::validate::Validated;
use crate::values::Number;

/// What the command line prints after an execution ran on a phone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionResult {
    /// The answer.
    pub envelope: Envelope,
    /// The serial of the phone it ran on.
    pub device_id: String,
    /// Where the envelope came from.
    pub terminal_source: TerminalSource,
    /// Whether the envelope is the canonical end of the run.
    pub is_canonical_terminal: bool,
    /// What did not run as written; omitted if empty (extension).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub warnings: Vec<Warning>,
    /// How the phone was driven; omitted for the shell driver where that was asked for (extension).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub driver: Option<UsedDriver>,
}

/// What the command line prints after an execution ran on several phones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeveralResults {
    /// Every phone, in the order in which they were named or listed.
    pub phones: Vec<PhoneResult>,
}

/// What an execution came to on one of several phones: either of the two.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneResult {
    /// The serial of the phone.
    pub device_id: String,
    /// The answer; omitted where there was no envelope.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ExecutionResult>,
    /// Why there was no envelope; omitted with an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

/// How a phone was driven.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsedDriver {
    /// `resident` for the Operator, `shell` for Android's own programs.
    pub name: String,
    /// Why the Operator was not used; omitted if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback: Option<String>,
}

/// Where an envelope came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum TerminalSource {
    /// The run itself.
    ClawperatorResult,
}

/// What `exec --validate-only` prints for a payload that may be dispatched.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ValidatedAnswer {
    /// Always true.
    pub ok: bool,
    /// Always true.
    pub validated: bool,
    /// The execution in canonical form.
    pub execution: Execution,
    /// What will not run as written; omitted if empty (extension).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub warnings: Vec<Warning>,
}

impl From<Validated> for ValidatedAnswer {
    fn from(validated: Validated) -> Self {
        Self {
            ok: true,
            validated: true,
            execution: validated.execution,
            warnings: validated.warnings,
        }
    }
}

/// What `--dry-run` prints: the plan that would be sent.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DryRunAnswer {
    /// Always true.
    pub ok: bool,
    /// Always true.
    pub dry_run: bool,
    /// What would be sent.
    pub plan: Plan,
    /// What each step would find and touch on the saved screen used instead of a phone; omitted without one (extension).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub preview: Vec<StepResult>,
    /// What will not run as written; omitted if empty (extension).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub warnings: Vec<Warning>,
}

/// The plan of a dry run.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// The execution's `commandId`.
    pub command_id: String,
    /// The execution's timeout, in milliseconds.
    pub timeout_ms: Number<MIN_EXECUTION_TIMEOUT_MS, MAX_EXECUTION_TIMEOUT_MS>,
    /// How many actions there are.
    pub action_count: usize,
    /// The actions in canonical form.
    pub actions: Vec<Action>,
}

impl From<Validated> for DryRunAnswer {
    fn from(validated: Validated) -> Self {
        let execution = validated.execution;
        let plan = Plan {
            command_id: execution.command_id().as_str().to_owned(),
            timeout_ms: execution.timeout_ms().clone(),
            action_count: execution.actions().len(),
            actions: execution.actions().to_vec(),
        };
        Self {
            ok: true,
            dry_run: true,
            plan,
            preview: Vec::new(),
            warnings: validated.warnings,
        }
    }
}
