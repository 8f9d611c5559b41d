//! What steps are done on, and whether that is known when they come.

use clawperator_contract::{did_you_mean, excerpt};

use crate::finding::{RecipeCode, Report};
use crate::model::Recipe;
use crate::rule::RecipeRule;

/// `ran` names an earlier step; one of another repetition is none, whichever copy of it would be meant.
pub(super) fn check(recipe: &Recipe, report: &Report<'_>) {
    for (index, step) in recipe.steps.iter().enumerate() {
        let Some(ran) = step.when.as_ref().and_then(|when| when.ran.as_ref()) else {
            continue;
        };
        let earlier = recipe.steps.iter().take(index);
        let mut names = earlier.map(|step| step.id.value.as_str());
        if step.is_copy || names.clone().any(|id| id == ran.value) {
            continue;
        }
        let name = |id: &str| id.rsplit_once('.').map_or(id, |(_, name)| name).to_owned();
        let fix = match did_you_mean(&ran.value, &mut names) {
            Some(near) => format!("did you mean `{}`?", name(near)),
            None => "use the id of a step before this one; in a repetition, of one of its own"
                .to_owned(),
        };
        report.add(
            RecipeRule::Conditions,
            RecipeCode::UnknownStep,
            ran.at,
            format!("there is no earlier step `{}`", excerpt(&name(&ran.value))),
            fix,
        );
    }
}
