//! Every output comes from somewhere.

use crate::finding::{RecipeCode, Report};
use crate::model::step_type::Shows;
use crate::model::{Output, ParamValue, Recipe};
use crate::rule::RecipeRule;

/// Every output is bound to one step that reads one text, or cuts its own out of several.
pub(super) fn check(recipe: &Recipe, report: &Report<'_>) {
    for output in &recipe.frontmatter.outputs {
        if let Some((message, fix)) = problem(recipe, output) {
            let at = output.from.as_ref().map_or(output.name.at, |from| from.at);
            report.add(
                RecipeRule::Outputs,
                RecipeCode::OutputUnbound,
                at,
                message,
                fix,
            );
        }
    }
}

fn problem(recipe: &Recipe, output: &Output) -> Option<(String, &'static str)> {
    let name = &output.name.value;
    let Some(step) = recipe.step_of(output) else {
        return Some((
            format!("no step provides the output `{name}`"),
            "set `from` to the id of a `read_text` step, or give such a step the output's name",
        ));
    };
    let shows = step.action.value.facts().shows;
    if !matches!(shows, Shows::Text | Shows::Value) {
        return Some((
            format!(
                "`{}` reads no text, so it cannot provide the output `{name}`",
                step.id.value
            ),
            "set `from` to the id of a `read_text` step",
        ));
    }
    if step.when.is_some() {
        return Some((
            format!(
                "`{}` may be skipped, so it cannot provide the output `{name}`",
                step.id.value
            ),
            "remove its `when`",
        ));
    }
    // Whether it reads every match may be left to an input: then it may, and one text is not certain.
    let one = step
        .param("all")
        .is_none_or(|all| all.value == ParamValue::Boolean(false));
    if one || output.parse.is_some() && shows == Shows::Text {
        return None;
    }
    Some((
        format!(
            "`{}` may read several texts, but an output is a single one",
            step.id.value
        ),
        "remove `all`, or extract one text from the JSON list with `parse`",
    ))
}
