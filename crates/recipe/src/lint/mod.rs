//! The rules between the parts of a recipe, and about what its texts say.

mod capabilities;
mod compatibility;
mod index;
mod inputs;
mod outputs;
pub(crate) mod personal;
mod probe;
mod session;
mod verification;
mod when;

pub(crate) use self::capabilities::{is_purchase, is_toggle};

use crate::finding::Report;
use crate::model::{Frontmatter, Recipe, Step};

/// Every rule that needs a whole recipe, and those of its parts.
pub(crate) fn check_recipe(recipe: &Recipe, report: &Report<'_>) {
    check_frontmatter(&recipe.frontmatter, report);
    for step in recipe.written() {
        check_step(step, report);
    }
    session::check(recipe, report);
    verification::check(recipe, report);
    when::check(recipe, report);
    inputs::check(recipe, report);
    outputs::check(recipe, report);
    probe::check(recipe, report);
    capabilities::check(recipe, report);
}

/// The rules that frontmatter alone can break.
pub(crate) fn check_frontmatter(frontmatter: &Frontmatter, report: &Report<'_>) {
    session::check_flag(frontmatter, report);
    compatibility::check(frontmatter, report);
    personal::check_frontmatter(frontmatter, report);
}

/// The rules that a step alone can break.
pub(crate) fn check_step(step: &Step, report: &Report<'_>) {
    index::check(step, report);
    personal::check_step(step, report);
}
