//! One execution on several phones, side by side.

use std::sync::{Mutex, PoisonError};

use clawperator_contract::events::{Event, Happened};
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Advice, ErrorCode, Execution, Failure, Next, RunOptions};
use clawperator_host::{Cancel, Events, Executor as _, Host, RunRequest};
use futures_util::{StreamExt as _, stream};
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::sync::watch;

use super::ask_person::ask_person;
use super::run::{PATIENCE, Ran};
use crate::args::Phones;
use crate::context::Context;
use crate::interrupt::Interrupts;
use crate::progress::{Doing, waiting};
use crate::runtime::{Threads, block_on, interrupted, not_started};
use crate::text::count;

/// How many phones are driven at a time. Each waits for its phone most of the time.
const AT_ONCE: usize = 32;

/// What became of the execution on one of the phones.
#[derive(Debug)]
pub(crate) struct RanOn {
    pub(crate) serial: String,
    pub(crate) outcome: Result<Ran, Failure>,
}

/// Runs an execution on each of these phones and comes back with what became of it, in their order.
///
/// A phone that is absent or fails keeps none of the others from being driven. An interruption ends all of the runs.
pub(crate) fn run_on_several(
    phones: &Phones,
    execution: &Execution,
    options: RunOptions,
    request: &RunRequest,
    context: &mut Context<'_, '_>,
) -> Result<Vec<RanOn>, Failure> {
    let host = context.host()?;
    let (tell, told) = watch::channel(None);
    let (ask, tickets) = mpsc::unbounded_channel();
    let ask = context.printer.has_person().then_some(ask);
    let asking = ask_person(tickets, host.store().approvals());
    *context.unfinished = Some(host.store().runs().clone());
    block_on(
        Threads::One,
        waiting(context.printer, told, async {
            let mut interrupts = Interrupts::watch().map_err(|error| not_started(&error))?;
            let serials = tokio::select! {
                biased;
                () = interrupts.next() => return Err(interrupted()),
                serials = serials(&host, phones) => serials?,
            };
            let (stop, stopped) = watch::channel(false);
            let progress = Progress::new(tell, serials.len());
            let runs = serials.iter().map(async |serial| {
                let listener = OneOfSeveral {
                    progress: &progress,
                    ask: ask.clone(),
                    millis: Mutex::default(),
                };
                let cancel = until(stopped.clone());
                let outcome = drive(
                    &host, serial, execution, options, request, &listener, cancel,
                );
                let outcome = outcome.await;
                progress.done();
                RanOn {
                    serial: serial.clone(),
                    outcome: outcome.map(|result| Ran {
                        result,
                        step_millis: listener.step_millis(),
                    }),
                }
            });
            let mut runs = Box::pin(stream::iter(runs).buffered(AT_ONCE).collect::<Vec<_>>());
            let mut asking = Box::pin(asking);
            loop {
                tokio::select! {
                    biased;
                    ran = &mut runs => return Ok(ran),
                    () = interrupts.next() => { stop.send_replace(true); }
                    never = &mut asking => match never {},
                }
            }
        }),
    )
}

/// The phones that are meant, each once.
async fn serials(host: &Host, phones: &Phones) -> Result<Vec<String>, Failure> {
    if let Phones::Named(serials) = phones {
        return Ok(serials.clone());
    }
    let listed = host.phones(PATIENCE).await?.devices;
    if listed.is_empty() {
        let advice = Advice::new("Connect a phone with USB debugging on, or start a virtual one")
            .by(Next::StartVirtualPhone);
        let failure = Failure::new(ErrorCode::NoDevices, "No connected devices");
        return Err(failure.with_advice(advice));
    }
    Ok(listed.into_iter().map(|phone| phone.serial).collect())
}

async fn drive(
    host: &Host,
    serial: &str,
    execution: &Execution,
    options: RunOptions,
    request: &RunRequest,
    listener: &OneOfSeveral<'_>,
    cancel: Cancel<'_>,
) -> Result<ExecutionResult, Failure> {
    let mut cancel = cancel;
    let phone = tokio::select! {
        biased;
        () = &mut cancel => return Err(interrupted()),
        phone = host.phone(Some(serial), PATIENCE) => phone?,
    };
    let engine = phone.executor(request.clone());
    engine.execute(execution, options, listener, cancel).await
}

/// Ends when the runs shall.
fn until(mut stopped: watch::Receiver<bool>) -> Cancel<'static> {
    Box::pin(async move {
        // Whoever stops them lives as long as they do.
        let _ = stopped.wait_for(|stopped| *stopped).await;
    })
}

/// What a person is told while the phones are driven.
#[derive(Debug)]
struct Progress {
    tell: watch::Sender<Doing>,
    phones: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    done: usize,
    /// Runs that wait for a person.
    parked: usize,
}

impl Progress {
    fn new(tell: watch::Sender<Doing>, phones: usize) -> Self {
        let progress = Self {
            tell,
            phones,
            state: Mutex::default(),
        };
        progress.change(|_| {});
        progress
    }

    fn done(&self) {
        self.change(|state| state.done += 1);
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        let State { done, parked } = *state;
        // Where a person is asked, the question stays on the screen.
        let doing = (parked == 0).then(|| {
            let phones = count(self.phones, "phone");
            format!("{done} of {phones} done")
        });
        self.tell.send_replace(doing);
    }
}

/// Listens to one of the runs.
#[derive(Debug)]
struct OneOfSeveral<'a> {
    progress: &'a Progress,
    ask: Option<UnboundedSender<String>>,
    millis: Mutex<Vec<u64>>,
}

impl OneOfSeveral<'_> {
    fn step_millis(&self) -> Vec<u64> {
        let millis = self.millis.lock().unwrap_or_else(PoisonError::into_inner);
        millis.clone()
    }
}

impl Events for OneOfSeveral<'_> {
    fn on_event(&self, event: &Event) {
        match &event.event {
            Happened::Parked { ticket, .. } => {
                if let Some(ask) = &self.ask {
                    self.progress.change(|state| state.parked += 1);
                    // Whoever asks lives as long as the run.
                    let _ = ask.send(ticket.clone());
                }
            }
            Happened::Decided { .. } => {
                self.progress
                    .change(|state| state.parked = state.parked.saturating_sub(1));
            }
            Happened::StepFinished { took_ms, .. } => {
                let mut all = self.millis.lock().unwrap_or_else(PoisonError::into_inner);
                all.push(*took_ms);
            }
            _ => {}
        }
    }
}
