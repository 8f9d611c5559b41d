//! Side effects are verified.

use crate::finding::{RecipeCode, Report};
use crate::model::Recipe;
use crate::rule::RecipeRule;

/// Where a recipe changes something, every press is confirmed, or something is read or waited for before the next
/// press that may not have been there before.
pub(super) fn check(recipe: &Recipe, report: &Report<'_>) {
    for step in recipe.written() {
        if !recipe.is_side_effect(step) || step.confirm.is_some() {
            continue;
        }
        if recipe.verifiers(step).next().is_none() {
            report.add(
                RecipeRule::Verification,
                RecipeCode::NotVerified,
                step.at,
                format!(
                    "nothing verifies `{}` before the next side effect",
                    step.id.value
                ),
                "add `confirm`, or read or wait for what the press changes: a text, a state, a node that was not there before",
            );
        }
    }
}
