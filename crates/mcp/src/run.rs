//! Running what a call asks for, for as long as a client waits.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::runs::Fate;
use clawperator_contract::{DataKey, ErrorCode, Failure, RunOptions, Validated};
use clawperator_host::jobs::{Claim, Job, JobAnswer, JobRequest, JobState, Submitted, Wait};
use clawperator_host::{Phone, RunId, Sequence, beside};
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
const MINTING: Duration = Duration::from_secs(5);
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

/// The run that an answer is about.
#[derive(Debug, Clone, Copy)]
struct Of<'a> {
    run: &'a str,
    serial: &'a str,
    /// The generation that it was decided on, where that is known: the run was on the phone of that one.
    decided_on: Option<u64>,
    /// The sequence of the generation that it shows, where that is known.
    sequence: Option<&'a Sequence>,
}

impl<'a> Of<'a> {
    fn job(job: &'a Job) -> Self {
        Self {
            run: job.run().as_str(),
            serial: job.device_id(),
            decided_on: job.decided_on(),
            sequence: job.sequence(),
        }
    }
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
        self.answer(Of::job(job), &came).await
    }

    /// Waits for a run that goes on by itself, also beyond a person's decision.
    pub(crate) async fn wait_for(&self, job: &Arc<Job>) -> Answer {
        let came = match self.follow(job, job.ended()).await {
            Came::Running => came(&job.state()),
            came => came,
        };
        self.answer(Of::job(job), &came).await
    }

    /// How far a run has come.
    pub(crate) async fn state_of(&self, job: &Arc<Job>) -> Answer {
        let came = came(&job.state());
        self.answer(Of::job(job), &came).await
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
        let of = Of {
            run,
            serial: &serial,
            decided_on: None,
            sequence: None,
        };
        let mut answer = self.answer(of, &came).await;
        answer.line("(from the record of the run: texts that were typed or read are not kept)");
        Ok(answer)
    }

    /// What a call says of a run.
    async fn answer(&self, of: Of<'_>, came: &Came) -> Answer {
        let mut answer = match came {
            Came::Ended(ended) => {
                let mut answer = match ended.as_ref() {
                    Ok(JobAnswer::Execution(result)) => Answer::of_result(result),
                    Ok(JobAnswer::Skill(result)) => Answer::of_skill(result),
                    Err(failure) => Answer::of_failure(failure),
                };
                if was_busy(ended) {
                    answer.line("nothing was sent: the same call can be made again");
                } else if let Some(generation) = self.next_generation(of, ended).await {
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
                answer.line(&format!("next: call `run` with {} to wait for it", of.run));
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
                answer.line(&format!("next: call `run` with {} to wait for it", of.run));
                answer
            }
        };
        answer.put("run", of.run);
        answer.put("device", of.serial);
        answer
    }

    /// The generation that the next acting call names: that of the screen which the run ended on, else a new one of the
    /// phone that it was on. Another phone may have the name by now, which nobody has looked at; and the numbers may have
    /// begun again, so that another screen has the one that the run ended on.
    async fn next_generation(&self, of: Of<'_>, ended: &Result<JobAnswer, Failure>) -> Option<u64> {
        match generation(ended) {
            Some(shown) => {
                let now = self.sequence().await.ok().flatten();
                let sequence = of.sequence.filter(|of| now.as_ref() == Some(*of))?;
                self.give(of.serial, shown, sequence);
                Some(shown)
            }
            None if self.acts => self.mint(of.serial, Some(of.decided_on?)).await,
            None => None,
        }
    }

    /// Lets the caller act on a generation.
    pub(crate) fn give(&self, serial: &str, generation: u64, sequence: &Sequence) {
        let handed = &self.state.handed;
        handed.give(&self.caller.name, serial, generation, sequence);
    }

    /// The sequence that generations are numbers of now.
    pub(crate) async fn sequence(&self) -> Result<Option<Sequence>, Failure> {
        let store = self.state.host.store().clone();
        beside(move || store.sequence()).await
    }

    /// A new generation of a phone for the caller, if it can be asked at once; of that of a generation alone where one is
    /// named.
    pub(crate) async fn mint(&self, serial: &str, decided_on: Option<u64>) -> Option<u64> {
        let minting = async {
            let phone = self.state.host.phone(Some(serial), MINTING).await.ok()?;
            let profile = Arc::clone(&self.caller.profile);
            phone.new_generation(profile, decided_on).await.ok()
        };
        let generation = timeout(MINTING, minting).await.ok().flatten()?;
        let sequence = self.sequence().await.ok().flatten()?;
        self.give(serial, generation, &sequence);
        Some(generation)
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
