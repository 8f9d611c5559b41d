//! The answer of a run, as it is kept.

use clawperator_contract::runs::{Fate, RunRecord};
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{ErrorCode, Failure};
use serde_json::Value;

use crate::bundle::Bundle;

impl Bundle {
    /// The answer, if one is kept. It has no texts that were typed, or read after that.
    #[must_use]
    pub fn answer(&self) -> Option<Result<ExecutionResult, Failure>> {
        let value = self.lines().iter().find_map(|line| match &line.record {
            RunRecord::Answer {
                answer: Some(answer),
                ..
            } => Some(answer.clone()),
            RunRecord::Answer {
                file: Some(file), ..
            } => {
                let bytes = self.file(file).ok().flatten()?;
                serde_json::from_slice::<Value>(&bytes).ok()
            }
            _ => None,
        })?;
        if value.get("envelope").is_some() {
            return serde_json::from_value(value).ok().map(Ok);
        }
        serde_json::from_value(value).ok().map(Err)
    }

    /// What is known of a run that ended without an answer: its process was killed, or keeps none.
    #[must_use]
    pub fn cut_off(&self) -> Option<Failure> {
        let summary = self.summary();
        let (code, message) = match summary.fate {
            Fate::Unknown => (
                ErrorCode::OutcomeUnknown,
                "the process of this run ended after something was sent, and did not say what came of it",
            ),
            Fate::Failed => (
                ErrorCode::ExecutionCancelled,
                "the process of this run ended before it was done, or its answer is not kept",
            ),
            Fate::Done | Fate::Running | Fate::Parked => return None,
        };
        let failure = Failure::new(code, message);
        Some(Failure {
            code: summary.code.clone().unwrap_or(failure.code),
            ..failure
        })
    }
}
