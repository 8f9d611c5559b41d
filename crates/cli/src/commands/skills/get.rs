//! `skills get`: all of one skill.

use std::fmt::Write as _;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_recipe::{Artifact, Frontmatter};
use clawperator_skills::{Finding, Freshness, Skill, SkillRecipe, SkillSummary};
use serde::Serialize;

use super::report::Refused;
use super::tree;
use crate::args::{GetArgs, TreeArgs};
use crate::context::{Answer, Context};
use crate::text::{Paint, columns, visible};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown<'s> {
    skill: SkillSummary<'s>,
    folder: String,
    files_sha256: &'s str,
    index: &'static str,
    recipes: Vec<ShownRecipe<'s>>,
    scripts: Vec<ShownScript<'s>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interpreter: Option<&'static str>,
    warnings: &'s [Finding],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ShownRecipe<'s> {
    name: &'s str,
    file: &'s str,
    sha256: &'s str,
    legacy: bool,
    /// The variables of a legacy template.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variables: Vec<&'s str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe: Option<ShownFrontmatter<'s>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ShownFrontmatter<'s> {
    recipe_id: &'s str,
    version: String,
    recipe_type: &'static str,
    summary: &'s str,
    capabilities: Vec<&'static str>,
    inputs: Vec<ShownInput<'s>>,
    outputs: Vec<ShownOutput<'s>>,
}

#[derive(Serialize)]
struct ShownInput<'s> {
    name: &'s str,
    #[serde(rename = "type")]
    input_type: &'static str,
    required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'s str>,
}

#[derive(Serialize)]
struct ShownOutput<'s> {
    name: &'s str,
    #[serde(rename = "type")]
    output_type: &'static str,
    redaction: &'static str,
}

#[derive(Serialize)]
struct ShownScript<'s> {
    file: &'s str,
    language: &'static str,
}

pub(super) fn get(
    args: &GetArgs,
    tree: &TreeArgs,
    context: &Context<'_, '_>,
) -> Result<Answer, Failure> {
    let registry = match tree::registry(tree, context.environment) {
        Ok(registry) => registry,
        Err(refused) => return refused.answer(context),
    };
    let entry = tree::entry(&registry, &args.id)?;
    let skill = match Skill::load(&registry, entry) {
        Ok(skill) => skill,
        Err(findings) => {
            let refused = Refused::findings(ErrorCode::SkillValidationFailed, findings);
            return refused.answer(context);
        }
    };
    let shown = Shown {
        skill: SkillSummary::from(entry),
        folder: skill.folder.to_string_lossy().into_owned(),
        files_sha256: &skill.files_sha256,
        index: match registry.freshness(&skill) {
            Freshness::Fresh => "fresh",
            Freshness::NotIndexed => "not_indexed",
            Freshness::Stale => "stale",
        },
        recipes: skill.recipes.iter().map(recipe).collect(),
        scripts: skill
            .scripts
            .iter()
            .map(|script| ShownScript {
                file: &script.path,
                language: script.language.name(),
            })
            .collect(),
        interpreter: entry.interpreter.map(clawperator_skills::Interpreter::name),
        warnings: &skill.findings.list,
    };
    let text = context
        .printer
        .render(&shown, |paint| describe(&shown, paint));
    Ok(text.into())
}

fn recipe(recipe: &SkillRecipe) -> ShownRecipe<'_> {
    let (variables, frontmatter) = match &recipe.loaded.artifact {
        Artifact::Recipe(read) => (Vec::new(), Some(frontmatter(&read.frontmatter))),
        Artifact::Legacy(template) => (template.variables(), None),
    };
    ShownRecipe {
        name: recipe.name(),
        file: &recipe.path,
        sha256: &recipe.sha256,
        legacy: frontmatter.is_none(),
        variables,
        recipe: frontmatter,
    }
}

fn frontmatter(frontmatter: &Frontmatter) -> ShownFrontmatter<'_> {
    let capabilities = frontmatter.capabilities.iter();
    let inputs = frontmatter.inputs.iter().map(|input| ShownInput {
        name: &input.name.value,
        input_type: input.input_type.name(),
        required: input.required,
        default: input.default.as_ref().map(|default| default.value.as_str()),
    });
    let outputs = frontmatter.outputs.iter().map(|output| ShownOutput {
        name: &output.name.value,
        output_type: output.output_type.name(),
        redaction: output.redaction.name(),
    });
    ShownFrontmatter {
        recipe_id: &frontmatter.recipe_id.value,
        version: frontmatter.recipe_version.value.to_string(),
        recipe_type: frontmatter.recipe_type.value.name(),
        summary: &frontmatter.summary.value,
        capabilities: capabilities
            .map(|capability| capability.value.name())
            .collect(),
        inputs: inputs.collect(),
        outputs: outputs.collect(),
    }
}

fn describe(shown: &Shown<'_>, paint: Paint) -> String {
    let row = |name: &str, value: &str| (name.to_owned(), visible(value));
    let mut rows = vec![
        row("summary", &shown.skill.summary),
        row("app", &shown.skill.application_id),
        row("folder", &shown.folder),
        row("files", shown.files_sha256),
        row("index", &shown.index.replace('_', " ")),
    ];
    for recipe in &shown.recipes {
        rows.push(row("recipe", recipe.file));
        let Some(read) = &recipe.recipe else {
            rows.push(row("  variables", &recipe.variables.join(", ")));
            continue;
        };
        let kind = format!("{} {}, {}", read.recipe_type, read.version, read.recipe_id);
        rows.push(row("", &kind));
        rows.push(row("  capabilities", &read.capabilities.join(", ")));
        for input in &read.inputs {
            let need = if input.required {
                "required"
            } else {
                "optional"
            };
            let line = format!("{} ({}, {need})", input.name, input.input_type);
            rows.push(row("  input", &line));
        }
        for output in &read.outputs {
            let line = format!(
                "{} ({}, {})",
                output.name, output.output_type, output.redaction
            );
            rows.push(row("  output", &line));
        }
    }
    for script in &shown.scripts {
        let line = format!("{} ({})", script.file, script.language);
        rows.push(row("script", &line));
    }
    let mut text = format!(
        "{}\n{}",
        paint.bold(&visible(&shown.skill.id)),
        columns(&rows, 16)
    );
    for warning in shown.warnings {
        let place = visible(&warning.place());
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{place}: {}", visible(&warning.message));
    }
    text
}
