//! Running what a call asks for, for as long as a client waits.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::runs::Fate;
use clawperator_contract::{DataKey, ErrorCode, Failure, RunOptions, Validated};
use clawperator_host::jobs::{Claim, Job, JobAnswer, JobRequest, JobState, Submitted, Wait};
use clawperator_host::{Phone, RunId, beside};
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use tokio::time::{Instant, sleep_until, timeout};

use crate::answer::{Answer, Outcome};
use crate::caller::McpCaller;
use crate::server::McpState;

/// The longest call: many clients give up at 60 seconds.
const LONGEST: Duration = Duration::from_secs(45);
/// How long the adb server may take to say which phones it has.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// How long a cancelled run may take to say how far it came.
const LAST_WORDS: Duration = Duration::from_secs(10);
/// How long a phone may take to be given a new generation; without one its caller looks again.
const MINTING: Duration = Duration::from_secs(2);
/// The most events that are taken at once.
const AT_ONCE: usize = 64;

/// One call of a tool.
pub(crate) struct Call<'a> {
    pub(crate) state: &'a McpState,
    pub(crate) caller: &'a McpCaller,
    pub(crate) context: &'a RequestContext<RoleServer>,
    /// Whether it changes the phone, so that the next one needs a new generation.
    pub(crate) acts: bool,
}

/// How far a run came while its call lasted.
#[derive(Debug)]
pub(crate) enum Came {
    /// Nothing more comes of it.
    Ended(Arc<Result<JobAnswer, Failure>>),
    /// A person must decide.
    Parked { ticket: String },
    /// It goes on.
    Running,
    /// All of its steps were done, and its answer is not kept.
    Forgotten,
}

impl Call<'_> {
    /// The phone that a call means.
    pub(crate) async fn phone(&self, device: Option<&str>) -> Result<Phone, Failure> {
        let serial = self.caller.device(device)?;
        let phone = self.state.host.phone(serial, PATIENCE).await;
        let phone = phone.map_err(|failure| self.caller.phones.about(failure))?;
        self.caller.require_phone(phone.serial())?;
        Ok(phone)
    }

    /// The serial of that phone, which need not be there where the call names it.
    pub(crate) async fn serial(&self, device: Option<&str>) -> Result<String, Failure> {
        match self.caller.device(device)? {
            Some(serial) => Ok(serial.to_owned()),
            None => Ok(self.phone(None).await?.serial().to_owned()),
        }
    }

    /// Has an execution run, waits for it, and says what came of it.
    pub(crate) async fn run(
        &self,
        phone: &Phone,
        validated: Validated,
        options: RunOptions,
        acts: Option<(u64, &Claim)>,
    ) -> Result<Answer, Failure> {
        let (generation, claim) = acts.unzip();
        let asked = JobRequest {
            validated,
            options,
            request: self.caller.request(generation),
            wait: Wait::Never,
            claim,
        };
        let submitted = self.state.jobs.submit(phone, asked)?;
        self.submitted(submitted).await
    }

    /// Says what came of a run, new or from before.
    pub(crate) async fn submitted(&self, submitted: Submitted) -> Result<Answer, Failure> {
        match submitted {
            Submitted::Job(job) => Ok(self.attend(&job).await),
            Submitted::Kept(run) => self.kept(&run).await,
        }
    }

    /// Waits for a run of this process.
    pub(crate) async fn attend(&self, job: &Arc<Job>) -> Answer {
        // Dropped with the call: where a client leaves, its run ends.
        let attendance = job.attend();
        let came = self.follow(job, job.ended_or_parked()).await;
        if !matches!(came, Came::Ended(_)) {
            job.let_go();
        }
        drop(attendance);
        self.answer(job.device_id(), job.run().as_str(), &came)
            .await
    }

    /// Waits for a run that goes on by itself, also beyond a person's decision.
    pub(crate) async fn wait_for(&self, job: &Arc<Job>) -> Answer {
        let came = match self.follow(job, job.ended()).await {
            Came::Running => came(&job.state()),
            came => came,
        };
        self.answer(job.device_id(), job.run().as_str(), &came)
            .await
    }

    /// How far a run has come.
    pub(crate) async fn state_of(&self, job: &Arc<Job>) -> Answer {
        let came = came(&job.state());
        self.answer(job.device_id(), job.run().as_str(), &came)
            .await
    }

    /// What is kept of a run of another process, or of this one long ago.
    pub(crate) async fn kept(&self, run: &str) -> Result<Answer, Failure> {
        let missing = || {
            let message = "no run of yours with this id is kept";
            Failure::new(ErrorCode::RunNotFound, message)
                .with_hint("give the `run` of an answer that you got")
        };
        let id: RunId = run.parse().map_err(|()| missing())?;
        let bundle = {
            let runs = self.state.host.store().runs().clone();
            beside(move || Ok(runs.read(&id).ok()))
                .await?
                .ok_or_else(missing)?
        };
        let accepted = &bundle.summary().accepted;
        let is_own = accepted.asker.name.as_deref() == Some(&*self.caller.name);
        if !is_own || !self.caller.phones.have(&accepted.device_id) {
            return Err(missing());
        }
        let serial = accepted.device_id.clone();
        let answered = bundle.answer();
        let answered = answered.map(|answer| answer.map(Box::new).map(JobAnswer::Execution));
        let answered = answered.or_else(|| bundle.cut_off().map(Err));
        let came = match answered {
            Some(answer) => Came::Ended(Arc::new(answer)),
            None if bundle.summary().fate == Fate::Done => Came::Forgotten,
            None => Came::Running,
        };
        let mut answer = self.answer(&serial, run, &came).await;
        answer.line("(from the record of the run: texts that were typed or read are not kept)");
        Ok(answer)
    }

    /// What a call says of a run.
    pub(crate) async fn answer(&self, serial: &str, run: &str, came: &Came) -> Answer {
        let mut answer = match came {
            Came::Ended(ended) => {
                let mut answer = match ended.as_ref() {
                    Ok(JobAnswer::Execution(result)) => Answer::of_result(result),
                    Ok(JobAnswer::Skill(result)) => Answer::of_skill(result),
                    Err(failure) => Answer::of_failure(failure),
                };
                if was_busy(ended) {
                    answer.line("nothing was sent: the same call can be made again");
                } else if let Some(generation) = self.next_generation(serial, ended).await {
                    answer.generation(generation);
                } else if self.acts {
                    answer.line("next: call `snapshot` before you act again");
                }
                answer
            }
            Came::Parked { ticket } => {
                let mut answer = Answer::new(Outcome::Parked);
                answer.put("ticket", ticket.as_str());
                answer.line("parked: a person must decide before anything more is sent");
                answer.line(&format!("next: call `run` with {run} to wait for it"));
                answer
            }
            Came::Forgotten => {
                let mut answer = Answer::new(Outcome::Unknown);
                answer.line("unknown: its steps were done, but what came of them is not kept");
                answer.line("next: call `snapshot` before you act again");
                answer
            }
            Came::Running => {
                let mut answer = Answer::new(Outcome::Running);
                answer.line("running: it goes on");
                answer.line(&format!("next: call `run` with {run} to wait for it"));
                answer
            }
        };
        answer.put("run", run);
        answer.put("device", serial);
        answer
    }

    /// The generation that the next acting call names: that of the screen which the run ended on, else a new one.
    async fn next_generation(
        &self,
        serial: &str,
        ended: &Result<JobAnswer, Failure>,
    ) -> Option<u64> {
        let shown = generation(ended);
        let generation = match shown {
            Some(shown) => shown,
            // Whoever decided on another phone has not looked at this one.
            None if self.acts && !is_of_another_phone(ended) => self.mint(serial).await?,
            None => return None,
        };
        self.give(serial, generation);
        Some(generation)
    }

    /// Lets the caller act on a generation.
    pub(crate) fn give(&self, serial: &str, generation: u64) {
        self.state
            .handed
            .give(&self.caller.name, serial, generation);
    }

    /// A new generation of a phone, if it can be asked at once.
    pub(crate) async fn mint(&self, serial: &str) -> Option<u64> {
        let minting = async {
            let phone = self.state.host.phone(Some(serial), MINTING).await.ok()?;
            let profile = Arc::clone(&self.caller.profile);
            phone.new_generation(profile).await.ok()
        };
        timeout(MINTING, minting).await.ok().flatten()
    }

    /// Waits until the run rests, the client takes its call back, or it has taken long enough.
    async fn follow(&self, job: &Arc<Job>, rests: impl Future<Output = JobState>) -> Came {
        let until = Instant::now() + LONGEST;
        let feed = self.state.jobs.feed();
        let mut changes = feed.watch();
        let mut place = feed.newest();
        let mut progress = self.progress();
        let mut rests = pin!(rests);
        loop {
            tokio::select! {
                biased;
                state = &mut rests => return came(&state),
                () = self.context.ct.cancelled() => {
                    job.cancel();
                    let ended = timeout(LAST_WORDS, job.ended()).await;
                    return ended.map_or(Came::Running, |state| came(&state));
                }
                () = sleep_until(until) => return Came::Running,
                heard = changes.changed(), if progress.is_some() => {
                    if heard.is_err() {
                        progress = None;
                    }
                    let read = feed.after(place, AT_ONCE);
                    place = read.events.last().map_or(place, |event| event.sequence);
                    let of_run = read.events.iter().filter(|event| event.run == job.run().as_str());
                    if let Some(progress) = &mut progress {
                        progress.tell(of_run.count()).await;
                    }
                }
            }
        }
    }

    fn progress(&self) -> Option<Progress> {
        let token = self.context.meta.get_progress_token()?;
        Some(Progress {
            peer: self.context.peer.clone(),
            token,
            told: 0,
        })
    }
}

/// Whether somebody else had the phone, so that nothing was begun and no generation was used up.
fn was_busy(ended: &Result<JobAnswer, Failure>) -> bool {
    let busy = ErrorCode::ExecutionConflictInFlight;
    ended.as_ref().is_err_and(|failure| failure.code == busy)
}

/// Whether nothing was begun because what was looked at is not there any more.
fn is_of_another_phone(ended: &Result<JobAnswer, Failure>) -> bool {
    let stale = ErrorCode::StaleRef;
    ended.as_ref().is_err_and(|failure| failure.code == stale)
}

/// The generation of the screen that an answer ended on.
fn generation(came: &Result<JobAnswer, Failure>) -> Option<u64> {
    let Ok(JobAnswer::Execution(result)) = came else {
        return None;
    };
    let steps = &result.envelope.step_results;
    let mut generations = steps.iter().rev();
    generations.find_map(|step| step.get(DataKey::Generation)?.parse().ok())
}

fn came(state: &JobState) -> Came {
    match state {
        JobState::Ended(answer) => Came::Ended(Arc::clone(answer)),
        JobState::Parked { ticket } => Came::Parked {
            ticket: ticket.clone(),
        },
        JobState::Queued | JobState::Running => Came::Running,
    }
}

/// Tells a client that things happen.
struct Progress {
    peer: Peer<RoleServer>,
    token: ProgressToken,
    told: u32,
}

impl Progress {
    async fn tell(&mut self, more: usize) {
        if more == 0 {
            return;
        }
        self.told = self
            .told
            .saturating_add(u32::try_from(more).unwrap_or(u32::MAX));
        let told = ProgressNotificationParam::new(self.token.clone(), f64::from(self.told));
        // A client that does not hear it gets its answer all the same.
        let _ = self.peer.notify_progress(told).await;
    }
}
