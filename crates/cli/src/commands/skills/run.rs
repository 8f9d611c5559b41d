//! `skills run`: a skill, or a recipe from a file, on a phone, and what of it was verified.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use clawperator_contract::limits::MAX_INPUT_BYTES;
use clawperator_contract::skill_result::{PhoneSkillResult, SeveralSkillResults, SkillResult};
use clawperator_contract::{ErrorCode, ExecutionTimeout, ExitStatus, Failure, TraceDetail};
use clawperator_host::{
    Cancel, Events, Inputs, Phone, Profile, ReadySkill, RunRequest, SkillRefusal, SkillRun,
    SkillShelf, Sources, add_inputs, io_words,
};
use clawperator_skills::Findings;

use super::dry_run::dry_run;
use super::named::{Named, or_file};
use super::report::Refused;
use super::{run_text, tree, watch};
use crate::args::{LogLevel, Phones, SkillsRunArgs, TreeArgs};
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
    on_phones(&skill, shelf, profile, args, context)
}

fn on_phones(
    skill: &ReadySkill,
    shelf: &SkillShelf,
    profile: Arc<Profile>,
    args: &SkillsRunArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let asked = Asked {
        skill,
        shelf,
        timeout: execution_timeout(context.global)?,
        trace: context.trace(args.trace)?,
        request: asked(profile, context)?,
        sources: Arc::clone(context.sources),
    };
    if let Some(phones) = context.global.several()? {
        return on_several(&phones, &asked, context);
    }
    let ran = phone::on_phone(skill.steps(), context, async |phone, listener, cancel| {
        if let Some(script) = skill.script() {
            listener.doing(format!("running {script}"));
        }
        asked.run(&phone, listener, cancel).await
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

/// Runs it on each of these phones; the exit code is that of the worst.
fn on_several(
    phones: &Phones,
    asked: &Asked<'_>,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let mut ran = phone::on_several(phones, context, &async |phone, listener, cancel| {
        asked.run(&phone, listener, cancel).await
    })?;
    for one in &mut ran {
        match &mut one.outcome {
            Ok(result) => result.speak(),
            Err(failure) => failure.speak(),
        }
    }
    let status = ExitStatus::worst(ran.iter().map(|one| match &one.outcome {
        Ok(result) => result.exit(),
        Err(failure) => failure.exit(),
    }));
    let phones = ran.into_iter().map(|one| PhoneSkillResult {
        device_id: one.serial,
        failure: one.outcome.as_ref().err().cloned(),
        result: one.outcome.ok(),
    });
    let answer = SeveralSkillResults {
        phones: phones.collect(),
    };
    let text = context
        .printer
        .render(&answer, |paint| run_text::describe_several(&answer, paint));
    Ok(Answer {
        text: Some(text),
        status,
    })
}

/// What is run, for whom, and how.
struct Asked<'a> {
    skill: &'a ReadySkill,
    shelf: &'a SkillShelf,
    timeout: Option<ExecutionTimeout>,
    trace: TraceDetail,
    request: RunRequest,
    sources: Arc<dyn Sources>,
}

impl Asked<'_> {
    /// Runs it on this phone.
    async fn run(
        &self,
        phone: &Phone,
        events: &dyn Events,
        cancel: Cancel<'_>,
    ) -> Result<SkillResult, Failure> {
        let run = SkillRun {
            skill: self.skill,
            id: &self.skill.new_id(&*self.sources)?,
            request: self.request.clone(),
            scripts: self.shelf.scripts(),
            timeout: self.timeout.clone(),
            park: false,
            trace: self.trace,
            events,
        };
        phone.run_skill(run, cancel).await
    }
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
