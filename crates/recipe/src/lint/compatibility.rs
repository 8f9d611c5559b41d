//! The versions of the app that a recipe says it fits.

use crate::finding::{RecipeCode, Report};
use crate::model::Frontmatter;
use crate::rule::RecipeRule;

/// The window is not empty, and the version the recipe was made with lies in it.
pub(super) fn check(frontmatter: &Frontmatter, report: &Report<'_>) {
    let window = &frontmatter.compatibility;
    if let (Some(least), Some(most)) = (window.min_version_code, window.max_version_code)
        && least.value > most.value
    {
        report.add(
            RecipeRule::CompatibilityWindow,
            RecipeCode::Compatibility,
            most.at,
            "`max_version_code` is below `min_version_code`, so no version matches",
            "swap the two",
        );
        return;
    }
    let made_with = frontmatter.app_build.version_code;
    if !window.fits(made_with.value) {
        report.add(
            RecipeRule::CompatibilityWindow,
            RecipeCode::Compatibility,
            made_with.at,
            "the recipe was made with a version that `compatibility` excludes",
            "widen `compatibility`, or correct `app_build.version_code`",
        );
    }
}
