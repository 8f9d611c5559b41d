//! Takes executions, runs them, and knows what became of them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use clawperator_contract::{
    ConflictDetails, ErrorCode, Failure, FailureDetails, RunOptions, Validated,
};
use clawperator_trace::{RunId, Runs};
use serde::Serialize;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::feed::{Feed, FeedName};
use super::job::{Job, JobAnswer, JobState};
use super::kept::KnownJobs;
use super::keys::{Claim, IdempotencyKey, Keys};
use super::lanes::{Lanes, NoPlace};
use super::work::{ExecutionWork, Work};
use crate::blocking::blocking;
use crate::phone::Phone;
use crate::store::Store;
use crate::traced::RunRequest;

/// How long keys are remembered however short runs are kept: whoever sends something again does so within that.
const SHORTEST_MEMORY: Duration = Duration::from_hours(24);

/// How much may be under way.
#[derive(Debug, Clone, Copy)]
pub struct JobLimits {
    /// The most executions that wait for one phone.
    pub waiting_per_phone: usize,
    /// The most executions of one caller that have not ended.
    pub open_per_caller: usize,
}

impl Default for JobLimits {
    fn default() -> Self {
        Self {
            waiting_per_phone: 16,
            open_per_caller: 64,
        }
    }
}

/// Whether an execution waits for its phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// It runs at once or is refused.
    Never,
    /// It takes its place in the line.
    InLine,
}

/// An execution that somebody wants run.
#[derive(Debug)]
pub struct JobRequest<'a> {
    /// What to run.
    pub validated: Validated,
    /// How.
    pub options: RunOptions,
    /// Who asks, and by what it is judged.
    pub request: RunRequest,
    /// Whether it waits for its phone.
    pub wait: Wait,
    /// The caller's key of this request, if there is one.
    pub claim: Option<&'a Claim>,
}

/// What became of a request.
#[derive(Debug)]
pub enum Submitted {
    /// It is a run that this process knows, new or from before.
    Job(Arc<Job>),
    /// It is a run that only its record tells of.
    Kept(String),
}

/// Who asks for a job, and how.
pub(super) struct Terms<'a> {
    pub(super) caller: Option<String>,
    pub(super) decided_on: Option<u64>,
    pub(super) wait: Wait,
    pub(super) claim: Option<&'a Claim>,
}

/// A job that may begin.
pub(super) struct Accepted {
    pub(super) run: RunId,
    pub(super) command_id: String,
    pub(super) work: Work,
}

/// What a process leaves when it stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped {
    /// Runs that came to their end.
    pub finished: usize,
    /// Runs that were cancelled, among them those that had not begun.
    pub cancelled: usize,
    /// Runs that did not even answer to that.
    pub abandoned: usize,
}

/// The executions of this process. Cheap to clone; all clones are one.
#[derive(Debug, Clone)]
pub struct Jobs {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    limits: JobLimits,
    keys: Keys,
    lanes: Lanes,
    feed: Feed,
    known: Mutex<KnownJobs>,
    /// Held while a request gets its key.
    claiming: Mutex<()>,
    tasks: TaskTracker,
    is_stopping: AtomicBool,
}

impl Jobs {
    /// Nothing runs yet. Keys that are older than runs are kept for are forgotten.
    #[must_use]
    pub fn new(store: Store, limits: JobLimits) -> Self {
        let keys = Keys::new(store.config().state.clone());
        keys.sweep(
            store.config().retention.age.max(SHORTEST_MEMORY),
            store.sources().epoch_milliseconds(),
            |run| is_kept(store.runs(), run),
        );
        Self {
            inner: Arc::new(Inner {
                store,
                limits,
                keys,
                lanes: Lanes::new(limits.waiting_per_phone),
                feed: Feed::new(),
                known: Mutex::default(),
                claiming: Mutex::default(),
                tasks: TaskTracker::new(),
                is_stopping: AtomicBool::new(false),
            }),
        }
    }

    /// What happens, for whoever follows it.
    #[must_use]
    pub fn feed(&self) -> &Feed {
        &self.inner.feed
    }

    /// The execution of this run, if this process runs it or has its answer in memory.
    #[must_use]
    pub fn find(&self, run: &str) -> Option<Arc<Job>> {
        self.jobs().find(run)
    }

    /// What is under way.
    #[must_use]
    pub fn open(&self) -> Vec<Arc<Job>> {
        self.jobs().open().map(Arc::clone).collect()
    }

    /// A request, all of whose bytes count, under a key of its caller.
    pub fn claim(
        &self,
        caller: Option<&str>,
        key: &IdempotencyKey,
        request: &[u8],
    ) -> Result<Claim, Failure> {
        let sources = &**self.inner.store.sources();
        self.inner.keys.claim(caller, key, request, sources)
    }

    /// The run that a request has become already, wherever its phone is now.
    pub fn known(&self, claim: &Claim) -> Result<Option<Submitted>, Failure> {
        match self.of_claim(claim)? {
            // It may be being taken by this process right now, and is a job a moment later.
            Some(Submitted::Kept(_)) => {
                let _turn = self.claiming();
                self.of_claim(claim)
            }
            known => Ok(known),
        }
    }

    fn of_claim(&self, claim: &Claim) -> Result<Option<Submitted>, Failure> {
        let Some(run) = claim.known()? else {
            return Ok(None);
        };
        if let Some(job) = self.find(&run) {
            return Ok(Some(Submitted::Job(job)));
        }
        if is_kept(self.inner.store.runs(), &run) {
            return Ok(Some(Submitted::Kept(run)));
        }
        // Nobody can say any more what became of it, and what may have happened is not sent again.
        let message =
            "the Idempotency-Key belongs to a run that is no longer kept; nothing was dispatched";
        Err(Failure::new(ErrorCode::IdempotencyKeyReused, message))
    }

    /// Takes an execution for a phone. When this returns a new one, its acceptance is on disk.
    pub fn submit(&self, phone: &Phone, asked: JobRequest<'_>) -> Result<Submitted, Failure> {
        let terms = Terms {
            caller: asked.request.name.clone(),
            decided_on: asked.request.decided_on,
            wait: asked.wait,
            claim: asked.claim,
        };
        self.take(phone, terms, |key| {
            let mut request = asked.request;
            request.idempotency_key = key;
            let executor = phone.executor(request);
            let accepted = executor.accept(&asked.validated.execution, asked.options.trace)?;
            Ok(Accepted {
                run: accepted.id().clone(),
                command_id: asked.validated.execution.command_id().as_str().to_owned(),
                work: Work::Execution(Box::new(ExecutionWork {
                    executor,
                    accepted,
                    execution: asked.validated.execution,
                    warnings: asked.validated.warnings,
                    options: asked.options,
                })),
            })
        })
    }

    /// Takes work for a phone. `accept` writes down that it is to be done, with the caller's key.
    pub(super) fn take(
        &self,
        phone: &Phone,
        terms: Terms<'_>,
        accept: impl FnOnce(Option<String>) -> Result<Accepted, Failure>,
    ) -> Result<Submitted, Failure> {
        let inner = &self.inner;
        let claim = terms.claim;
        let already = || {
            let known = claim.map(|claim| self.of_claim(claim));
            known.transpose().map(Option::flatten)
        };
        // Of two equal requests at once, the second must see the first one's key before it sees its phone taken.
        let _turn = claim.map(|_| self.claiming());
        if let Some(known) = already()? {
            return Ok(known);
        }
        if inner.is_stopping.load(Ordering::Acquire) {
            return Err(stopping());
        }
        self.check_share(terms.caller.as_deref())?;
        let place = inner
            .lanes
            .place(phone.serial(), terms.wait == Wait::InLine)
            .map_err(|none| no_place(none, phone.serial()));
        let place = match place {
            Ok(place) => place,
            // Another process may have taken the same request meanwhile.
            Err(failure) => return already()?.ok_or(failure),
        };
        let accepted = accept(claim.map(|claim| claim.key().to_owned()))?;
        if let Some(claim) = claim
            && let Some(other) = claim.give(accepted.run.as_str())?
        {
            // The same request came twice at once, and the other was first.
            let run = accepted.run.clone();
            drop(accepted);
            // What stays says that it was cancelled before anything was sent, which is so.
            let _ = inner.store.runs().remove(&run);
            return Ok(self
                .find(&other)
                .map_or(Submitted::Kept(other), Submitted::Job));
        }
        let job = Arc::new(Job {
            run: accepted.run,
            device_id: phone.serial().to_owned(),
            command_id: accepted.command_id,
            asker: terms.caller,
            decided_on: terms.decided_on,
            sequence: OnceLock::new(),
            state: tokio::sync::watch::Sender::new(if place.waits() {
                JobState::Queued
            } else {
                JobState::Running
            }),
            cancel: CancellationToken::new(),
            attending: AtomicUsize::new(0),
            is_let_go: AtomicBool::new(terms.wait == Wait::InLine),
        });
        place.announce(job.holder());
        self.add(&job);
        let work = accepted.work;
        // A script may have done something before it found the phone taken; all else is one execution.
        let is_script = matches!(&work, Work::Skill(skill) if skill.begun.is_none());
        let claim = claim.filter(|_| !is_script).cloned();
        let (inner, mine) = (Arc::clone(inner), Arc::clone(&job));
        self.inner.tasks.spawn(async move {
            let answer = work.run(place, &mine, &inner.feed).await;
            let store = inner.store.clone();
            // What cannot be read now is of no sequence, so that nobody acts on it.
            if let Ok(Some(sequence)) = blocking(move || store.sequence()).await {
                let _ = mine.sequence.set(sequence);
            }
            // Another process has the phone: whoever asks again once it is free is not to hear that it is taken.
            if let (Some(claim), Err(failure)) = (claim, &answer)
                && failure.code == ErrorCode::ExecutionConflictInFlight
            {
                claim.withdraw(mine.run.as_str());
            }
            inner.end(&mine, answer);
        });
        Ok(Submitted::Job(job))
    }

    /// What this process keeps.
    pub(super) fn store(&self) -> &Store {
        &self.inner.store
    }

    /// Takes nothing new, lets what runs come to its end for a while, and cancels the rest. What waits is cancelled at
    /// once.
    pub async fn stop(&self, patience: Duration) -> Stopped {
        /// How long a cancelled run may take to say how far it came.
        const LAST_WORDS: Duration = Duration::from_secs(10);
        let inner = &self.inner;
        inner.is_stopping.store(true, Ordering::Release);
        inner.tasks.close();
        let open = self.open();
        let waits =
            |job: &&Arc<Job>| matches!(job.state(), JobState::Queued | JobState::Parked { .. });
        for job in open.iter().filter(waits) {
            job.cancel();
        }
        if timeout(patience, inner.tasks.wait()).await.is_err() {
            for job in self.open() {
                job.cancel();
            }
            // What is still open then is counted below.
            let _ = timeout(LAST_WORDS, inner.tasks.wait()).await;
        }
        let mut stopped = Stopped {
            finished: 0,
            cancelled: 0,
            abandoned: 0,
        };
        for job in open {
            match job.state().answer() {
                None => stopped.abandoned += 1,
                Some(_) if job.cancel.is_cancelled() => stopped.cancelled += 1,
                Some(_) => stopped.finished += 1,
            }
        }
        stopped
    }

    fn check_share(&self, caller: Option<&str>) -> Result<(), Failure> {
        let known = self.jobs();
        let open = known.open().filter(|job| job.asker() == caller).count();
        if open < self.inner.limits.open_per_caller {
            return Ok(());
        }
        let message =
            format!("{open} executions of this caller are under way; nothing was dispatched");
        Err(Failure::new(ErrorCode::TooManyRequests, message))
    }

    /// The turn of a request that gets its key.
    pub(super) fn claiming(&self) -> MutexGuard<'_, ()> {
        lock(&self.inner.claiming)
    }

    pub(super) fn add(&self, job: &Arc<Job>) {
        self.jobs().add(job);
    }

    fn jobs(&self) -> MutexGuard<'_, KnownJobs> {
        self.inner.jobs()
    }
}

impl Inner {
    fn jobs(&self) -> MutexGuard<'_, KnownJobs> {
        lock(&self.known)
    }

    fn end(&self, job: &Job, answer: Result<JobAnswer, Failure>) {
        let run = job.run.as_str();
        let answer = Arc::new(answer);
        let (envelope, skill, error) = match answer.as_ref() {
            Ok(JobAnswer::Execution(result)) => (Some(&result.envelope), None, None),
            Ok(JobAnswer::Skill(result)) => (None, Some(&**result), None),
            Err(failure) => (None, None, Some(failure)),
        };
        let told = ToldResult {
            run,
            device_id: &job.device_id,
            envelope,
            skill,
            error,
        };
        self.jobs().ended(run, &answer);
        let less = LessOfResult {
            run,
            device_id: &job.device_id,
            status: told.envelope.map(|envelope| envelope.status),
            code: match answer.as_ref() {
                Ok(JobAnswer::Execution(result)) => result.envelope.error_code.as_deref(),
                Ok(JobAnswer::Skill(result)) => result.error_code.map(ErrorCode::name),
                Err(failure) => Some(failure.code.name()),
            },
        };
        let event = job.event(FeedName::Result);
        self.feed.push_both(event, &told, Some(&less));
        job.state.send_replace(JobState::Ended(answer));
    }
}

/// An answer with whose it is.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToldResult<'a> {
    run: &'a str,
    device_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    envelope: Option<&'a clawperator_contract::Envelope>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skill: Option<&'a clawperator_contract::skill_result::SkillResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a Failure>,
}

/// The same for whoever did not ask: without what was typed and read.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LessOfResult<'a> {
    run: &'a str,
    device_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<clawperator_contract::Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether anything is kept of a run.
fn is_kept(runs: &Runs, run: &str) -> bool {
    let id = run.parse::<RunId>();
    id.is_ok_and(|id| runs.read(&id).is_ok())
}

fn no_place(none: NoPlace, serial: &str) -> Failure {
    match none {
        NoPlace::Taken(holder) => {
            let details = ConflictDetails {
                device_id: serial.to_owned(),
                holder,
                phone_holder: None,
            };
            let code = ErrorCode::ExecutionConflictInFlight;
            Failure::new(code, code.spec().meaning)
                .with_details(FailureDetails::Conflict(Box::new(details)))
        }
        NoPlace::Full => Failure::new(
            ErrorCode::TooManyRequests,
            "the queue of this phone is full; nothing was dispatched",
        ),
    }
}

fn stopping() -> Failure {
    let code = ErrorCode::ServerStopping;
    Failure::new(code, code.spec().meaning)
}
