//! Waits and reads that verify: `verifies` names an earlier step, and they show whether it worked.
//!
//! A step is judged by trees that are read behind it and by nothing else. What the tree before it already showed
//! proves nothing, so the answer says in `held_before` whether the condition held there.

use std::sync::Arc;

use clawperator_contract::actions::{ReadTextParams, WaitForNodeParams, WaitUntil};
use clawperator_contract::{Action, ContainerScope, DataKey, ErrorCode};
use clawperator_device::driver::{Observation, ObserveError};

use crate::evidence::Evidence;
use crate::find::{Found, find};
use crate::run::Run;
use crate::step::{Attempt, Data, StepError};

impl Run<'_> {
    /// Keeps the screen before an act, if a later step verifies the act.
    pub(crate) fn keep_before(&mut self, action: &Action, evidence: Option<&Evidence>) {
        let id = action.id.as_str();
        let mut actions = self.execution.actions().iter();
        let verified = actions.find_map(|action| action.verifies().filter(|named| *named == id));
        if let (Some(id), Some(before)) = (verified, evidence.and_then(Evidence::before)) {
            self.before_verified.insert(id, Arc::clone(before));
        }
    }
}

/// What every answer of a verifying wait says, whatever it came to.
pub(crate) async fn described(run: &Run<'_>, params: &WaitForNodeParams, verified: &str) -> Data {
    let scope = ContainerScope::default();
    let was_there = match run.before_verified.get(verified) {
        Some(before) => match find(run, before, &params.target, &scope, None).await {
            Ok(_) => Some(true),
            Err(attempt) => absent(before, &attempt),
        },
        None => None,
    };
    let held_before = match params.until {
        None | Some(WaitUntil::Present) => was_there,
        Some(WaitUntil::Gone) => was_there.map(|was_there| !was_there),
        // The text of that moment is not the one that was read before.
        Some(WaitUntil::Changed) => None,
    };
    said(verified, held_before)
}

/// What a verifying read says besides what it read: whether the same would have been read before the step.
///
/// A text is not all that a node shows: a switch may be another one under the same name.
pub(crate) async fn compared(
    run: &Run<'_>,
    params: &ReadTextParams,
    now: &[Shown],
    verified: &str,
) -> Data {
    let held_before = match run.before_verified.get(verified) {
        Some(before) => match find(run, before, &params.target, &params.scope, None).await {
            Ok(found) => Some(Shown::all(params, before, &found) == now),
            Err(attempt) => absent(before, &attempt),
        },
        None => None,
    };
    said(verified, held_before)
}

/// What a node shows to whoever looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shown {
    words: String,
    checked: bool,
    selected: bool,
    enabled: bool,
}

impl Shown {
    /// What is shown by the nodes that a read is about.
    pub(crate) fn all(params: &ReadTextParams, seen: &Observation, found: &Found) -> Vec<Self> {
        let one = [found.node];
        let ids = match params.all {
            Some(true) => found.all.as_slice(),
            Some(false) | None => one.as_slice(),
        };
        let nodes = ids.iter().filter_map(|id| seen.tree.get(*id));
        nodes
            .map(|node| Self {
                words: node.words().into_owned(),
                checked: node.is_checked(),
                selected: node.is_selected(),
                enabled: node.is_enabled(),
            })
            .collect()
    }
}

/// `Some(false)` where all of the screen was read and the node was not there; nothing where that is not known.
fn absent(before: &Observation, attempt: &Attempt) -> Option<bool> {
    let code = attempt.error().code;
    let is_missed = matches!(code, ErrorCode::NodeNotFound | ErrorCode::ContainerNotFound);
    (is_missed && before.tree.losses().is_empty()).then_some(false)
}

fn said(verified: &str, held_before: Option<bool>) -> Data {
    let held_before = match held_before {
        Some(true) => "true",
        Some(false) => "false",
        None => "unknown",
    };
    Data::new()
        .with(DataKey::Verifies, verified)
        .with(DataKey::HeldBefore, held_before)
}

/// The error of a wait that read the screen and did not see what verifies the step.
pub(crate) fn not_shown(verified: &str, why: &str) -> StepError {
    StepError::new(
        ErrorCode::VerifyFailed,
        format!("nothing shows that step '{verified}' worked: {why}"),
    )
}

/// The error of a wait that read part of the screen only, and did not see what verifies the step there.
pub(crate) fn not_seen_in_part(verified: &str, error: StepError) -> StepError {
    StepError {
        message: format!(
            "whether step '{verified}' worked is not known: {}",
            error.message
        ),
        data: error.data,
        code: ErrorCode::OutcomeUnknown,
    }
    .with(Data::new().with(DataKey::Cause, error.code))
}

/// The error of a wait that could not read the screen: that is neither a yes nor a no.
pub(crate) fn not_seen(verified: &str, error: ObserveError) -> Attempt {
    Attempt::of_wait(error).map(|error| unknown(verified, error))
}

/// The same of any reason for which the screen tells nothing.
pub(crate) fn unknown(verified: &str, error: StepError) -> StepError {
    StepError {
        message: format!(
            "whether step '{verified}' worked is not known: {}",
            error.message
        ),
        data: error.data.with(DataKey::Cause, error.code),
        code: ErrorCode::OutcomeUnknown,
    }
}
