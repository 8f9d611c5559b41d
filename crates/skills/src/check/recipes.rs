//! What is asked of a recipe beyond its own rules: that it compiles, the same twice, from complete inputs.

use std::collections::BTreeMap;

use clawperator_contract::{Capability, Next};
use clawperator_recipe::{Artifact, Frontmatter, Input, InputType, Loaded, RecipeCode, compile};

use super::Combination;
use crate::finding::{Code, Finding, Findings};

/// Holds a recipe against what is asked of every one. Answers whether it was compiled.
pub(super) fn check(
    file: &str,
    application_id: &str,
    loaded: &Loaded,
    combinations: &[Combination],
    findings: &mut Findings,
) {
    let recipe = match &loaded.artifact {
        Artifact::Recipe(recipe) => recipe,
        Artifact::Legacy(_) => {
            findings.push(
                Finding::of_file(
                    Code::Legacy,
                    file,
                    "this is a legacy template: it is searched for personal data, and no other rule is checked",
                    "write it as a recipe",
                )
                .warning(),
            );
            return;
        }
    };
    let frontmatter = &recipe.frontmatter;
    if frontmatter.application_id.value != application_id {
        findings.push(
            Finding::of_file(
                Code::RecipeApp,
                file,
                format!(
                    "the recipe is for `{}`, but the skill is for `{application_id}`",
                    frontmatter.application_id.value
                ),
                "move the recipe to a skill for its own app",
            )
            .at(frontmatter.application_id.at),
        );
    }
    check_combinations(file, frontmatter, combinations, findings);
    check_compiling(file, loaded, frontmatter, findings);
}

fn check_combinations(
    file: &str,
    frontmatter: &Frontmatter,
    combinations: &[Combination],
    findings: &mut Findings,
) {
    let declared: Vec<Capability> = frontmatter
        .capabilities
        .iter()
        .map(|capability| capability.value)
        .collect();
    for forbidden in combinations {
        let has_all = forbidden
            .capabilities
            .iter()
            .all(|capability| declared.contains(capability));
        if has_all && !forbidden.capabilities.is_empty() {
            let names: Vec<&str> = forbidden
                .capabilities
                .iter()
                .map(|capability| capability.name())
                .collect();
            let at = frontmatter.capabilities.first();
            let mut finding = Finding::of_file(
                Code::Combination,
                file,
                format!(
                    "profile `{}` forbids {} together: `{}`",
                    forbidden.profile,
                    names.join(" and "),
                    forbidden.name
                ),
                "split the recipe in two",
            );
            finding.at = at.map(|capability| capability.at);
            findings.push(finding);
        }
    }
}

fn check_compiling(
    file: &str,
    loaded: &Loaded,
    frontmatter: &Frontmatter,
    findings: &mut Findings,
) {
    let all = samples(frontmatter, |_| true);
    match (compile(loaded, &all), compile(loaded, &all)) {
        (Ok(one), Ok(other)) if one == other => {}
        (Ok(_), _) | (_, Ok(_)) => findings.push(Finding::of_file(
            Code::NotDeterministic,
            file,
            "compiling it twice gave two different templates",
            "report this: it is a bug in the compiler",
        )),
        (Err(refused), Err(_)) => {
            // What a recipe asks of its values, made-up ones may not have; the recipe's own size is its own fault.
            let own = refused
                .list
                .iter()
                .any(|finding| finding.code == RecipeCode::Limit);
            let refused = Findings::from(refused);
            if own {
                findings.append(refused);
            } else if let Some(first) = refused.list.into_iter().next() {
                let message = format!("it does not compile with made-up inputs: {}", first.message);
                let fix = "check that it compiles with real ones";
                let mut finding = Finding::of_file(Code::SampleRefused, file, message, fix)
                    .by(Next::CompileRecipe)
                    .warning();
                finding.at = first.at;
                findings.push(finding);
            }
            return;
        }
    }
    // Whoever gives what is required, and no more, must get a template.
    let required = samples(frontmatter, |input| input.required);
    if let Err(refused) = compile(loaded, &required) {
        let missing = refused
            .list
            .iter()
            .filter(|finding| finding.code == RecipeCode::InputMissing);
        for finding in missing {
            findings.push(
                Finding::of_file(
                    Code::InputIncomplete,
                    file,
                    format!("with every required input given, {}", finding.message),
                    "make the input `required: true`, or give it a default",
                )
                .at(finding.at),
            );
        }
    }
}

/// Made-up values for the inputs that fit and have no default of their own.
pub(super) fn samples(
    frontmatter: &Frontmatter,
    fits: impl Fn(&Input) -> bool,
) -> BTreeMap<String, String> {
    let has_default = |input: &Input| {
        let default = input.default.as_ref();
        default.is_some_and(|default| !default.value.trim().is_empty())
    };
    frontmatter
        .inputs
        .iter()
        .filter(|input| fits(input) && !has_default(input))
        .map(|input| {
            let value = match input.input_type {
                // A package id is a label as well as any.
                InputType::String => "com.example.app",
                InputType::Integer | InputType::Number => "1",
                InputType::Boolean => "true",
            };
            (input.name.value.clone(), value.to_owned())
        })
        .collect()
}
