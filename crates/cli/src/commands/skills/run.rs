//! `skills run`: a skill on a phone, and what of it was verified.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use clawperator_contract::limits::MAX_INPUT_BYTES;
use clawperator_contract::skill_result::SkillResult;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{
    CommandId, Inputs, InputsError, Prepared, Profile, RecipeRun, ScriptRun, io_words, prepare,
};
use clawperator_skills::{Freshness, Script, Skill, SkillRecipe};

use super::report::Refused;
use super::{run_text, tree};
use crate::args::{SkillsRunArgs, TraceChoice, TreeArgs};
use crate::context::{Answer, Context};
use crate::next_words::Speak as _;
use crate::phone::{self, asked};
use crate::verbs::script_timeout;

/// What a skill has to run.
enum Chosen<'s> {
    Recipe(&'s SkillRecipe),
    Script(&'s Script),
}

pub(super) fn run(
    args: &SkillsRunArgs,
    tree: &TreeArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let inputs = inputs(args, context)?;
    let profile = context.profile(args.profile.as_deref())?;
    let skill = match load(&args.skill, tree, context) {
        Ok(skill) => skill,
        Err(refused) => return refused.answer(context),
    };
    let mut result = match choose(&skill, args.artifact.as_deref())? {
        Chosen::Recipe(recipe) => {
            let prepared = prepare(&skill.entry.id, recipe, inputs)?;
            run_recipe(&prepared, profile, args.trace, context)?
        }
        Chosen::Script(script) => run_script(&skill, script, &inputs, &profile, args, context)?,
    };
    result.speak();
    let text = context
        .printer
        .render(&result, |paint| run_text::describe(&result, paint));
    Ok(Answer {
        text: Some(text),
        status: result.exit(),
    })
}

/// The skill, if it is as it was when it was indexed.
fn load(id: &str, tree: &TreeArgs, context: &Context<'_, '_>) -> Result<Skill, Refused> {
    let registry = tree::registry(tree, context.environment)?;
    let entry = tree::entry(&registry, id)?;
    let skill = Skill::load(&registry, entry)
        .map_err(|findings| Refused::findings(ErrorCode::SkillValidationFailed, findings))?;
    match registry.freshness(&skill) {
        Freshness::Fresh => Ok(skill),
        Freshness::Stale => Err(not_as_indexed(format!(
            "the files of `{id}` have changed since they were indexed"
        ))),
        // Without an index nobody can tell: removing it must not make a changed file run.
        Freshness::NotIndexed => Err(not_as_indexed(format!(
            "`{id}` is not in the index, so whether its files were checked is unknown"
        ))),
    }
}

fn not_as_indexed(message: String) -> Refused {
    let code = ErrorCode::SkillArtifactStale;
    Failure::new(code, message).with_recovery().into()
}

fn run_recipe(
    prepared: &Prepared,
    profile: Arc<Profile>,
    trace: Option<TraceChoice>,
    context: &mut Context<'_, '_>,
) -> Result<SkillResult, Failure> {
    let id = CommandId::Random("skill").generate(&**context.sources)?;
    let steps = prepared.actions();
    let trace = context.trace(trace)?;
    phone::on_phone(steps, context, async |phone, listener, cancel| {
        let recipe = RecipeRun {
            prepared,
            id: &id,
            request: asked(profile),
            trace,
            events: listener,
        };
        phone.run_recipe(recipe, cancel).await
    })
}

fn run_script(
    skill: &Skill,
    chosen: &Script,
    inputs: &Inputs,
    profile: &Profile,
    args: &SkillsRunArgs,
    context: &mut Context<'_, '_>,
) -> Result<SkillResult, Failure> {
    let environment = context.environment;
    let run = ScriptRun {
        skill,
        script: chosen,
        inputs,
        id: &CommandId::Random("script").generate(&**context.sources)?,
        profile,
        program: environment.program()?,
        environment: environment.for_script(args.profile.as_deref())?,
        search_path: environment.search_path(),
        timeout: script_timeout(context.global)?,
    };
    phone::on_phone(1, context, async |phone, listener, cancel| {
        listener.doing(format!("running {}", chosen.path));
        phone.run_script(run, cancel).await
    })
}

/// The artifact that was named, or the only one. A recipe is taken before a script.
fn choose<'s>(skill: &'s Skill, name: Option<&str>) -> Result<Chosen<'s>, Failure> {
    let named = |known: &str, path: &str| name.is_none_or(|name| name == known || name == path);
    let mut recipes = skill
        .recipes
        .iter()
        .filter(|recipe| named(recipe.name(), &recipe.path));
    let mut scripts = skill
        .scripts
        .iter()
        .filter(|script| named(&script.path, &script.path));
    match (
        recipes.next(),
        recipes.next(),
        scripts.next(),
        scripts.next(),
    ) {
        (Some(recipe), None, _, _) => Ok(Chosen::Recipe(recipe)),
        (None, _, Some(script), None) => Ok(Chosen::Script(script)),
        (None, _, None, _) => Err(not_there(skill, name)),
        (Some(_), Some(_), _, _) | (None, _, Some(_), Some(_)) => Err(Failure::new(
            ErrorCode::MissingArgument,
            format!(
                "`{}` has several artifacts: {}",
                skill.entry.id,
                listed(skill)
            ),
        )
        .with_hint("name one with --artifact")),
    }
}

fn not_there(skill: &Skill, name: Option<&str>) -> Failure {
    let id = &skill.entry.id;
    let message = match name {
        Some(name) => format!(
            "`{id}` has no artifact `{}`",
            clawperator_contract::excerpt(name)
        ),
        None => format!("`{id}` has nothing to run"),
    };
    let failure = Failure::new(ErrorCode::ArtifactNotFound, message);
    match listed(skill) {
        none if none.is_empty() => failure.with_recovery(),
        some => failure.with_hint(format!("it has {some}")),
    }
}

fn listed(skill: &Skill) -> String {
    let recipes = skill.recipes.iter().map(SkillRecipe::name);
    let scripts = skill.scripts.iter().map(|script| script.path.as_str());
    recipes.chain(scripts).collect::<Vec<_>>().join(", ")
}

/// The values of `--input` and `--inputs`.
fn inputs(args: &SkillsRunArgs, context: &mut Context<'_, '_>) -> Result<Inputs, Failure> {
    let mut inputs = Inputs::default();
    for pair in &args.input {
        inputs
            .add_pair(pair)
            .map_err(|error| Failure::new(ErrorCode::Usage, error.to_string()))?;
    }
    let Some(source) = &args.inputs else {
        return Ok(inputs);
    };
    let most = u64::try_from(MAX_INPUT_BYTES).unwrap_or(u64::MAX);
    let mut json = Vec::new();
    let read = if source.as_encoded_bytes().starts_with(b"{") {
        source.as_encoded_bytes().take(most).read_to_end(&mut json)
    } else if source == "-" {
        context.stdin.take(most).read_to_end(&mut json)
    } else {
        File::open(Path::new(source)).and_then(|file| file.take(most).read_to_end(&mut json))
    };
    read.map_err(|error| {
        let message = format!("the inputs could not be read: {}", io_words(&error));
        Failure::new(ErrorCode::FileUnreadable, message)
            .with_hint("--inputs takes a file, - for standard input, or JSON that begins with {")
    })?;
    inputs.add_json(&json).map_err(|error| {
        let code = match error {
            InputsError::NoObject | InputsError::NoName => ErrorCode::CompileVarsParseFailed,
            InputsError::Twice(_) | InputsError::NoValue(_) => ErrorCode::RecipeInputInvalid,
        };
        Failure::new(code, error.to_string())
            .with_hint("give one JSON object with a text, a number, true or false for each input")
    })?;
    Ok(inputs)
}
