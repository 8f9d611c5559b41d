//! Targets named by their index.

use crate::finding::{RecipeCode, Report};
use crate::model::{Selector, Step};
use crate::rule::RecipeRule;

/// An index is a fallback: it may stand behind another alternative of an `any_of`.
pub(super) fn check(step: &Step, report: &Report<'_>) {
    for selector in step.selectors() {
        check_selector(selector, report);
    }
}

fn check_selector(selector: &Selector, report: &Report<'_>) {
    if let Some(index) = selector.index_in_parent {
        report.add(
            RecipeRule::IndexTargeting,
            RecipeCode::Index,
            index.at,
            "the number of siblings differs from account to account",
            "select the node by its text or description, and keep the index as a later alternative in `any_of`",
        );
    }
    for nested in selector.all_of.iter().chain(selector.any_of.first()) {
        check_selector(nested, report);
    }
}
