//! Placeholders and the inputs they name.

use clawperator_contract::{did_you_mean, excerpt};

use crate::finding::{RecipeCode, Report};
use crate::model::{InputType, ParamKind, ParamValue, Phrase, Recipe};
use crate::rule::RecipeRule;

/// Every placeholder names an input, of a type that fits its place, and every input is used.
pub(super) fn check(recipe: &Recipe, report: &Report<'_>) {
    let mut used: Vec<&str> = Vec::new();
    for step in recipe.written() {
        for phrase in step.phrases() {
            used.extend(phrase.inputs());
            check_declared(phrase, recipe, report);
        }
        for param in &step.params {
            if let ParamValue::Phrase(phrase) = &param.value {
                check_type(&param.spec.kind, param.spec.name, phrase, recipe, report);
            }
        }
    }
    for input in &recipe.frontmatter.inputs {
        let name = &input.name;
        if !used.contains(&name.value.as_str()) {
            report.add(
                RecipeRule::UnusedInputs,
                RecipeCode::InputUnused,
                name.at,
                format!("no step uses the input `{}`", name.value),
                "use it as `${inputs.NAME}`, or remove it",
            );
        }
    }
}

fn check_declared(phrase: &Phrase, recipe: &Recipe, report: &Report<'_>) {
    let frontmatter = &recipe.frontmatter;
    for name in phrase.inputs() {
        if frontmatter.input(name).is_some() {
            continue;
        }
        let declared = frontmatter
            .inputs
            .iter()
            .map(|input| input.name.value.as_str());
        let fix = match did_you_mean(name, declared) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare `{}` in `inputs`", excerpt(name)),
        };
        report.add(
            RecipeRule::DeclaredInputs,
            RecipeCode::InputUndeclared,
            phrase.at,
            format!("no input `{}` is declared", excerpt(name)),
            fix,
        );
    }
}

fn check_type(
    kind: &ParamKind,
    param: &str,
    phrase: &Phrase,
    recipe: &Recipe,
    report: &Report<'_>,
) {
    let wanted: &[InputType] = match kind {
        ParamKind::Integer(..) | ParamKind::Fixed(..) => &[InputType::Integer],
        ParamKind::Ratio => &[InputType::Number, InputType::Integer],
        ParamKind::Boolean => &[InputType::Boolean],
        ParamKind::Text(_)
        | ParamKind::Typed(_)
        | ParamKind::Uri(_)
        | ParamKind::Pattern
        | ParamKind::Key
        | ParamKind::Point
        | ParamKind::Word(_) => return,
    };
    let input = phrase
        .sole_input()
        .and_then(|name| recipe.frontmatter.input(name));
    if let Some(input) = input
        && !wanted.contains(&input.input_type)
    {
        let names: Vec<&str> = wanted.iter().map(|wanted| wanted.name()).collect();
        report.add(
            RecipeRule::DeclaredInputs,
            RecipeCode::WrongType,
            phrase.at,
            format!(
                "`{param}` cannot be filled from an input of type {}",
                input.input_type.name()
            ),
            format!("declare `{}` as {}", input.name.value, names.join(" or ")),
        );
    }
}
