//! The same on several phones, side by side.

use std::convert::Infallible;
use std::future::Future;
use std::sync::{Mutex, PoisonError};

use clawperator_contract::events::{Event, Happened};
use clawperator_contract::phones::DeviceList;
use clawperator_contract::{Advice, ErrorCode, Execution, Failure, Next, RunOptions};
use clawperator_host::{Cancel, Events, Executor as _, Phone, RunRequest};
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

/// What became of something on one of the phones.
#[derive(Debug)]
pub(crate) struct RanOn<T> {
    pub(crate) serial: String,
    pub(crate) outcome: Result<T, Failure>,
}

/// How several phones are driven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    SideBySide,
    /// The first by itself, the others side by side: it may do for this machine what must not be done twice at once.
    FirstAlone,
}

/// Runs an execution on each of these phones and comes back with what became of it, in their order.
pub(crate) fn run_on_several(
    phones: &Phones,
    execution: &Execution,
    options: RunOptions,
    request: &RunRequest,
    context: &mut Context<'_, '_>,
) -> Result<Vec<RanOn<Ran>>, Failure> {
    on_several(phones, context, &async |phone, listener, cancel| {
        let engine = phone.executor(request.clone());
        let result = engine.execute(execution, options, listener, cancel).await?;
        Ok(Ran {
            result,
            step_millis: listener.step_millis(),
        })
    })
}

/// Does something on each of these phones and comes back with what became of it, in their order.
///
/// A phone that is absent or fails keeps none of the others from being driven. An interruption ends all of the runs.
pub(crate) fn on_several<T>(
    phones: &Phones,
    context: &mut Context<'_, '_>,
    work: &impl AsyncFn(Phone, &OneOfSeveral<'_>, Cancel<'static>) -> Result<T, Failure>,
) -> Result<Vec<RanOn<T>>, Failure> {
    let host = context.host()?;
    let (ask, tickets) = mpsc::unbounded_channel();
    let ask = context.printer.has_person().then_some(ask);
    let asking = ask_person(tickets, host.store().approvals());
    *context.unfinished = Some(host.store().runs().clone());
    let work = async |serial: &str, listener: &OneOfSeveral<'_>, mut cancel: Cancel<'static>| {
        let phone = tokio::select! {
            biased;
            () = &mut cancel => return Err(interrupted()),
            phone = host.phone(Some(serial), PATIENCE) => phone?,
        };
        work(phone, listener, cancel).await
    };
    let several = Several {
        serials: serials(phones, host.phones(PATIENCE)),
        order: Order::SideBySide,
        ask,
        asking,
    };
    several.run(context, &work)
}

/// Phones that something is done on.
pub(crate) struct Several<S, A> {
    pub(crate) serials: S,
    pub(crate) order: Order,
    /// Where a person is asked about what waits for a decision.
    pub(crate) ask: Option<UnboundedSender<String>>,
    pub(crate) asking: A,
}

impl<S, A> Several<S, A>
where
    S: Future<Output = Result<Vec<String>, Failure>>,
    A: Future<Output = Infallible>,
{
    /// Does it on each of them.
    pub(crate) fn run<T>(
        self,
        context: &mut Context<'_, '_>,
        work: &impl AsyncFn(&str, &OneOfSeveral<'_>, Cancel<'static>) -> Result<T, Failure>,
    ) -> Result<Vec<RanOn<T>>, Failure> {
        let (tell, told) = watch::channel(None);
        block_on(
            Threads::One,
            waiting(context.printer, told, async {
                let mut interrupts = Interrupts::watch().map_err(|error| not_started(&error))?;
                let serials = tokio::select! {
                    biased;
                    () = interrupts.next() => return Err(interrupted()),
                    serials = self.serials => serials?,
                };
                let (stop, stopped) = watch::channel(false);
                let progress = Progress::new(tell, serials.len());
                let run = async |serial: &String| {
                    let listener = OneOfSeveral {
                        progress: &progress,
                        ask: self.ask.clone(),
                        millis: Mutex::default(),
                    };
                    let outcome = work(serial, &listener, until(stopped.clone())).await;
                    progress.done();
                    RanOn {
                        serial: serial.clone(),
                        outcome,
                    }
                };
                let alone = match self.order {
                    Order::SideBySide => 0,
                    Order::FirstAlone => 1.min(serials.len()),
                };
                let (first, others) = serials.split_at(alone);
                let mut runs = Box::pin(async {
                    let mut ran = Vec::with_capacity(serials.len());
                    for some in [first, others] {
                        let runs = stream::iter(some.iter().map(&run)).buffered(AT_ONCE);
                        ran.extend(runs.collect::<Vec<_>>().await);
                    }
                    ran
                });
                let mut asking = Box::pin(self.asking);
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
}

/// The phones that are meant, each once.
pub(crate) async fn serials(
    phones: &Phones,
    listed: impl Future<Output = Result<DeviceList, Failure>>,
) -> Result<Vec<String>, Failure> {
    if let Phones::Named(serials) = phones {
        return Ok(serials.clone());
    }
    let listed = listed.await?.devices;
    if listed.is_empty() {
        let advice = Advice::new("Connect a phone with USB debugging on, or start a virtual one")
            .by(Next::StartVirtualPhone);
        let failure = Failure::new(ErrorCode::NoDevices, "No connected devices");
        return Err(failure.with_advice(advice));
    }
    Ok(listed.into_iter().map(|phone| phone.serial).collect())
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
pub(crate) struct OneOfSeveral<'a> {
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
