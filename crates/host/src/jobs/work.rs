//! What a task of a job does once it is its turn.

use clawperator_contract::{ErrorCode, Execution, Failure, RunOptions, TraceDetail, Warning};
use clawperator_engine::Engine;

use super::feed::Feed;
use super::job::{Job, JobAnswer, JobEvents, JobState};
use super::lanes::Place;
use super::skills::SkillWork;
use crate::skills::SkillRun;
use crate::traced::{AcceptedRun, Traced};

/// What is to be done.
#[derive(Debug)]
pub(super) enum Work {
    Execution(Box<ExecutionWork>),
    Skill(Box<SkillWork>),
}

/// Everything that a task needs to run one execution.
#[derive(Debug)]
pub(super) struct ExecutionWork {
    pub(super) executor: Traced<Engine>,
    pub(super) accepted: AcceptedRun,
    pub(super) execution: Execution,
    pub(super) warnings: Vec<Warning>,
    pub(super) options: RunOptions,
}

impl Work {
    /// Waits for its turn and does it.
    pub(super) async fn run(
        self,
        place: Place,
        job: &Job,
        feed: &Feed,
    ) -> Result<JobAnswer, Failure> {
        let turn = tokio::select! {
            biased;
            () = job.cancel.cancelled() => None,
            turn = place.turn(job.holder()) => turn,
        };
        let Some(turn) = turn else {
            return Err(Failure::new(
                ErrorCode::ExecutionCancelled,
                "the execution was cancelled before it began; nothing was sent",
            ));
        };
        job.state.send_replace(JobState::Running);
        let events = JobEvents { job, feed };
        let answer = match self {
            Self::Execution(work) => work.run(job, &events).await,
            Self::Skill(work) => work.run(job, &events).await,
        };
        drop(turn);
        answer
    }
}

impl ExecutionWork {
    async fn run(self, job: &Job, events: &JobEvents<'_>) -> Result<JobAnswer, Failure> {
        let cancel = Box::pin(job.cancel.clone().cancelled_owned());
        let ran = self
            .executor
            .run(self.accepted, &self.execution, self.options, events, cancel)
            .await;
        ran.map(|mut result| {
            result.warnings = self.warnings;
            JobAnswer::Execution(Box::new(result))
        })
    }
}

impl SkillWork {
    async fn run(self, job: &Job, events: &JobEvents<'_>) -> Result<JobAnswer, Failure> {
        let cancel = Box::pin(job.cancel.clone().cancelled_owned());
        let run = SkillRun {
            skill: &self.skill,
            id: &self.id,
            request: self.request,
            scripts: &self.scripts,
            timeout: self.timeout,
            park: true,
            trace: TraceDetail::default(),
            events,
        };
        let ran = self.phone.run_begun_skill(run, self.begun, cancel).await;
        ran.map(|result| JobAnswer::Skill(Box::new(result)))
    }
}
