//! Running an execution on a phone.

mod parts;
mod pictures;
mod profile;
mod result_text;
mod saved;
mod target;

use std::sync::Arc;

use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Execution, Failure};
use clawperator_device::ShellDevice;
use clawperator_engine::{Engine, Event, Events, Executor, Options};
use clawperator_policy::Profile;
use tokio::sync::watch;

pub(crate) use self::parts::{approvals, parts, quiet_parts};
pub(crate) use self::profile::{profile, profile_from_anywhere};
pub(crate) use self::result_text::{describe, is_value_alone, value};
pub(crate) use self::saved::{preview_on_saved, read_saved};
pub(crate) use self::target::choose;
use crate::interrupt::Interrupts;
use crate::progress::{Doing, waiting};
use crate::run::Context;
use crate::runtime::{Threads, block_on, not_started};

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
    options: Options,
    profile: Profile,
    context: &mut Context<'_, '_>,
) -> Result<Ran, Failure> {
    let host = context.environment.host()?;
    let approvals = approvals(context.environment)?;
    let parts = parts(profile, Some(approvals), context)?;
    let (tell, told) = watch::channel(None);
    let hearer = Hearer::new(tell, execution.actions.len());
    let device = context.global.device.as_deref();
    let result = block_on(
        Threads::One,
        waiting(context.printer, told, async {
            let mut interrupts = Interrupts::watch().map_err(|error| not_started(&error))?;
            let handle = tokio::select! {
                biased;
                () = interrupts.next() => return Err(crate::runtime::interrupted()),
                handle = choose(&host, device, &hearer) => handle?,
            };
            let engine = Engine::new(Arc::new(ShellDevice::new(handle)), parts);
            let cancel = Box::pin(async move { interrupts.next().await });
            engine.execute(execution, options, &hearer, cancel).await
        }),
    )?;
    Ok(Ran {
        result,
        step_millis: hearer.step_millis(),
    })
}

/// Hears what happens, for the progress line and the times of the steps.
#[derive(Debug)]
pub(crate) struct Hearer {
    tell: watch::Sender<Doing>,
    steps: usize,
    millis: std::sync::Mutex<Vec<u64>>,
}

impl Hearer {
    pub(crate) fn new(tell: watch::Sender<Doing>, steps: usize) -> Self {
        Self {
            tell,
            steps,
            millis: std::sync::Mutex::default(),
        }
    }

    /// Says what is being waited for.
    pub(crate) fn doing(&self, doing: String) {
        self.tell.send_replace(Some(doing));
    }

    pub(crate) fn step_millis(&self) -> Vec<u64> {
        self.millis
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .clone()
    }
}

impl Events for Hearer {
    fn on_event(&self, event: Event<'_>) {
        match event {
            Event::StepStarted {
                index,
                id,
                action_type,
            } => {
                let place = if self.steps > 1 {
                    format!("step {} of {}: ", index + 1, self.steps)
                } else {
                    String::new()
                };
                self.doing(format!("{place}{} ({id})", action_type.name()));
            }
            Event::StepFinished { took, .. } => {
                let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
                self.millis
                    .lock()
                    .unwrap_or_else(std::sync::PoisonError::into_inner)
                    .push(millis);
            }
            Event::ExecutionFinished { .. } | Event::ExecutionInterrupted { .. } => {
                self.tell.send_replace(None);
            }
            _ => {}
        }
    }
}
