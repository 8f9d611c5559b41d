//! What was other than the recipe expects, though the run went on.

use clawperator_contract::skill_result::{
    AppSeen, AppStanding, Checkpoint, CheckpointStatus, Deviation, DeviationKind,
};
use clawperator_contract::{DataKey, ErrorCode, StepResult};
use clawperator_recipe::Recipe;

use crate::steps::{code, number};

/// Everything that makes a run partial.
pub(crate) fn deviations(
    recipe: &Recipe,
    results: &[StepResult],
    checkpoints: &[Checkpoint],
    app: &AppSeen,
) -> Vec<Deviation> {
    let of_step = |kind, step: &str, message: String| Deviation {
        kind,
        step: Some(step.to_owned()),
        message,
    };
    let mut found = Vec::new();
    for result in results {
        // A read of every match may have any number.
        if result.get(DataKey::All) == Some("true") {
            continue;
        }
        if let Some(count) = number(result, DataKey::MatchCount).filter(|count| *count > 1) {
            let then = match code(result) {
                Some(ErrorCode::NodeAmbiguous) => "nothing was touched",
                _ => "the first in reading order was used",
            };
            let message = format!("{count} nodes match where one was expected; {then}");
            found.push(of_step(DeviationKind::Cardinality, &result.id, message));
        }
        if let Some(count) = number(result, DataKey::ContainerCount).filter(|count| *count > 1) {
            let message = format!("{count} containers match where one was expected");
            found.push(of_step(DeviationKind::Cardinality, &result.id, message));
        }
        if let Some(number) = number(result, DataKey::Alternative).filter(|number| *number > 1) {
            let message = format!("alternative {number} of `any_of` was used");
            found.push(of_step(DeviationKind::Alternative, &result.id, message));
        }
    }
    for checkpoint in checkpoints.iter().filter(|checkpoint| {
        checkpoint.status == CheckpointStatus::HeldBefore && changes(recipe, &checkpoint.id)
    }) {
        let message = format!(
            "what `{}` looks for was already there before the step, so it proves nothing",
            checkpoint.evidence.by
        );
        found.push(of_step(DeviationKind::HeldBefore, &checkpoint.id, message));
    }
    if let (AppStanding::Incompatible, Some(seen)) = (app.standing, &app.seen) {
        found.push(Deviation {
            kind: DeviationKind::AppVersion,
            step: None,
            message: format!(
                "version {} of {} is outside the recipe's `compatibility`",
                seen.code, app.package
            ),
        });
    }
    found
}

/// Whether a step of that id presses something, in a recipe whose presses change things.
pub(crate) fn changes(recipe: &Recipe, id: &str) -> bool {
    let mut steps = recipe.steps.iter();
    steps.any(|step| step.id.value == id && recipe.is_side_effect(step))
}
