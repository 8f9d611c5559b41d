//! Executors that write down what they run.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_contract::events::{Event, StepName};
use clawperator_contract::runs::{Asker, PhoneFacts, PictureMoment, Surface};
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{ErrorCode, Execution, Failure, RunOptions, TraceDetail};
use clawperator_device::driver::Observation;
use clawperator_engine::{Cancel, Events, Executor, NotWritten, Phone as PhoneIdentity};
use clawperator_policy::Profile;
use clawperator_skill_run::{QuietExecutor, WithholdsLabels};
use clawperator_trace::{NewRun, Recorder, RunId, Runs};

use crate::named_files::NamedFiles;
use crate::output_folder::OutputFolder;
use crate::run_context::RunContext;

/// Who wants something run, and by what it is judged.
#[derive(Debug, Clone)]
pub struct RunRequest {
    /// The profile that judges it.
    pub profile: Arc<Profile>,
    /// The way in.
    pub surface: Surface,
    /// The name of the caller there, such as a token's.
    pub name: Option<String>,
    /// The skill that acts for the caller.
    pub skill: Option<String>,
    /// The caller's own key for this run.
    pub idempotency_key: Option<String>,
    /// The generation that it was decided on: it runs on that phone alone, whatever adb calls another.
    pub decided_on: Option<u64>,
    /// The one folder that its pictures go to; without one they go where the payload says.
    pub output: Option<OutputFolder>,
    /// The files of this machine that its payload may name, where they do not come from that folder.
    pub files: NamedFiles,
    /// How long it waits for a phone that another run has; no time at all is at once or never.
    pub wait_for_phone: Duration,
}

impl RunRequest {
    /// Whoever asks through this surface, without a name.
    #[must_use]
    pub fn new(profile: Arc<Profile>, surface: Surface) -> Self {
        Self {
            profile,
            surface,
            name: None,
            skill: None,
            idempotency_key: None,
            decided_on: None,
            output: None,
            files: NamedFiles::default(),
            wait_for_phone: Duration::ZERO,
        }
    }
}

/// An executor whose runs are kept in the state folder.
#[derive(Debug)]
pub struct Traced<E> {
    executor: E,
    runs: Runs,
    request: RunRequest,
    serial: String,
    is_withheld: bool,
}

impl<E> Traced<E> {
    pub(crate) fn new(executor: E, runs: Runs, request: RunRequest, serial: &str) -> Self {
        Self {
            executor,
            runs,
            request,
            serial: serial.to_owned(),
            is_withheld: false,
        }
    }

    /// The same with another executor inside.
    pub(crate) fn map<T>(self, change: impl FnOnce(E) -> T) -> Traced<T> {
        Traced {
            executor: change(self.executor),
            runs: self.runs,
            request: self.request,
            serial: self.serial,
            is_withheld: self.is_withheld,
        }
    }
}

impl Traced<QuietExecutor> {
    /// The same, keeping nothing that a screen shows, nor what was looked for there.
    pub(crate) fn withheld(mut self) -> Self {
        self.is_withheld = true;
        self
    }
}

/// A run that is on disk and has not begun. Dropped, it is written that it was cancelled before anything was sent.
#[derive(Debug)]
pub struct AcceptedRun(Recorder);

impl AcceptedRun {
    /// The run's name.
    #[must_use]
    pub const fn id(&self) -> &RunId {
        self.0.run()
    }
}

impl<E> Traced<E> {
    /// Writes down that this is to be run. A path that the output folder cannot have is refused.
    pub fn accept(
        &self,
        execution: &Execution,
        trace: TraceDetail,
    ) -> Result<AcceptedRun, Failure> {
        if self.request.output.is_some() {
            OutputFolder::check(execution)?;
        }
        let accepted = self.runs.begin(&NewRun {
            execution,
            asker: &self.asker(),
            idempotency_key: self.request.idempotency_key.as_deref(),
            profile: &self.request.profile.name,
            device_id: &self.serial,
            detail: trace,
            withheld: self.is_withheld,
        });
        accepted.map(AcceptedRun).map_err(|error| {
            Failure::new(
                ErrorCode::HostIoFailed,
                format!("{error}; nothing was sent"),
            )
        })
    }
}

impl<E> Traced<E> {
    fn asker(&self) -> Asker {
        Asker {
            surface: self.request.surface,
            name: self.request.name.clone(),
            skill: self.request.skill.clone(),
            process_id: std::process::id(),
        }
    }
}

impl<E: Executor> Traced<E> {
    /// Runs what was accepted.
    pub async fn run(
        &self,
        AcceptedRun(recorder): AcceptedRun,
        execution: &Execution,
        options: RunOptions,
        events: &dyn Events,
        cancel: Cancel<'_>,
    ) -> Result<ExecutionResult, Failure> {
        let listening = Recorded {
            events,
            recorder: &recorder,
        };
        let context = RunContext {
            asker: self.asker(),
            run: recorder.run().to_string(),
            awaited: options.park.then(Arc::default),
        };
        let executed = self
            .executor
            .execute(execution, options, &listening, cancel);
        let executed = context.during(executed);
        let answer = tokio::select! {
            biased;
            answer = executed => answer,
            never = recorder.flush_beside() => match never {},
        };
        recorder.end(&answer);
        answer
    }
}

#[async_trait]
impl<E: Executor> Executor for Traced<E> {
    async fn execute(
        &self,
        execution: &Execution,
        options: RunOptions,
        events: &dyn Events,
        cancel: Cancel<'_>,
    ) -> Result<ExecutionResult, Failure> {
        let accepted = self.accept(execution, options.trace)?;
        self.run(accepted, execution, options, events, cancel).await
    }
}

impl WithholdsLabels for Traced<QuietExecutor> {}

/// Tells the recorder first, and then whoever else listens.
#[derive(Debug)]
struct Recorded<'a> {
    events: &'a dyn Events,
    recorder: &'a Recorder,
}

#[async_trait]
impl Events for Recorded<'_> {
    fn on_event(&self, event: &Event) {
        self.recorder.event(event);
        self.events.on_event(event);
    }

    async fn written(&self, event: &Event) -> Result<(), NotWritten> {
        let written = self.recorder.dispatched(event);
        written.map_err(|error| NotWritten {
            message: error.to_string(),
        })?;
        self.events.written(event).await
    }

    fn on_line(&self, ahead: usize) {
        self.events.on_line(ahead);
    }

    fn on_phone(&self, phone: &PhoneIdentity, driver: &str) {
        self.recorder.phone(PhoneFacts {
            key: phone.key().to_string(),
            serial: phone.serial().map(str::to_owned),
            boot: phone.boot().map(str::to_owned),
            driver: driver.to_owned(),
        });
        self.events.on_phone(phone, driver);
    }

    fn on_screen(&self, step: &StepName, seen: &Observation) {
        let front = seen.condition.as_ref().map(|condition| &condition.front);
        let activity = front.and_then(|front| front.activity.as_deref());
        self.recorder.screen(step, seen.to_dump(), activity);
        self.events.on_screen(step, seen);
    }

    fn on_picture(&self, step: &StepName, moment: PictureMoment, picture: &Bytes) {
        self.recorder.picture(step, moment, picture.clone());
        self.events.on_picture(step, moment, picture);
    }
}
