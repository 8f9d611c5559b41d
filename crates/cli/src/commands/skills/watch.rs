//! `skills run --watch`: once more at each save of a recipe's file.

use std::path::Path;

use clawperator_contract::{ErrorCode, ExitStatus, Failure, visible};
use clawperator_host::{Inputs, SkillShelf, io_words};

use super::named::Named;
use super::run::once;
use super::saves::Saves;
use crate::args::SkillsRunArgs;
use crate::context::{Answer, Context};
use crate::runtime::Waits;

/// Says what a run would do, or runs it, now and after each save, until an interruption. Whatever is wrong with the file
/// or with a run is answered, and the next save waited for.
pub(super) fn watch(
    args: &SkillsRunArgs,
    shelf: &SkillShelf,
    inputs: &Inputs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let Named::File(file) = Named::of(&args.skill, shelf)? else {
        let message = "--watch takes the file of a recipe, not a skill's id";
        let hint =
            "name the file, with a `/` in its path or with the ending .recipe.md or .recipe.json";
        return Err(Failure::new(ErrorCode::Usage, message).with_hint(hint));
    };
    let mut waits = Waits::new()?;
    let mut status = ExitStatus::Ok;
    let Some(saves) = waits.until(async { Saves::of(file) }) else {
        return Ok(ended(status));
    };
    let mut saves = saves.map_err(|error| unwatched(file, &error))?;
    loop {
        // Watched before it is read, so that no save falls in between.
        let followed = waits.until(async { saves.follow() });
        let Some(followed) = followed else {
            return Ok(ended(status));
        };
        followed.map_err(|error| unwatched(file, &error))?;
        status = round(args, shelf, inputs, context)?;
        // One that came during a run ended that run, and ends this.
        if waits.until(async {}).is_none() {
            return Ok(ended(status));
        }
        let waiting = format!(
            "waiting for the next save of {}; Ctrl-C ends it",
            visible(&args.skill)
        );
        if context.printer.is_text() {
            say(&waiting, context)?;
        }
        match waits.until(saves.next()) {
            // That a watch ends is no failure, unless the end cut a run off.
            None => return Ok(ended(status)),
            Some(next) => next.map_err(|error| unwatched(file, &error))?,
        }
    }
}

/// Once, with its answer printed; how a process that did only this would end.
fn round(
    args: &SkillsRunArgs,
    shelf: &SkillShelf,
    inputs: &Inputs,
    context: &mut Context<'_, '_>,
) -> Result<ExitStatus, Failure> {
    let status = match once(args, shelf, inputs.clone(), !args.yes, context) {
        Ok(Answer { text, status }) => {
            if let Some(text) = text {
                say(&text, context)?;
            }
            status
        }
        Err(failure) => {
            let written = context.printer.failure(&failure);
            written.map_err(|error| unwritten(&error))?;
            failure.exit()
        }
    };
    // What is kept of this run is written before the next.
    if let Some(runs) = context.unfinished.take() {
        runs.finish();
    }
    Ok(status)
}

const fn ended(last: ExitStatus) -> Answer {
    let status = match last {
        ExitStatus::Interrupted => last,
        _ => ExitStatus::Ok,
    };
    Answer { text: None, status }
}

fn say(text: &str, context: &mut Context<'_, '_>) -> Result<(), Failure> {
    context
        .printer
        .answer(text)
        .map_err(|error| unwritten(&error))
}

fn unwritten(error: &std::io::Error) -> Failure {
    let message = format!("the answer could not be written: {error}");
    Failure::new(ErrorCode::HostIoFailed, message)
}

fn unwatched(file: &Path, error: &std::io::Error) -> Failure {
    let message = format!(
        "saves of `{}` cannot be seen: {}",
        visible(&file.to_string_lossy()),
        io_words(error)
    );
    Failure::new(ErrorCode::FileUnreadable, message).with_hint("check the folder of the file")
}
