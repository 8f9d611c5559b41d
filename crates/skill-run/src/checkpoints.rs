//! What was verified, and by what.

use clawperator_contract::skill_result::{Checkpoint, CheckpointStatus, Evidence};
use clawperator_contract::{DataKey, ErrorCode, ErrorGroup, StepResult};
use clawperator_recipe::{ActionOrigin, PlannedStep, Recipe, Step, StepAction};

use crate::steps::{code, is_unknown};

/// One checkpoint for each step that is confirmed, and for each press of a recipe with side effects that something
/// read or waited for later may verify. Of several such, the one that says most of the press.
pub(crate) fn checkpoints(
    recipe: &Recipe,
    plan: &[PlannedStep],
    results: &[StepResult],
) -> Vec<Checkpoint> {
    let of_step = |step| {
        let told = lookers(recipe, plan, step)
            .into_iter()
            .map(|by| checkpoint(step, by, results));
        told.reduce(|best, other| {
            if weight(other.status) > weight(best.status) {
                other
            } else {
                best
            }
        })
    };
    // Of a step that was skipped there is nothing to verify.
    let done = recipe
        .steps
        .iter()
        .filter(|step| !is_skipped(results, &step.id.value));
    done.filter_map(of_step).collect()
}

/// Whether the condition of that step did not hold.
pub(crate) fn is_skipped(results: &[StepResult], id: &str) -> bool {
    let mut results = results.iter();
    results.any(|result| result.id == id && result.get(DataKey::Skipped) == Some("true"))
}

/// Whether a failure means that nobody could look, and not that something was seen to be missing.
pub(crate) fn is_blind(code: ErrorCode) -> bool {
    let group = code.spec().group;
    is_unknown(code)
        || matches!(group, ErrorGroup::Host | ErrorGroup::Device)
        || matches!(
            code,
            ErrorCode::UiTreeUnavailable | ErrorCode::SnapshotExtractionFailed
        )
}

/// How much a look says of a press: a proof before a failure, a failure before what proves nothing.
const fn weight(status: CheckpointStatus) -> u8 {
    match status {
        CheckpointStatus::Verified => 4,
        CheckpointStatus::Failed => 3,
        CheckpointStatus::HeldBefore => 2,
        CheckpointStatus::Unknown => 1,
        CheckpointStatus::NotRun => 0,
    }
}

/// The actions that may show whether a step has worked: its confirm, else the later steps that may verify it.
fn lookers<'p>(recipe: &Recipe, plan: &'p [PlannedStep], step: &Step) -> Vec<&'p PlannedStep> {
    let id = &step.id.value;
    let confirm = plan
        .iter()
        .find(|planned| matches!(&planned.origin, ActionOrigin::Confirm(of) if of == id));
    if let Some(confirm) = confirm {
        return vec![confirm];
    }
    let of_step = |later: &Step| {
        plan.iter().find(
            |planned| matches!(&planned.origin, ActionOrigin::Step(of) if *of == later.id.value),
        )
    };
    recipe.verifiers(step).filter_map(of_step).collect()
}

fn checkpoint(step: &Step, by: &PlannedStep, results: &[StepResult]) -> Checkpoint {
    let find = |id: &str| results.iter().find(|result| result.id == id);
    let looked = find(&by.action_id);
    let acted = find(&step.id.value);
    let of_look = |key: DataKey| looked.and_then(|result| result.get(key));
    let of_act = |key: DataKey| acted.and_then(|result| result.get(key));
    let held_before = match of_look(DataKey::HeldBefore) {
        Some("true") => Some(true),
        Some("false") => Some(false),
        _ => None,
    };
    // The finger may have met another node: the one that was meant is elsewhere, or checked as it was.
    let is = |key: DataKey, word: &str| of_act(key).is_some_and(|told| told == word);
    let astray = is(DataKey::TargetMoved, "true") || is(DataKey::TargetState, "unchanged");
    let unchanged = is(DataKey::Effect, "none");
    let status = match looked {
        None => CheckpointStatus::NotRun,
        // What only looks cannot have brought it about, and does not claim to.
        Some(result) if result.success && !step.acts() => CheckpointStatus::Verified,
        Some(result) if result.success => match held_before {
            // A screen that is as it was shows nothing new.
            Some(true) => CheckpointStatus::HeldBefore,
            Some(false) if unchanged => CheckpointStatus::HeldBefore,
            // A wait names what it expects; a read takes any change.
            Some(false) if astray && by.action_type == StepAction::ReadText.name() => {
                CheckpointStatus::Unknown
            }
            Some(false) => CheckpointStatus::Verified,
            // Nobody knows what was there before.
            None => CheckpointStatus::Unknown,
        },
        Some(result) => match code(result) {
            Some(ErrorCode::StepNotRun) => CheckpointStatus::NotRun,
            Some(code) if is_blind(code) => CheckpointStatus::Unknown,
            Some(_) | None => CheckpointStatus::Failed,
        },
    };
    Checkpoint {
        id: step.id.value.clone(),
        status,
        evidence: Evidence {
            by: by.action_id.clone(),
            line: by.at.line,
            held_before,
            settled: of_look(DataKey::Settled)
                .or_else(|| of_act(DataKey::Settled))
                .map(str::to_owned),
            effect: of_act(DataKey::Effect).map(str::to_owned),
        },
    }
}
