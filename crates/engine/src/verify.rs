//! Waits that verify: `verifies` names an earlier step, and the wait shows whether it worked.
//!
//! A step is judged by trees that are read behind it and by nothing else. What the tree before it already showed
//! proves nothing, so the answer says in `held_before` whether the condition held there.

use std::sync::Arc;

use clawperator_contract::actions::WaitForNodeParams;
use clawperator_contract::{Action, ContainerScope, ErrorCode};
use clawperator_device::hand::ObserveError;

use crate::evidence::Evidence;
use crate::find::find;
use crate::run::Run;
use crate::step::{Attempt, Data, StepError};

const VERIFIES: &str = "verifies";
const HELD_BEFORE: &str = "held_before";
const CAUSE: &str = "cause";

impl Run<'_> {
    /// Keeps the screen before an act, if a later step verifies the act.
    pub(crate) fn keep_before(&mut self, action: &Action, evidence: Option<&Evidence>) {
        let id = action.id.as_str();
        let mut actions = self.execution.actions.iter();
        let verified = actions.find_map(|action| action.verifies().filter(|named| *named == id));
        if let (Some(id), Some(before)) = (verified, evidence.and_then(Evidence::before)) {
            self.before_verified.insert(id, Arc::clone(before));
        }
    }
}

/// What every answer of a verifying wait says, whatever it came to.
pub(crate) fn described(run: &Run<'_>, params: &WaitForNodeParams, verified: &str) -> Data {
    let held_before = match run.before_verified.get(verified) {
        None => "unknown",
        Some(before) => match find(
            run,
            before,
            &params.target,
            &ContainerScope::default(),
            None,
        ) {
            Ok(_) => "true",
            Err(attempt) if attempt.error().code == ErrorCode::NodeNotFound => "false",
            Err(_) => "unknown",
        },
    };
    Data::new()
        .with(VERIFIES, verified)
        .with(HELD_BEFORE, held_before)
}

/// The error of a wait that read the screen and did not see what verifies the step.
pub(crate) fn not_shown(verified: &str, why: &str) -> StepError {
    StepError::new(
        ErrorCode::VerifyFailed,
        format!("nothing shows that step '{verified}' worked: {why}"),
    )
}

/// The error of a wait that could not read the screen: that is neither a yes nor a no.
pub(crate) fn not_seen(verified: &str, error: ObserveError) -> Attempt {
    Attempt::from(error).map(|error| StepError {
        message: format!(
            "whether step '{verified}' worked is not known: {}",
            error.message
        ),
        data: Data::new().with(CAUSE, error.code),
        code: ErrorCode::OutcomeUnknown,
    })
}
