//! The executor for one phone that this process reaches.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_contract::events::Happened;
use clawperator_contract::wrappers::{ExecutionResult, TerminalSource, UsedDriver};
use clawperator_contract::{
    ActionType, DataKey, Dispatched, Envelope, ErrorCode, Execution, Failure, FailureCode,
    InFlight, InterruptedDetails, RunOptions, StepResult,
};
use clawperator_device::Device;
use clawperator_device::driver::{Driver, Unavailable};
use tokio::sync::Notify;
use tracing::{Instrument as _, debug};

use crate::answer::envelope;
use crate::events::{Events, NotWritten, Teller};
use crate::executor::{Cancel, Executor};
use crate::failures::{cancelled_before, gone, interrupted, not_written, refused};
use crate::guard::{Escort, Guard, Verdict};
use crate::guarded_device::ReadOnlyDevice;
use crate::locks::{PhoneHold, PhoneLocks};
use crate::log;
use crate::millis::{millis, whole_millis};
use crate::miss::Miss;
use crate::parking::Parking;
use crate::parts::Parts;
use crate::phone::Phone;
use crate::progress::Progress;
use crate::reading::Looks;
use crate::run::{Run, Sight};
use crate::run_clock::RunClock;
use crate::snapshots::NoSnapshots;

/// How long a phone may still be busy with what a run had sent before it was killed or cut off: a long press, a swipe, a
/// line of keys. The next run waits that long, so that two gestures never overlap.
const LONGEST_ACT: Duration = Duration::from_secs(2);

/// How long a phone may take to say which one it is.
pub(crate) const IDENTITY_LIMIT: Duration = Duration::from_secs(10);

/// Runs executions on one phone.
#[derive(Debug, Clone)]
pub struct Engine {
    pub(crate) device: ReadOnlyDevice,
    pub(crate) parts: Parts,
    /// How long a run waits for a phone that another one has.
    pub(crate) patience: Duration,
}

impl Engine {
    /// An engine for this phone.
    #[must_use]
    pub const fn new(device: Arc<dyn Device>, parts: Parts) -> Self {
        let device = ReadOnlyDevice::new(device);
        Self {
            device,
            parts,
            patience: Duration::ZERO,
        }
    }

    /// The same engine, whose runs wait so long for a phone that another run has.
    #[must_use]
    pub const fn patient(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// The same engine, judged by another guard.
    #[must_use]
    pub fn guarded_by(mut self, guard: Arc<dyn Guard>) -> Self {
        self.parts.guard = guard;
        self
    }

    /// The same engine, which keeps no screen and gives no refs.
    #[must_use]
    pub fn keeping_no_screens(mut self) -> Self {
        self.parts.snapshots = Arc::new(NoSnapshots);
        self
    }

    /// The same engine, which asks others whether it may have the phone.
    #[must_use]
    pub fn locked_by(mut self, locks: Arc<dyn PhoneLocks>) -> Self {
        self.parts.locks = locks;
        self
    }

    /// The same engine, by way of another's driver: what that one holds on the phone, this one holds too.
    #[must_use]
    pub fn by_way_of(mut self, other: &Self) -> Self {
        self.device = other.device.clone();
        self
    }

    /// Asks the phone which one it is and takes it, under the name that others are told.
    pub async fn hold(&self, name: &str) -> Result<(Phone, Box<dyn PhoneHold>), Failure> {
        let phone = self.phone(IDENTITY_LIMIT).await?;
        let hold = self.lock(name, &phone, IDENTITY_LIMIT).await?;
        Ok((phone, hold))
    }

    /// How the phone is driven, where that is not what everybody expects.
    fn used_driver(&self) -> Option<UsedDriver> {
        let driver = self.device.capabilities().driver;
        let fallback = self.device.fallback().map(str::to_owned);
        let is_said = driver == Driver::Resident || fallback.is_some();
        is_said.then(|| UsedDriver {
            name: driver.name().to_owned(),
            fallback,
        })
    }

    /// The answer of a run that came to its end.
    fn finished(&self, envelope: Envelope, teller: &Teller<'_>) -> ExecutionResult {
        let code = envelope.error_code.as_deref();
        teller.tell(Happened::ExecutionFinished {
            status: envelope.status,
            code: code.and_then(FailureCode::from_name),
        });
        ExecutionResult {
            envelope,
            device_id: self.device.serial().to_owned(),
            terminal_source: TerminalSource::ClawperatorResult,
            is_canonical_terminal: true,
            warnings: Vec::new(),
            driver: self.used_driver(),
        }
    }

    /// Asks the phone which one it is. Without an answer nobody can say whose it is, so there is no run.
    pub(crate) async fn phone(&self, timeout: Duration) -> Result<Phone, Failure> {
        let limit = timeout.min(IDENTITY_LIMIT);
        let over = self.parts.sources.now().plus(limit);
        let identity = tokio::select! {
            biased;
            identity = self.device.identity(limit) => identity,
            () = self.parts.sources.sleep_until(over) => Err(Unavailable {
                code: ErrorCode::DeviceTimeout,
                message: format!("the phone did not identify itself within {} ms", limit.as_millis()),
            }),
        };
        let identity = identity.map_err(|error| self.gone(&error))?;
        Ok(Phone::new(self.device.serial(), identity))
    }

    /// The same, and what its release can do, where the execution depends on that.
    async fn phone_with_release(
        &self,
        execution: &Execution,
        timeout: Duration,
    ) -> Result<Phone, Failure> {
        let phone = self.phone(timeout).await?;
        self.learn_release(execution, timeout).await?;
        Ok(phone)
    }

    pub(crate) fn gone(&self, error: &Unavailable) -> Failure {
        gone(error, self.device.capabilities().driver)
    }

    /// Waits until nothing can be under way any more of a run that was cut off.
    pub(crate) async fn outlast_cut_off_run(&self) {
        let wait_ms = whole_millis(LONGEST_ACT);
        debug!(wait_ms, "the run before was cut off in an act");
        let over = self.parts.sources.now().plus(LONGEST_ACT);
        self.parts.sources.sleep_until(over).await;
    }

    /// Asks whether the execution may begin, and waits for a person where one must say it.
    async fn escort(
        &self,
        execution: &Execution,
        phone: &Phone,
        parking: &Parking<'_>,
    ) -> Result<Box<dyn Escort>, Verdict> {
        loop {
            let waited = parking.clock.parked();
            match self.parts.guard.may_run(execution, phone).await {
                Ok(escort) => return Ok(escort),
                Err(verdict) => {
                    log::verdict(&verdict);
                    parking.decide(verdict, None, waited).await?;
                }
            }
        }
    }

    /// Makes sure of the phone after a wait, for a person or for the phone, in which another one may get the name, and lets
    /// pass what a run before this one may have left under way.
    async fn ready(
        &self,
        was_left_behind: bool,
        clock: &RunClock,
        has_waited: bool,
    ) -> Result<(), Failure> {
        if has_waited || !clock.parked().is_zero() {
            let same = self.device.confirm_identity(IDENTITY_LIMIT).await;
            same.map_err(|error| self.gone(&error))?;
        }
        if was_left_behind {
            self.outlast_cut_off_run().await;
        }
        Ok(())
    }
}

#[async_trait]
impl Executor for Engine {
    async fn execute(
        &self,
        execution: &Execution,
        options: RunOptions,
        events: &dyn Events,
        cancel: Cancel<'_>,
    ) -> Result<ExecutionResult, Failure> {
        let run = self.execute_in_span(execution, options, events, cancel);
        run.instrument(log::execution(execution)).await
    }
}

impl Engine {
    /// Runs an execution inside its span.
    async fn execute_in_span(
        &self,
        execution: &Execution,
        options: RunOptions,
        events: &dyn Events,
        mut cancel: Cancel<'_>,
    ) -> Result<ExecutionResult, Failure> {
        let serial = self.device.serial();
        self.check_capabilities(execution)?;
        self.check_here(execution)?;
        let timeout = millis(execution.timeout_ms().get());
        if begins_with_a_point(execution) {
            self.device.expect_screen_size();
        }
        let phone = tokio::select! {
            biased;
            () = &mut cancel => return Err(cancelled_before(timeout)),
            phone = self.phone_with_release(execution, timeout) => phone?,
        };
        // A driver that chooses has chosen by now.
        self.check_capabilities(execution)?;
        // Held until the answer is made: a run that was cut off has closed its streams by then.
        let lock = self
            .take_for(&mut cancel, execution, &phone, timeout, (options, events))
            .await?;
        // Asked with the phone in hand: an approval works once, and is not used up for a phone that another run has.
        let clock = RunClock::new(Arc::clone(&self.parts.sources));
        let withholds_labels = self.parts.guard.withholds_labels();
        let teller = Teller::new(events, &*self.parts.sources, execution, withholds_labels);
        let parking = Parking::new(&*self.parts.guard, &teller, &clock, options.park);
        let asked = tokio::select! {
            biased;
            asked = self.escort(execution, &phone, &parking) => asked,
            () = &mut cancel => {
                parking.withdraw().await;
                return Err(cancelled_before(timeout));
            }
        };
        let escort = match asked {
            Ok(escort) => escort,
            Err(verdict) => return Err(refused(verdict)),
        };
        tokio::select! {
            biased;
            ready = self.ready(lock.was_left_behind(), &clock, !self.patience.is_zero()) => ready?,
            () = &mut cancel => return Err(cancelled_before(timeout)),
        }
        let lock = lock.into_hold();
        let started = clock.now();
        let progress = Progress::default();
        let deadline = started.plus(timeout);
        let over = Notify::new();
        let mut run = Run {
            execution,
            device: self.device.guarded_by(&*escort),
            phone: &phone,
            parts: &self.parts,
            options,
            teller: &teller,
            progress: &progress,
            clock: &clock,
            parking: &parking,
            deadline,
            over: &over,
            last_act: None,
            before_verified: BTreeMap::new(),
            skipped: BTreeSet::new(),
            texts: BTreeMap::new(),
            current: None,
            previous: None,
            miss: Miss::default(),
            index: 0,
            step_started: started,
            parked_before: clock.parked(),
            sight: Sight::default(),
            looks: Looks::default(),
            picture_before: Mutex::default(),
        };
        let accepted = accepted(execution, serial, timeout);
        let ending = tokio::select! {
            // A step that ends at the last moment has ended in time.
            biased;
            begun = begin(&mut run, accepted) => {
                begun.map_err(|error| not_written(&error))?;
                None
            }
            () = cancel => Some(ErrorCode::ExecutionCancelled),
            () = over.notified() => Some(ErrorCode::ResultEnvelopeTimeout),
            () = clock.sleep_until(deadline) => Some(ErrorCode::ResultEnvelopeTimeout),
        };
        parking.withdraw().await;
        let ending = ending.filter(|code| !has_only_missed(&mut run, *code));
        let took = clock.now().since(started);
        let (step_results, in_flight) = progress.take();
        if !is_under_way(&step_results, in_flight.as_ref()) {
            lock.release();
        }
        if let Some(code) = ending {
            teller.tell(Happened::ExecutionInterrupted { code: code.into() });
            let details = InterruptedDetails {
                step_results,
                in_flight,
                elapsed_ms: whole_millis(took),
                timeout_ms: whole_millis(timeout),
            };
            return Err(interrupted(code, details, progress.acts()));
        }
        let envelope = envelope(execution, step_results);
        Ok(self.finished(envelope, &teller))
    }
}

/// Tells that a run begins, and carries out its steps.
async fn begin(run: &mut Run<'_>, accepted: Happened) -> Result<(), NotWritten> {
    let driver = run.device.capabilities().driver;
    run.teller.phone(run.phone, driver.name());
    run.teller.tell_and_wait(accepted).await?;
    run.steps().await;
    Ok(())
}

/// Whether a run whose time is over was only looking for something; what it missed is then its answer.
fn has_only_missed(run: &mut Run<'_>, ending: ErrorCode) -> bool {
    if ending != ErrorCode::ResultEnvelopeTimeout {
        return false;
    }
    match run.progress.only_missed() {
        Some(missed) => {
            run.end_with(missed);
            true
        }
        None => false,
    }
}

fn accepted(execution: &Execution, serial: &str, timeout: Duration) -> Happened {
    Happened::ExecutionAccepted {
        command_id: execution.command_id().as_str().to_owned(),
        task_id: execution.task_id().as_str().to_owned(),
        device_id: serial.to_owned(),
        step_count: execution.actions().len(),
        timeout_ms: whole_millis(timeout),
    }
}

/// Whether the first thing that is asked for is the size of the screen.
fn begins_with_a_point(execution: &Execution) -> bool {
    let first = execution.actions().first();
    first.is_some_and(|action| action.touches_points() && !action.needs_snapshot())
}

/// Whether the phone may still be at something that was sent and whose answer did not come.
fn is_under_way(ended: &[StepResult], in_flight: Option<&InFlight>) -> bool {
    let unknown = ErrorCode::OutcomeUnknown.name();
    in_flight.is_some_and(|step| step.dispatched == Dispatched::Unknown)
        || ended.iter().any(|step| {
            // A wait sends nothing: what it could not see is not under way.
            step.action_type != ActionType::WaitForNode.name()
                && step.get(DataKey::Error) == Some(unknown)
        })
}
