//! The answer of a run, as far as a report needs it.

use clawperator_contract::runs::KeptFile;
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Failure, FailureDetails, InFlight, StepResult, read_answer};
use serde_json::Value;

use super::limits::{Budget, MAX_MESSAGE};
use super::markup::shorten;
use crate::bundle::Bundle;

/// What the caller was answered.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// The results of the steps that ended, in order.
    pub(super) steps: Vec<StepResult>,
    /// The step that was under way when the run was interrupted.
    pub(super) in_flight: Option<InFlight>,
    /// What went wrong, for people.
    pub(super) message: Option<String>,
    /// What to do next.
    pub(super) hint: Option<String>,
}

/// Where an answer was kept.
#[derive(Debug, Clone, Copy)]
pub(super) enum KeptAnswer<'b> {
    /// In the line itself.
    Here(&'b Value),
    /// In a file of its own.
    File(&'b KeptFile),
}

impl Answer {
    /// Reads the answer that was kept; the error says why there is none, for people.
    pub(super) fn read(
        bundle: &Bundle,
        kept: KeptAnswer<'_>,
        budget: &mut Budget,
    ) -> Result<Self, String> {
        let file = match kept {
            KeptAnswer::Here(answer) => return Self::of(answer.to_string().as_bytes()),
            KeptAnswer::File(file) => file,
        };
        if file.bytes > budget.answers {
            return Err("the answer is not read: the report has read enough answers".to_owned());
        }
        let bytes = bundle
            .file(file)
            .map_err(|error| format!("the answer cannot be read: {error}"))?
            .ok_or_else(|| "the answer is not kept any more".to_owned())?;
        // The size in the line may be anybody's; this one was counted.
        budget.answers = budget.answers.saturating_sub(bytes.len() as u64);
        Self::of(&bytes)
    }

    fn of(bytes: &[u8]) -> Result<Self, String> {
        if let Ok(result) = read_answer::<ExecutionResult>(bytes) {
            let envelope = result.envelope;
            return Ok(Self {
                steps: envelope.step_results,
                in_flight: None,
                message: envelope.error.map(|text| shorten(&text, MAX_MESSAGE)),
                hint: envelope.hint.map(|text| shorten(&text, MAX_MESSAGE)),
            });
        }
        let failure = read_answer::<Failure>(bytes).map_err(|error| error.to_string())?;
        let mut answer = Self {
            hint: failure
                .advice()
                .map(|advice| shorten(&advice.hint, MAX_MESSAGE)),
            message: Some(shorten(&failure.message, MAX_MESSAGE)),
            ..Self::default()
        };
        if let Some(FailureDetails::Interrupted(details)) = failure.details {
            answer.steps = details.step_results;
            answer.in_flight = details.in_flight;
        }
        Ok(answer)
    }
}
