//! `runs` and `report`: what is kept of runs.

mod list;
mod report;
mod rm;
mod show;
mod watch;
mod words;

use clawperator_contract::{ErrorCode, Failure, excerpt};
use clawperator_trace::{Bundle, NotFound, NotRead, RunId, Runs};

pub(super) use self::report::report;
use crate::args::{RunsArgs, RunsCommand};
use crate::context::{Answer, Context};

pub(super) fn runs(args: &RunsArgs, context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    match &args.command {
        RunsCommand::List(args) => list::list(args, context),
        RunsCommand::Show(args) => show::show(args, context),
        RunsCommand::Watch(args) => watch::watch(args, context),
        RunsCommand::Rm(args) => rm::rm(args, context),
    }
}

/// The run that a person means; without a name, the newest.
fn find(runs: &Runs, name: Option<&str>) -> Result<RunId, Failure> {
    match name {
        Some(name) => runs.find(name).map_err(|error| not_found(name, &error)),
        None => runs
            .newest()
            .map_err(|error| unreadable(&error))?
            .ok_or_else(|| {
                Failure::new(ErrorCode::UnknownName, "no run is kept")
                    .with_hint("run something on a phone first, for example `clawperator snapshot`")
            }),
    }
}

fn read(runs: &Runs, run: &RunId) -> Result<Bundle, Failure> {
    runs.read(run).map_err(|error| {
        let code = match error {
            NotRead::Gone => ErrorCode::UnknownName,
            NotRead::NotARun | NotRead::Io(_) => ErrorCode::HostIoFailed,
        };
        Failure::new(code, format!("the run {run} cannot be read: {error}"))
            .with_hint("run `clawperator runs list` for those that can be")
    })
}

fn not_found(name: &str, error: &NotFound) -> Failure {
    let name = excerpt(name);
    let hint = "run `clawperator runs list` for their names";
    match error {
        NotFound::Unknown => {
            Failure::new(ErrorCode::UnknownName, format!("no run '{name}' is kept")).with_hint(hint)
        }
        NotFound::Several(count) => {
            let message = format!("'{name}' is a part of the names of {count} runs");
            Failure::new(ErrorCode::UnknownName, message).with_hint("use more of the name")
        }
        NotFound::Io(error) => unreadable(error),
    }
}

fn unreadable(error: &std::io::Error) -> Failure {
    let message = format!("the runs of this machine cannot be read: {error}");
    Failure::new(ErrorCode::HostIoFailed, message)
}
