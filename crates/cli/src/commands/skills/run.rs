//! `skills run`: a skill, or a recipe from a file, on a phone, and what of it was verified.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use clawperator_contract::limits::MAX_INPUT_BYTES;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{
    Inputs, Profile, ReadySkill, SkillRefusal, SkillRun, SkillShelf, add_inputs, io_words,
};
use clawperator_skills::Findings;

use super::dry_run::dry_run;
use super::named::{Named, or_file};
use super::report::Refused;
use super::{run_text, tree, watch};
use crate::args::{LogLevel, SkillsRunArgs, TreeArgs};
use crate::context::{Answer, Context};
use crate::next_words::Speak as _;
use crate::phone::{self, asked};
use crate::verbs::execution_timeout;

pub(super) fn run(
    args: &SkillsRunArgs,
    tree: &TreeArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let inputs = inputs(args, context)?;
    let shelf = tree::of_tree(tree, context.environment);
    if args.watch {
        return watch::watch(args, &shelf, &inputs, context);
    }
    once(args, &shelf, inputs, args.dry_run, context)
}

/// Reads and checks what was named, and runs it or says what a run would do.
pub(super) fn once(
    args: &SkillsRunArgs,
    shelf: &SkillShelf,
    inputs: Inputs,
    is_dry: bool,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let profile = context.profile(args.profile.as_deref())?;
    let (skill, warnings) = match ready(args, shelf, inputs) {
        Ok(ready) => ready,
        Err(refused) => return Refused::from(refused).answer(context),
    };
    if is_dry {
        return dry_run(&skill, &warnings, &profile, context);
    }
    warn(&warnings, context);
    on_a_phone(&skill, shelf, profile, args, context)
}

fn on_a_phone(
    skill: &ReadySkill,
    shelf: &SkillShelf,
    profile: Arc<Profile>,
    args: &SkillsRunArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let id = skill.new_id(&**context.sources)?;
    let timeout = execution_timeout(context.global)?;
    let trace = context.trace(args.trace)?;
    let request = asked(profile, context)?;
    let ran = phone::on_phone(skill.steps(), context, async |phone, listener, cancel| {
        if let Some(script) = skill.script() {
            listener.doing(format!("running {script}"));
        }
        let run = SkillRun {
            skill,
            id: &id,
            request,
            scripts: shelf.scripts(),
            timeout,
            park: false,
            trace,
            events: listener,
        };
        phone.run_skill(run, cancel).await
    });
    let mut result = ran?;
    result.speak();
    let text = context
        .printer
        .render(&result, |paint| run_text::describe(&result, paint));
    Ok(Answer {
        text: Some(text),
        status: result.exit(),
    })
}

/// What was named, with its inputs, and what is not as it should be and stops nothing.
fn ready(
    args: &SkillsRunArgs,
    shelf: &SkillShelf,
    inputs: Inputs,
) -> Result<(ReadySkill, Findings), SkillRefusal> {
    let artifact = args.artifact.as_deref();
    let id = match Named::of(&args.skill, shelf)? {
        Named::File(file) => {
            let file = Named::read(file, artifact)?;
            return Ok((file.ready(inputs)?, file.warnings()));
        }
        Named::Skill(id) => id,
    };
    match shelf.ready(id, artifact, inputs) {
        // What a skill is warned of was told when it was indexed.
        Ok(skill) => Ok((skill, Findings::default())),
        Err(SkillRefusal::Failure(failure)) if failure.code == ErrorCode::MissingArgument => {
            Err(failure.with_hint("name one with --artifact").into())
        }
        Err(refused) => Err(or_file(refused, id)),
    }
}

fn warn(findings: &Findings, context: &mut Context<'_, '_>) {
    for finding in &findings.list {
        let line = format!("{}: {}", finding.place(), finding.message);
        context.printer.diagnose(LogLevel::Warn, &line);
    }
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
    add_inputs(&mut inputs, &json)?;
    Ok(inputs)
}
