//! `skills run`: a skill on a phone, and what of it was verified.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use clawperator_contract::limits::MAX_INPUT_BYTES;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{Inputs, SkillRefusal, SkillRun, add_inputs, io_words};

use super::report::Refused;
use super::{run_text, tree};
use crate::args::{SkillsRunArgs, TreeArgs};
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
    let profile = context.profile(args.profile.as_deref())?;
    let shelf = tree::of_tree(tree, context.environment);
    let skill = match shelf.ready(&args.skill, args.artifact.as_deref(), inputs) {
        Ok(skill) => skill,
        Err(SkillRefusal::Failure(failure)) if failure.code == ErrorCode::MissingArgument => {
            return Err(failure.with_hint("name one with --artifact"));
        }
        Err(refused) => return Refused::from(refused).answer(context),
    };
    let id = skill.new_id(&**context.sources)?;
    let timeout = execution_timeout(context.global)?;
    let trace = context.trace(args.trace)?;
    let request = asked(profile, context)?;
    let ran = phone::on_phone(skill.steps(), context, async |phone, listener, cancel| {
        if let Some(script) = skill.script() {
            listener.doing(format!("running {script}"));
        }
        let run = SkillRun {
            skill: &skill,
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
