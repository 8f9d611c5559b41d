//! One run, written down while it happens.

use std::convert::Infallible;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use clawperator_contract::events::{Event, Happened, StepName};
use clawperator_contract::runs::{
    EndedRun, KeptFile, Outcome, PhoneFacts, PictureMoment, RunLine, RunRecord,
};
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{ErrorCode, ExitStatus, Failure, FailureCode, TraceDetail};
use clawperator_sources::{Moment, Sources};

use super::begin::NewRun;
use crate::kept_file::Kind;
use crate::redact::{self, Secrets};
use crate::run_file::RunFile;
use crate::run_id::RunId;
use crate::writer::{ToKeep, Writer};

/// How often a name is tried that another run has.
const TRIES: usize = 4;
/// How long lines wait for others before they are written.
const FLUSH_AFTER: Duration = Duration::from_millis(20);
/// The largest answer that is in a line and not in a file of its own.
const MAX_LINE_ANSWER: usize = 8 * 1024;

/// Writes down one run. Dropped before [`Recorder::end`], it writes that the run was cut off.
pub struct Recorder {
    run: RunId,
    file: Arc<RunFile>,
    writer: Writer,
    sources: Arc<dyn Sources>,
    began: Moment,
    detail: TraceDetail,
    is_withheld: bool,
    is_synced: bool,
    secrets: Secrets,
    state: Mutex<State>,
}

#[derive(Debug, Clone, Copy, Default)]
struct State {
    is_dispatched: bool,
    is_ended: bool,
}

/// A line that must be on disk before the run goes on could not be written.
#[derive(Debug, thiserror::Error)]
#[error("what this run does cannot be written down in `{folder}`: {error}")]
pub struct NotWritten {
    folder: String,
    error: io::Error,
}

impl NotWritten {
    fn in_folder(folder: &Path) -> impl FnOnce(io::Error) -> Self {
        let folder = folder.display().to_string();
        move |error| Self { folder, error }
    }
}

impl Recorder {
    /// Makes the folder of a run and writes its first line.
    pub(crate) fn begin(
        folder: &Path,
        writer: Writer,
        sources: Arc<dyn Sources>,
        is_synced: bool,
        new: &NewRun<'_>,
    ) -> Result<Self, NotWritten> {
        let began = sources.now();
        let (run, file) =
            begin(folder, &*sources, is_synced, new).map_err(NotWritten::in_folder(folder))?;
        let (execution, secrets) = redact::request(new.execution, new.withheld);
        let recorder = Self {
            run,
            file: Arc::new(file),
            writer,
            began,
            sources,
            detail: new.detail,
            is_withheld: new.withheld,
            is_synced,
            secrets,
            state: Mutex::default(),
        };
        recorder.tell(|| RunRecord::Request { execution });
        Ok(recorder)
    }

    /// The run's name.
    #[must_use]
    pub const fn run(&self) -> &RunId {
        &self.run
    }

    /// What the phone says of itself, before anything is done to it.
    pub fn phone(&self, facts: PhoneFacts) {
        self.tell(|| RunRecord::Phone(facts));
    }

    /// Something happened.
    pub fn event(&self, event: &Event) {
        self.tell(|| RunRecord::Event(event.clone()));
    }

    /// Returns once it is on disk that this run acts on the phone. Only the first act waits.
    pub fn dispatched(&self, event: &Event) -> Result<(), NotWritten> {
        let Happened::Acting { step, act, .. } = &event.event else {
            return Ok(());
        };
        if self.state().is_dispatched {
            return Ok(());
        }
        self.write_now(RunRecord::Dispatched {
            step: step.clone(),
            act: *act,
        })?;
        self.state().is_dispatched = true;
        Ok(())
    }

    /// A screen that a step looked at.
    pub fn screen(&self, step: &StepName, dump: Bytes, activity: Option<&str>) {
        if !self.keeps_screens() {
            return;
        }
        let (step, activity) = (step.clone(), activity.map(str::to_owned));
        self.keep(Kind::Tree, dump, move |file| RunRecord::Screen {
            step,
            file,
            activity,
        });
    }

    /// A picture that was taken.
    pub fn picture(&self, step: &StepName, moment: PictureMoment, picture: Bytes) {
        if !self.keeps_screens() {
            return;
        }
        let step = step.clone();
        self.keep(Kind::Picture, picture, move |file| RunRecord::Picture {
            step,
            moment,
            file,
        });
    }

    /// The run has ended with this answer. That this cannot be written changes nothing about the run: whoever reads the
    /// lines takes it for one whose end is unknown.
    pub fn end(self, answer: &Result<ExecutionResult, Failure>) {
        for left_out in self.file.take_left_out() {
            self.tell(|| left_out);
        }
        let (outcome, code) = outcome(answer);
        let has_envelope = answer.is_ok();
        if !self.keeps_screens() {
            return self.ended(outcome, code, has_envelope);
        }
        let answer = redact::answer(answer.clone(), &self.secrets);
        let is_long = answer.about_bytes() > MAX_LINE_ANSWER;
        if !is_long {
            self.tell(|| RunRecord::Answer {
                // An answer is made of what JSON has.
                answer: serde_json::to_value(&answer).ok(),
                file: None,
            });
        }
        self.ended(outcome, code, has_envelope);
        if is_long && let Ok(bytes) = serde_json::to_vec(&answer) {
            self.keep(Kind::Answer, bytes.into(), |file| RunRecord::Answer {
                answer: None,
                file: Some(file),
            });
        }
    }

    /// Lets lines be written that have waited for a while, so that whoever follows the run sees them. It never ends by
    /// itself: whoever runs the execution drops it.
    pub async fn flush_beside(&self) -> Infallible {
        loop {
            self.file.has_waiting().await;
            // Most lines come right before one that the run waits for, and go with it.
            tokio::time::sleep(FLUSH_AFTER).await;
            self.writer.flush(&self.file);
        }
    }

    fn ended(&self, outcome: Outcome, code: Option<FailureCode>, has_envelope: bool) {
        self.state().is_ended = true;
        let ended = RunRecord::Ended(EndedRun {
            outcome,
            code,
            took_ms: self.at_ms(),
            has_envelope,
        });
        // Said above: there is nobody to tell.
        let _ = self.write_now(ended);
    }

    const fn keeps_screens(&self) -> bool {
        !self.is_withheld && !matches!(self.detail, TraceDetail::Off)
    }

    fn keep(
        &self,
        kind: Kind,
        content: Bytes,
        record: impl FnOnce(KeptFile) -> RunRecord + Send + 'static,
    ) {
        let kept = ToKeep {
            at_ms: self.at_ms(),
            kind,
            content,
            record: Box::new(record),
        };
        self.writer.keep(&self.file, kept);
    }

    /// Lets a line be written when there is time for it.
    fn tell(&self, record: impl FnOnce() -> RunRecord) {
        if self.detail != TraceDetail::Off {
            self.file.push(&self.line(record()));
        }
    }

    fn write_now(&self, record: RunRecord) -> Result<(), NotWritten> {
        let line = self.line(record);
        let written = self.file.write_now(&line, self.is_synced);
        written.map_err(NotWritten::in_folder(self.file.folder()))
    }

    fn line(&self, record: RunRecord) -> RunLine {
        RunLine {
            at_ms: self.at_ms(),
            record,
        }
    }

    fn at_ms(&self) -> u64 {
        let passed = self.sources.now().since(self.began);
        u64::try_from(passed.as_millis()).unwrap_or(u64::MAX)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        let State {
            is_ended,
            is_dispatched,
        } = *self.state();
        if !is_ended {
            let outcome = if is_dispatched {
                Outcome::Unknown
            } else {
                Outcome::Failed
            };
            let code = ErrorCode::ExecutionCancelled.into();
            self.ended(outcome, Some(code), false);
        }
    }
}

impl fmt::Debug for Recorder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Recorder").field(&self.run).finish()
    }
}

/// A run under a name that is free, with its first line.
fn begin(
    folder: &Path,
    sources: &dyn Sources,
    is_synced: bool,
    new: &NewRun<'_>,
) -> io::Result<(RunId, RunFile)> {
    clawperator_private_files::make_folder(folder)?;
    let mut tries = 1;
    loop {
        let run = RunId::new(sources)?;
        let accepted = new.accepted(&run, sources.epoch_milliseconds());
        let first = RunLine {
            at_ms: 0,
            record: RunRecord::Accepted(Box::new(accepted)),
        };
        match RunFile::create(folder.join(run.as_str()), &first, is_synced) {
            Ok(file) => return Ok((run, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < TRIES => {
                tries += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

/// What an answer says of the run.
fn outcome(answer: &Result<ExecutionResult, Failure>) -> (Outcome, Option<FailureCode>) {
    match answer {
        Ok(result) => {
            let envelope = &result.envelope;
            let code = envelope.error_code.as_deref();
            let outcome = match envelope.exit() {
                ExitStatus::Ok => Outcome::Done,
                ExitStatus::Unknown => Outcome::Unknown,
                _ => Outcome::Failed,
            };
            (outcome, code.and_then(FailureCode::from_name))
        }
        Err(failure) => {
            let outcome = if failure.is_in_doubt() || failure.exit() == ExitStatus::Unknown {
                Outcome::Unknown
            } else {
                Outcome::Failed
            };
            (outcome, Some(failure.code.clone()))
        }
    }
}
