//! Where a recipe starts from.

use crate::finding::{RecipeCode, Report};
use crate::model::{Frontmatter, ParamValue, Recipe, SessionPolicy, Step, StepAction};
use crate::rule::RecipeRule;

/// The flag means something only for a fresh start.
pub(super) fn check_flag(frontmatter: &Frontmatter, report: &Report<'_>) {
    if let Some(flag) = frontmatter.fresh_start_injected
        && frontmatter.session_policy.value == SessionPolicy::ResumeOk
    {
        report.add(
            RecipeRule::SessionPolicy,
            RecipeCode::NotHere,
            flag.at,
            "`fresh_start_injected` has no effect with `session_policy: resume_ok`",
            "remove it, or use `session_policy: fresh`",
        );
    }
}

/// A fresh start is made by the compiler, or by the first two steps; not by neither, and not by both.
pub(super) fn check(recipe: &Recipe, report: &Report<'_>) {
    let frontmatter = &recipe.frontmatter;
    if frontmatter.session_policy.value == SessionPolicy::ResumeOk {
        return;
    }
    let written = writes_fresh_start(recipe);
    match (frontmatter.fresh_start_injected, frontmatter.starts_fresh()) {
        (Some(flag), false) if !written => report.add(
            RecipeRule::SessionPolicy,
            RecipeCode::FreshStart,
            flag.at,
            "with `fresh_start_injected: false` the first two steps must be `close_app` and `open_app` of this app",
            "write the two steps, or remove the flag",
        ),
        (_, true) if written => {
            let at = recipe.steps.first().map_or(frontmatter.session_policy.at, |step| step.at);
            report.add(
                RecipeRule::DoubleStart,
                RecipeCode::StartedTwice,
                at,
                "the compiler already closes and opens the app before these steps",
                "remove the two steps, or set `fresh_start_injected: false`",
            );
        }
        (Some(_) | None, _) => {}
    }
}

/// Whether the first two steps close and open the recipe's own app.
pub(super) fn writes_fresh_start(recipe: &Recipe) -> bool {
    let own = &recipe.frontmatter.application_id.value;
    let is = |step: &Step, action: StepAction| {
        let names_own = step.param("application_id").is_none_or(
            |param| matches!(&param.value, ParamValue::Phrase(phrase) if phrase.written == *own),
        );
        step.action.value == action && names_own
    };
    matches!(
        recipe.steps.as_slice(),
        [close, open, ..] if is(close, StepAction::CloseApp) && is(open, StepAction::OpenApp)
    )
}
