//! One execution that runs beside whoever asked for it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use clawperator_contract::events::{Event, Happened};
use clawperator_contract::skill_result::SkillResult;
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Failure, Holder};
use clawperator_engine::Events;
use clawperator_trace::RunId;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::feed::{Feed, FeedName, NewEvent};
use crate::snapshots::Sequence;

/// What a job came to.
#[derive(Debug, Clone)]
pub enum JobAnswer {
    /// An execution, with its envelope.
    Execution(Box<ExecutionResult>),
    /// A skill. What its steps read is in there only as far as it may be shown.
    Skill(Box<SkillResult>),
}

/// How far an execution has come.
#[derive(Debug, Clone)]
pub enum JobState {
    /// Others on this phone come first.
    Queued,
    /// It runs.
    Running,
    /// It waits for a person.
    Parked {
        /// By which the decision is asked for.
        ticket: String,
    },
    /// It has ended with this answer.
    Ended(Arc<Result<JobAnswer, Failure>>),
}

impl JobState {
    /// The answer, once there is one.
    #[must_use]
    pub const fn answer(&self) -> Option<&Arc<Result<JobAnswer, Failure>>> {
        match self {
            Self::Ended(answer) => Some(answer),
            Self::Queued | Self::Running | Self::Parked { .. } => None,
        }
    }
}

/// An execution that was accepted by this process.
#[derive(Debug)]
pub struct Job {
    pub(super) run: RunId,
    pub(super) device_id: String,
    pub(super) command_id: String,
    pub(super) asker: Option<String>,
    pub(super) decided_on: Option<u64>,
    pub(super) sequence: OnceLock<Sequence>,
    pub(super) state: watch::Sender<JobState>,
    pub(super) cancel: CancellationToken,
    /// How many wait for its answer with their connections.
    pub(super) attending: AtomicUsize,
    /// Whether it goes on when nobody does.
    pub(super) is_let_go: AtomicBool,
}

/// Somebody waits for a run. When the last one leaves, it is cancelled, unless it was let go.
#[derive(Debug)]
pub struct Attendance(Arc<Job>);

impl Drop for Attendance {
    fn drop(&mut self) {
        let Self(job) = self;
        let was_last = job.attending.fetch_sub(1, Ordering::AcqRel) == 1;
        if was_last && !job.is_let_go.load(Ordering::Acquire) {
            job.cancel();
        }
    }
}

impl Job {
    /// The run's name, under which it is kept.
    #[must_use]
    pub const fn run(&self) -> &RunId {
        &self.run
    }

    /// The phone's serial.
    #[must_use]
    pub fn device_id(&self) -> &str {
        &self.device_id
    }

    /// Who asked for it.
    #[must_use]
    pub fn asker(&self) -> Option<&str> {
        self.asker.as_deref()
    }

    /// The generation that it was decided on: it runs on the phone of that one alone.
    #[must_use]
    pub const fn decided_on(&self) -> Option<u64> {
        self.decided_on
    }

    /// The sequence of the generations in its answer, once it has ended.
    #[must_use]
    pub fn sequence(&self) -> Option<&Sequence> {
        self.sequence.get()
    }

    /// How far it has come.
    #[must_use]
    pub fn state(&self) -> JobState {
        self.state.borrow().clone()
    }

    /// Waits with it; see [`Attendance`].
    #[must_use]
    pub fn attend(self: &Arc<Self>) -> Attendance {
        self.attending.fetch_add(1, Ordering::AcqRel);
        Attendance(Arc::clone(self))
    }

    /// From here on it goes on by itself.
    pub fn let_go(&self) {
        self.is_let_go.store(true, Ordering::Release);
    }

    /// Ends it as soon as the phone allows, unless it has ended.
    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// Waits until it has ended or waits for a person.
    pub async fn ended_or_parked(&self) -> JobState {
        let rests =
            |state: &JobState| matches!(state, JobState::Ended(_) | JobState::Parked { .. });
        self.until(rests).await
    }

    /// Waits until it has ended.
    pub async fn ended(&self) -> JobState {
        self.until(|state| matches!(state, JobState::Ended(_)))
            .await
    }

    async fn until(&self, is_so: impl FnMut(&JobState) -> bool) -> JobState {
        let mut states = self.state.subscribe();
        match states.wait_for(is_so).await {
            Ok(state) => state.clone(),
            // This holds the sender.
            Err(_) => self.state(),
        }
    }

    pub(super) fn event(&self, name: FeedName) -> NewEvent<'_> {
        NewEvent {
            name,
            run: self.run.as_str(),
            device_id: &self.device_id,
            asker: self.asker(),
        }
    }

    /// What others are told who want its phone.
    pub(super) fn holder(&self) -> Holder {
        Holder {
            command_id: self.command_id.clone(),
            process_id: std::process::id(),
            user: None,
        }
    }
}

/// Tells the feed, and the job where it stands.
#[derive(Debug)]
pub(super) struct JobEvents<'a> {
    pub(super) job: &'a Job,
    pub(super) feed: &'a Feed,
}

impl Events for JobEvents<'_> {
    fn on_event(&self, event: &Event) {
        match &event.event {
            Happened::Parked { ticket, .. } => {
                let ticket = ticket.clone();
                self.job.state.send_replace(JobState::Parked { ticket });
            }
            Happened::Decided { .. } => {
                self.job.state.send_replace(JobState::Running);
            }
            _ => {}
        }
        let told = Told {
            run: self.job.run.as_str(),
            device_id: &self.job.device_id,
            event,
        };
        self.feed.push(self.job.event(FeedName::Event), &told);
    }
}

/// An event with whose it is.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Told<'a> {
    run: &'a str,
    device_id: &'a str,
    #[serde(flatten)]
    event: &'a Event,
}
