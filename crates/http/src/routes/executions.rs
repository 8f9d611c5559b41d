//! `/executions`: runs that go on by themselves.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::response::Response;
use clawperator_contract::skill_result::SkillStatus;
use clawperator_contract::{ErrorCode, ExitStatus, Failure};
use clawperator_host::jobs::{Job, JobAnswer, JobState, Submitted, Wait};
use http::header::LOCATION;
use http::{HeaderValue, StatusCode};

use super::execute::Asked;
use super::in_path::InPath;
use super::recorded;
use super::shapes::{ExecutionState, State as Progress};
use crate::answer::{Refused, json, plain};
use crate::app::App;
use crate::tokens::Caller;

/// Takes an execution into the line of its phone.
pub(super) async fn submit(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Refused> {
    let asked = Asked::read(request).await?;
    let state = match asked.submit(&app, &caller, Wait::InLine).await? {
        Submitted::Job(job) => {
            // Whoever waits for it with a connection may leave.
            job.let_go();
            of_job(&job)
        }
        Submitted::Kept(run) => recorded::state(&app, &caller, &run).await?,
    };
    let place = format!("/executions/{}", state.run);
    let mut response = json(StatusCode::ACCEPTED, &state);
    // The name of a run is made of digits, letters and dashes.
    if let Ok(place) = HeaderValue::from_str(&place) {
        response.headers_mut().insert(LOCATION, place);
    }
    Ok(response)
}

/// How far an execution has come.
pub(super) async fn state(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    InPath(run): InPath<String>,
) -> Result<Response, Refused> {
    let state = match app.jobs.find(&run) {
        Some(job) if of_caller(&caller, &job)? => of_job(&job),
        _ => recorded::state(&app, &caller, &run).await?,
    };
    Ok(json(StatusCode::OK, &state))
}

/// Ends an execution of this server as soon as its phone allows, and answers how far it came.
pub(super) async fn cancel(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    InPath(run): InPath<String>,
) -> Result<Response, Refused> {
    let Some(job) = app.jobs.find(&run) else {
        // One that has ended needs no cancelling; one of another process is not this server's.
        let state = recorded::state(&app, &caller, &run).await?;
        return Ok(json(StatusCode::OK, &state));
    };
    let is_own = of_caller(&caller, &job)?;
    job.cancel();
    job.ended().await;
    let state = if is_own {
        of_job(&job)
    } else {
        recorded::state(&app, &caller, &run).await?
    };
    Ok(json(StatusCode::OK, &state))
}

/// An execution of this process, and how far it has come.
pub(super) fn of_job(job: &Job) -> ExecutionState {
    let state = job.state();
    let mut told = ExecutionState {
        ok: true,
        run: job.run().to_string(),
        device_id: job.device_id().to_owned(),
        state: Progress::Running,
        ticket: None,
        envelope: None,
        driver: None,
        skill: None,
        error: None,
        kept: false,
    };
    match state {
        JobState::Queued => told.state = Progress::Queued,
        JobState::Running => {}
        JobState::Parked { ticket } => {
            told.state = Progress::Parked;
            told.ticket = Some(ticket);
        }
        JobState::Ended(answer) => match answer.as_ref() {
            Ok(JobAnswer::Execution(result)) => {
                told.state = ended(result.envelope.exit());
                told.envelope = Some(result.envelope.clone());
                told.driver.clone_from(&result.driver);
            }
            Ok(JobAnswer::Skill(result)) => {
                told.state = match result.status {
                    SkillStatus::Success => Progress::Done,
                    SkillStatus::Indeterminate => Progress::Unknown,
                    SkillStatus::Failed | SkillStatus::Partial => Progress::Failed,
                };
                told.skill = Some(result.clone());
            }
            Err(failure) => {
                let is_unknown = failure.is_in_doubt() || failure.exit() == ExitStatus::Unknown;
                told.state = if is_unknown {
                    Progress::Unknown
                } else {
                    Progress::Failed
                };
                told.error = Some(failure.clone());
            }
        },
    }
    told
}

const fn ended(exit: ExitStatus) -> Progress {
    match exit {
        ExitStatus::Ok => Progress::Done,
        ExitStatus::Unknown => Progress::Unknown,
        _ => Progress::Failed,
    }
}

/// Whether the caller asked for it, and so gets what it typed and read; what is not for a caller is not there.
fn of_caller(caller: &Caller, job: &Job) -> Result<bool, Failure> {
    if caller.may_use(job.device_id()) {
        Ok(job.asker() == Some(caller.name()))
    } else {
        Err(plain(ErrorCode::RunNotFound))
    }
}
