//! A probe only looks.

use super::session::writes_fresh_start;
use crate::finding::{RecipeCode, Report};
use crate::model::step_type::Effect;
use crate::model::{Recipe, RecipeType};
use crate::rule::RecipeRule;

/// A probe holds waits, `sleep`, `snapshot_ui` and `read_text`, and gives one output.
pub(super) fn check(recipe: &Recipe, report: &Report<'_>) {
    if recipe.frontmatter.recipe_type.value != RecipeType::Probe {
        return;
    }
    // A fresh start that the recipe writes out is the compiler's own, only by hand.
    let start = if writes_fresh_start(recipe) && !recipe.frontmatter.starts_fresh() {
        2
    } else {
        0
    };
    for step in recipe.written().skip(start) {
        if step.effect() == Effect::Looks {
            continue;
        }
        report.add(
            RecipeRule::Probe,
            RecipeCode::NotAProbe,
            step.action.at,
            format!(
                "a probe only looks; `{}` does more",
                step.action.value.name()
            ),
            "make it a `flow` or an `action`",
        );
    }
    let outputs = recipe.frontmatter.outputs.len();
    if outputs != 1 {
        report.add(
            RecipeRule::Probe,
            RecipeCode::NotAProbe,
            recipe.frontmatter.recipe_type.at,
            format!("a probe has one output, but this one has {outputs}"),
            "declare one output, or make it a `flow`",
        );
    }
}
