//! What was verified, and by what.

use clawperator_contract::skill_result::{Checkpoint, CheckpointStatus, Evidence};
use clawperator_contract::{ErrorCode, ErrorGroup, StepResult};
use clawperator_recipe::{Origin, PlannedStep, Recipe, Step};

use crate::deviations::presses;
use crate::steps::{code, is_unknown};

/// One checkpoint for each step that is confirmed, and for each press of a recipe with side effects that something
/// read or waited for later verifies.
pub(crate) fn checkpoints(
    recipe: &Recipe,
    plan: &[PlannedStep],
    results: &[StepResult],
) -> Vec<Checkpoint> {
    recipe
        .steps
        .iter()
        .filter_map(|step| {
            let by = looker(recipe, plan, step)?;
            Some(checkpoint(step, by, results))
        })
        .collect()
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

/// The action that shows whether a step has worked: its confirm, else the first later step that verifies it.
fn looker<'p>(recipe: &Recipe, plan: &'p [PlannedStep], step: &Step) -> Option<&'p PlannedStep> {
    let id = &step.id.value;
    let confirm = plan
        .iter()
        .find(|planned| matches!(&planned.origin, Origin::Confirm(of) if of == id));
    confirm.or_else(|| {
        let later = recipe.verifier(step)?;
        plan.iter()
            .find(|planned| matches!(&planned.origin, Origin::Step(of) if *of == later.id.value))
    })
}

fn checkpoint(step: &Step, by: &PlannedStep, results: &[StepResult]) -> Checkpoint {
    let find = |id: &str| results.iter().find(|result| result.id == id);
    let looked = find(&by.action_id);
    let acted = find(&step.id.value);
    let of_look = |key: &str| looked.and_then(|result| result.data.get(key));
    let of_act = |key: &str| acted.and_then(|result| result.data.get(key));
    let held_before = match of_look("held_before").map(String::as_str) {
        Some("true") => Some(true),
        Some("false") => Some(false),
        _ => None,
    };
    let status = match looked {
        None => CheckpointStatus::NotRun,
        // What only looks cannot have brought it about, and does not claim to.
        Some(result) if result.success && held_before == Some(true) && presses(step) => {
            CheckpointStatus::HeldBefore
        }
        Some(result) if result.success => CheckpointStatus::Verified,
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
            settled: of_look("settled").or_else(|| of_act("settled")).cloned(),
            effect: of_act("effect").cloned(),
        },
    }
}
