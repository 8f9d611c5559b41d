//! The executor for one phone that this process reaches.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_contract::wrappers::{ExecutionResult, TerminalSource};
use clawperator_contract::{
    ActionType, ConflictDetails, Dispatched, ErrorCode, Execution, Failure, FailureDetails, Holder,
    InFlight, InterruptedDetails, StepResult,
};
use clawperator_device::Device;
use tokio::sync::Notify;

use crate::answer::envelope;
use crate::artifacts::Artifacts;
use crate::clock::{Clock, Jitter};
use crate::events::{Event, Events};
use crate::executor::{Cancel, Executor, Options};
use crate::guard::{Guard, Verdict};
use crate::lock::{LockError, PhoneLock};
use crate::progress::Progress;
use crate::run::Run;
use crate::snapshots::Snapshots;

/// How long a phone may still be at what a run that was killed or cut off had sent: a long press, a swipe, a line of
/// keys. Whoever comes next waits so long, so that no two gestures run into each other.
const LONGEST_ACT: Duration = Duration::from_secs(2);

/// What the engine needs and does not own.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The chance in delays.
    pub jitter: Arc<dyn Jitter>,
    /// Who may say no.
    pub guard: Arc<dyn Guard>,
    /// Where pictures go.
    pub artifacts: Arc<dyn Artifacts>,
    /// The screens that refs were given for.
    pub snapshots: Arc<dyn Snapshots>,
    /// Where the lock files of phones are; without it nobody else wants the phone.
    pub locks: Option<PathBuf>,
    /// This process, as others are told of it when they want the phone.
    pub process_id: u32,
}

/// Runs executions on one phone.
#[derive(Debug, Clone)]
pub struct Engine {
    device: Arc<dyn Device>,
    parts: Parts,
}

impl Engine {
    /// An engine for this phone.
    #[must_use]
    pub const fn new(device: Arc<dyn Device>, parts: Parts) -> Self {
        Self { device, parts }
    }

    /// Refuses what the driver cannot do, before anything is sent.
    fn check_capabilities(&self, execution: &Execution) -> Result<(), Failure> {
        let able = self.device.capabilities();
        let recording = |action_type| {
            matches!(
                action_type,
                ActionType::StartRecording | ActionType::StopRecording
            )
        };
        let wanted = execution
            .actions
            .iter()
            .find(|action| recording(action.action_type()) && !able.recording);
        match wanted {
            None => Ok(()),
            Some(action) => Err(Failure::new(
                ErrorCode::CapabilityUnsupported,
                format!(
                    "step '{}' is {}, which the {} driver cannot do; nothing was sent",
                    action.id.as_str(),
                    action.action_type().name(),
                    able.driver.name(),
                ),
            )),
        }
    }

    fn lock(&self, execution: &Execution) -> Result<Option<PhoneLock>, Failure> {
        let Some(locks) = &self.parts.locks else {
            return Ok(None);
        };
        let serial = self.device.serial();
        let holder = Holder {
            command_id: execution.command_id.as_str().to_owned(),
            process_id: self.parts.process_id,
        };
        let lock = PhoneLock::take(locks, serial, &holder);
        lock.map(Some).map_err(|error| {
            let message = error.to_string();
            match error {
                LockError::Held { holder } => {
                    let details = ConflictDetails {
                        device_id: serial.to_owned(),
                        holder,
                    };
                    Failure::new(ErrorCode::ExecutionConflictInFlight, message)
                        .with_details(FailureDetails::Conflict(Box::new(details)))
                }
                LockError::Io { .. } => Failure::new(ErrorCode::HostIoFailed, message),
            }
        })
    }
}

#[async_trait]
impl Executor for Engine {
    async fn execute(
        &self,
        execution: &Execution,
        options: Options,
        events: &dyn Events,
        mut cancel: Cancel<'_>,
    ) -> Result<ExecutionResult, Failure> {
        let serial = self.device.serial();
        self.check_capabilities(execution)?;
        // Held until the answer is made: a run that was cut off has closed its streams by then.
        let lock = self.lock(execution)?;
        // Asked with the phone in hand: an approval works once, and is not used up for a phone that another run has.
        let escort = match self.parts.guard.may_run(execution, serial).await {
            Ok(escort) => escort,
            Err(verdict) => {
                if let Some(lock) = lock.filter(|lock| !lock.was_left_behind()) {
                    lock.release();
                }
                return Err(refused(verdict));
            }
        };
        let timeout = millis(execution.timeout_ms.get());
        if lock.as_ref().is_some_and(PhoneLock::was_left_behind) {
            let over = self.parts.clock.now().plus(LONGEST_ACT);
            tokio::select! {
                () = self.parts.clock.sleep_until(over) => {}
                () = &mut cancel => {
                    let nothing = InterruptedDetails {
                        step_results: Vec::new(),
                        in_flight: None,
                        elapsed_ms: 0,
                        timeout_ms: whole_millis(timeout),
                    };
                    return Err(interrupted(ErrorCode::ExecutionCancelled, nothing));
                }
            }
        }
        let started = self.parts.clock.now();
        events.on_event(Event::ExecutionStarted { execution, serial });
        let progress = Progress::default();
        let deadline = started.plus(timeout);
        let over = Notify::new();
        let mut run = Run {
            execution,
            device: &*self.device,
            parts: &self.parts,
            escort: &*escort,
            options,
            events,
            progress: &progress,
            deadline,
            over: &over,
            last_act: None,
            before_verified: BTreeMap::new(),
            previous: None,
        };
        let ending = tokio::select! {
            // A step that ends at the last moment has ended in time.
            biased;
            () = run.steps() => None,
            () = cancel => Some(ErrorCode::ExecutionCancelled),
            () = over.notified() => Some(ErrorCode::ResultEnvelopeTimeout),
            () = self.parts.clock.sleep_until(deadline) => Some(ErrorCode::ResultEnvelopeTimeout),
        };
        let took = self.parts.clock.now().since(started);
        let (step_results, in_flight) = progress.take();
        if let Some(lock) = lock.filter(|_| !is_under_way(&step_results, in_flight.as_ref())) {
            lock.release();
        }
        if let Some(code) = ending {
            events.on_event(Event::ExecutionInterrupted { took });
            return Err(interrupted(
                code,
                InterruptedDetails {
                    step_results,
                    in_flight,
                    elapsed_ms: whole_millis(took),
                    timeout_ms: whole_millis(timeout),
                },
            ));
        }
        let envelope = envelope(execution, step_results);
        events.on_event(Event::ExecutionFinished {
            status: envelope.status,
            took,
        });
        Ok(ExecutionResult {
            envelope,
            device_id: serial.to_owned(),
            terminal_source: TerminalSource::ClawperatorResult,
            is_canonical_terminal: true,
        })
    }
}

/// Whether the phone may still be at something that was sent and whose answer did not come.
fn is_under_way(ended: &[StepResult], in_flight: Option<&InFlight>) -> bool {
    let unknown = ErrorCode::OutcomeUnknown.name();
    in_flight.is_some_and(|step| step.dispatched == Dispatched::Unknown)
        || ended.iter().any(|step| {
            // A wait sends nothing: what it could not see is not under way.
            step.action_type != ActionType::WaitForNode.name()
                && step.data.get("error").is_some_and(|code| code == unknown)
        })
}

fn refused(verdict: Verdict) -> Failure {
    match verdict.refusal() {
        Some((code, refusal)) => {
            let hint = refusal
                .hint
                .unwrap_or_else(|| code.spec().recovery.to_owned());
            Failure::new(code, refusal.reason).with_hint(hint)
        }
        None => Failure::new(ErrorCode::PolicyDenied, "policy gave no escort"),
    }
}

fn interrupted(code: ErrorCode, details: InterruptedDetails) -> Failure {
    let how = match code {
        ErrorCode::ExecutionCancelled => "was cancelled".to_owned(),
        _ => format!("did not end within {} ms", details.timeout_ms),
    };
    let place = match &details.in_flight {
        Some(step) => format!("step '{}' ({}) was under way", step.id, step.action_type),
        None => "it was between two steps".to_owned(),
    };
    let message = format!(
        "the execution {how}: {} step(s) had ended and {place}",
        details.step_results.len()
    );
    Failure::new(code, message)
        .with_hint(code.spec().recovery)
        .with_details(FailureDetails::Interrupted(Box::new(details)))
}

/// Milliseconds of the contract, which are within their bounds already.
pub(crate) fn millis(value: f64) -> Duration {
    Duration::try_from_secs_f64(value / 1000.0).unwrap_or_default()
}

/// Whole milliseconds, for people and JSON.
pub(crate) fn whole_millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
