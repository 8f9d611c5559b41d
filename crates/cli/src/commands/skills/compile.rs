//! `skills compile` and `skills compile-artifact`: a recipe and values into a template.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clawperator_contract::{ErrorCode, Failure, did_you_mean, excerpt};
use clawperator_host::action_origin;
use clawperator_recipe::{Artifact, Compiled, PlannedStep, compile as compile_recipe};
use clawperator_skills::{Skill, SkillRecipe};
use serde::Serialize;
use serde_json::value::RawValue;

use super::named::{Named, or_file};
use super::report::Refused;
use super::tree;
use crate::args::{CompileArgs, CompileArtifactArgs, TreeArgs};
use crate::context::{Answer, Context};
use crate::text::{Paint, visible};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answered<'c> {
    /// Omitted where a file was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    skill_id: Option<&'c str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'c str>,
    artifact: &'c str,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe_id: Option<&'c str>,
    legacy: bool,
    sha256: String,
    /// An execution without `commandId` and `taskId`.
    template: Box<RawValue>,
    plan: Vec<Planned<'c>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Planned<'c> {
    action_id: &'c str,
    action_type: &'static str,
    origin: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<&'c str>,
    line: usize,
    column: usize,
}

pub(super) fn compile(
    args: &CompileArgs,
    tree: &TreeArgs,
    context: &Context<'_, '_>,
) -> Result<Answer, Failure> {
    let mut values = values(args.inputs.as_deref(), "--inputs")?;
    for given in &args.input {
        let Some((name, value)) = given.split_once('=') else {
            return Err(Failure::new(
                ErrorCode::Usage,
                "--input requires NAME=VALUE",
            ));
        };
        if values.insert(name.to_owned(), value.to_owned()).is_some() {
            let message = format!("the input '{}' is given twice", excerpt(name));
            return Err(Failure::new(ErrorCode::Usage, message));
        }
    }
    finish(&args.id, args.artifact.as_deref(), &values, tree, context)
}

pub(super) fn compile_artifact(
    args: &CompileArtifactArgs,
    tree: &TreeArgs,
    context: &Context<'_, '_>,
) -> Result<Answer, Failure> {
    let values = values(args.vars.as_deref(), "--vars")?;
    finish(&args.id, args.artifact.as_deref(), &values, tree, context)
}

fn finish(
    id: &str,
    artifact: Option<&str>,
    values: &BTreeMap<String, String>,
    tree: &TreeArgs,
    context: &Context<'_, '_>,
) -> Result<Answer, Failure> {
    let shelf = tree::of_tree(tree, context.environment);
    match Named::of(id, &shelf)? {
        Named::File(file) => match Named::read(file, artifact) {
            Ok(file) => answer(None, file.recipe(), values, context),
            Err(refused) => Refused::from(refused).answer(context),
        },
        Named::Skill(id) => match shelf.load(id) {
            Ok((_, skill)) => {
                let recipe = choose(&skill, artifact)?;
                answer(Some(&skill.entry.id), recipe, values, context)
            }
            Err(refused) => Refused::from(or_file(refused, id)).answer(context),
        },
    }
}

fn answer(
    skill: Option<&str>,
    recipe: &SkillRecipe,
    values: &BTreeMap<String, String>,
    context: &Context<'_, '_>,
) -> Result<Answer, Failure> {
    let compiled = match compile_recipe(&recipe.loaded, values) {
        Ok(compiled) => compiled,
        Err(findings) => {
            let code = findings.error_code().unwrap_or(ErrorCode::RecipeInvalid);
            return Refused::findings(code, findings).answer(context);
        }
    };
    let answered = answered(skill, recipe, &compiled)?;
    let text = context
        .printer
        .render(&answered, |paint| describe(&answered, paint));
    Ok(text.into())
}

/// The recipe of that name; left out, the only one.
fn choose<'s>(skill: &'s Skill, name: Option<&str>) -> Result<&'s SkillRecipe, Failure> {
    let names: Vec<&str> = skill.recipes.iter().map(SkillRecipe::name).collect();
    let hint = match name.and_then(|name| did_you_mean(name, names.iter().copied())) {
        Some(near) => format!("did you mean '{near}'?"),
        None if names.is_empty() => "the skill has no recipes".to_owned(),
        None => format!("its recipes are {}", names.join(", ")),
    };
    let missing = |message: String| {
        Failure::new(ErrorCode::ArtifactNotFound, message).with_hint(hint.clone())
    };
    match (name, skill.recipes.as_slice()) {
        (None, [only]) => Ok(only),
        (None, []) => Err(missing(format!(
            "`{}` has nothing to compile",
            skill.entry.id
        ))),
        (None, _) => Err(Failure::new(
            ErrorCode::MissingArgument,
            format!("`{}` has several recipes", skill.entry.id),
        )
        .with_hint(format!("choose one with --artifact: {}", names.join(", ")))),
        (Some(name), recipes) => {
            let file = name.rsplit('/').next().unwrap_or(name);
            let stem = file.split(".recipe.").next().unwrap_or(file);
            let found = recipes.iter().find(|recipe| recipe.name() == stem);
            found.ok_or_else(|| {
                let shown = excerpt(name);
                missing(format!("`{}` has no recipe '{shown}'", skill.entry.id))
            })
        }
    }
}

/// The values of a JSON object; numbers and booleans are taken as they are written.
fn values(json: Option<&str>, flag: &str) -> Result<BTreeMap<String, String>, Failure> {
    let Some(json) = json else {
        return Ok(BTreeMap::new());
    };
    // Nothing of the values may be repeated, so neither is the parser's message.
    let refused = |message: String| {
        Failure::new(ErrorCode::CompileVarsParseFailed, message).with_hint(format!(
            "give one JSON object: {flag} '{{\"name\":\"value\"}}'"
        ))
    };
    let object: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(json).map_err(|error| {
            refused(format!(
                "{flag} is not a JSON object; line {}, column {}",
                error.line(),
                error.column()
            ))
        })?;
    let mut values = BTreeMap::new();
    for (name, value) in object {
        let text = match value {
            serde_json::Value::String(text) => text,
            serde_json::Value::Number(number) => number.to_string(),
            serde_json::Value::Bool(boolean) => boolean.to_string(),
            serde_json::Value::Null
            | serde_json::Value::Array(_)
            | serde_json::Value::Object(_) => {
                let shown = excerpt(&name);
                return Err(refused(format!(
                    "{flag}: `{shown}` must be text, a number or a boolean"
                )));
            }
        };
        values.insert(name, text);
    }
    Ok(values)
}

fn answered<'c>(
    skill: Option<&'c str>,
    recipe: &'c SkillRecipe,
    compiled: &'c Compiled,
) -> Result<Answered<'c>, Failure> {
    let template = RawValue::from_string(compiled.template.json().to_owned()).map_err(|error| {
        let message = format!("a template is not JSON: {error}");
        Failure::new(ErrorCode::InternalError, message)
    })?;
    let recipe_id = match &recipe.loaded.artifact {
        Artifact::Recipe(read) => Some(read.frontmatter.recipe_id.value.as_str()),
        Artifact::Legacy(_) => None,
    };
    Ok(Answered {
        skill_id: skill,
        file: skill.is_none().then_some(recipe.path.as_str()),
        artifact: recipe.name(),
        recipe_id,
        legacy: compiled.legacy,
        sha256: compiled.template.sha256(),
        template,
        plan: compiled.plan.iter().map(planned).collect(),
    })
}

fn planned(step: &PlannedStep) -> Planned<'_> {
    let (origin, step_id) = action_origin(&step.origin);
    Planned {
        action_id: &step.action_id,
        action_type: step.action_type,
        origin,
        step: step_id,
        line: step.at.line,
        column: step.at.column,
    }
}

fn describe(answered: &Answered<'_>, paint: Paint) -> String {
    let mut text = format!(
        "{}{}\n",
        paint.bold(&visible(answered.artifact)),
        if answered.legacy { "  legacy" } else { "" }
    );
    for step in &answered.plan {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "  {:<18}{:<24}{} at line {}",
            step.action_type,
            visible(step.action_id),
            step.origin.replace('_', " "),
            step.line
        );
    }
    let _ = write!(
        text,
        "sha256 {}\n{}",
        answered.sha256,
        answered.template.get()
    );
    text
}
