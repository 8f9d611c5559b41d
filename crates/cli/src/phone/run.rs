//! From an execution to its answer.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::runs::Surface;
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{ErrorCode, Execution, Failure, RunOptions};
use clawperator_host::verbs::Milliseconds;
use clawperator_host::{Cancel, Executor as _, Phone, Profile, RunRequest, SavedPhone, never};
use tokio::sync::{mpsc, watch};

use super::ask_person::ask_person;
use super::listener::Listener;
use crate::args::GlobalArgs;
use crate::context::Context;
use crate::interrupt::Interrupts;
use crate::progress::waiting;
use crate::runtime::{Threads, block_on, interrupted, not_started};
use crate::verbs::milliseconds;

/// How long to wait for the adb server, which may have to be started.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// The longest that a run waits for a phone that another one has.
const LONGEST_WAIT: Duration = Duration::from_hours(1);

/// An execution that ran to an envelope, with what the envelope does not say.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The answer.
    pub(crate) result: ExecutionResult,
    /// How long each step took, in milliseconds; steps that were not run took none.
    pub(crate) step_millis: Vec<u64>,
}

/// Runs an execution on the phone that was chosen.
///
/// An interruption ends the run and is answered with how far it came.
pub(crate) fn run(
    execution: &Execution,
    options: RunOptions,
    profile: Arc<Profile>,
    context: &mut Context<'_, '_>,
) -> Result<Ran, Failure> {
    let steps = execution.actions().len();
    let request = asked(profile, context)?;
    on_phone(steps, context, async |phone, listener, cancel| {
        let engine = phone.executor(request);
        let result = engine.execute(execution, options, listener, cancel).await?;
        Ok(Ran {
            result,
            step_millis: listener.step_millis(),
        })
    })
}

/// What this surface asks for under a profile: for whoever types the command, or for whoever has the script run that
/// does.
pub(crate) fn asked(
    profile: Arc<Profile>,
    context: &Context<'_, '_>,
) -> Result<RunRequest, Failure> {
    let mut request = RunRequest::new(profile, Surface::Cli);
    request.name = context.environment.asker()?;
    request.skill = context.environment.skill()?;
    request.files = context.files.clone();
    request.wait_for_phone = wait_for_phone(context.global)?;
    Ok(request)
}

/// How long a run waits for a phone that another one has.
fn wait_for_phone(global: &GlobalArgs) -> Result<Duration, Failure> {
    let Some(typed) = &global.wait_for_phone else {
        return Ok(Duration::ZERO);
    };
    let time = milliseconds(typed).and_then(Milliseconds::duration);
    time.filter(|time| *time <= LONGEST_WAIT).ok_or_else(|| {
        let message = format!(
            "--wait-for-phone requires a time in milliseconds, such as 30s, of at most {} s",
            LONGEST_WAIT.as_secs()
        );
        Failure::new(ErrorCode::Usage, message)
    })
}

/// Does something on the phone of `--device`, of `ANDROID_SERIAL`, or the only one, and tells a person what it waits
/// for.
pub(crate) fn on_phone<T>(
    steps: usize,
    context: &mut Context<'_, '_>,
    work: impl AsyncFnOnce(Phone, &Listener, Cancel<'static>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let host = context.host()?;
    let device = context.global.one_device()?;
    let (tell, told) = watch::channel(None);
    let (ask, tickets) = mpsc::unbounded_channel();
    let listener = Listener::new(tell, steps, context.printer.has_person().then_some(ask));
    let asking = ask_person(tickets, host.store().approvals());
    *context.unfinished = Some(host.store().runs().clone());
    block_on(
        Threads::One,
        waiting(context.printer, told, async {
            let mut interrupts = Interrupts::watch().map_err(|error| not_started(&error))?;
            for server in host.servers() {
                listener.doing(format!(
                    "waiting for the adb server at {}",
                    server.endpoint()
                ));
            }
            let phone = tokio::select! {
                biased;
                () = interrupts.next() => return Err(interrupted()),
                phone = host.phone(device, PATIENCE) => phone?,
            };
            let cancel = Box::pin(async move { interrupts.next().await });
            tokio::select! {
                biased;
                done = work(phone, &listener, cancel) => done,
                never = asking => match never {},
            }
        }),
    )
}

/// Runs an execution that only reads, on a screen from a file.
pub(crate) fn read_saved(
    dump: &Path,
    execution: &Execution,
    options: RunOptions,
    profile: Arc<Profile>,
    context: &Context<'_, '_>,
) -> Result<Ran, Failure> {
    SavedPhone::check_only_reads(execution)?;
    preview_on_saved(dump, execution, options, profile, context)
}

/// Runs an execution whose touches go nowhere.
pub(crate) fn preview_on_saved(
    dump: &Path,
    execution: &Execution,
    options: RunOptions,
    profile: Arc<Profile>,
    context: &Context<'_, '_>,
) -> Result<Ran, Failure> {
    let saved = SavedPhone::open(dump)?;
    let store = context.store()?;
    let (tell, _told) = watch::channel(None);
    let listener = Listener::new(tell, execution.actions().len(), None);
    let result = block_on(Threads::One, async {
        let engine = saved.preview(profile, &store);
        engine.execute(execution, options, &listener, never()).await
    })?;
    Ok(Ran {
        result,
        step_millis: listener.step_millis(),
    })
}
