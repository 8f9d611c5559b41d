//! `/execute`: runs an execution and answers with its envelope.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use clawperator_contract::{ErrorCode, Failure, RunOptions, Validated, validate};
use clawperator_host::jobs::{
    IdempotencyKey, Job, JobAnswer, JobRequest, JobState, Submitted, Wait,
};
use clawperator_host::{OutputFolder, check_generations};
use http::{HeaderMap, HeaderValue, StatusCode};

use super::asked::ExecuteBody;
use super::executions::of_job;
use super::recorded;
use super::shapes::Ran;
use super::skills::RanSkill;
use crate::answer::{Refused, json, plain};
use crate::app::App;
use crate::body;
use crate::tokens::Caller;

/// The header of a caller's own key.
const KEY: &str = "idempotency-key";
/// The header that names the run of an answer.
const RUN: &str = "clawperator-run";

pub(super) async fn execute(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Refused> {
    let asked = Asked::read(request).await?;
    Ok(run(&app, &caller, asked).await?)
}

/// An execution that a request asks for.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) validated: Validated,
    pub(super) device_id: Option<String>,
    pub(super) options: RunOptions,
    pub(super) key: Option<IdempotencyKey>,
    /// All that makes up the request, for its key.
    pub(super) request: Vec<u8>,
}

impl Asked {
    /// What a request with an execution in its body asks for.
    pub(super) async fn read(request: Request) -> Result<Self, Failure> {
        let key = key(request.headers())?;
        let body = body::read(request).await?;
        let parsed: ExecuteBody<'_> = body::parse(&body)?;
        let device_id = parsed.device_id()?.map(str::to_owned);
        let validated = validate(parsed.execution()?)?;
        OutputFolder::check(&validated.execution)?;
        check_generations(&validated.execution)?;
        Ok(Self {
            validated,
            device_id,
            options: parsed.options()?,
            key,
            request: identity("execution", &body),
        })
    }

    /// Has it run, or finds the run that has its key.
    pub(super) async fn submit(
        self,
        app: &App,
        caller: &Caller,
        wait: Wait,
    ) -> Result<Submitted, Failure> {
        let claimed = |key| app.jobs.claim(Some(caller.name()), key, &self.request);
        let claim = self.key.as_ref().map(claimed).transpose()?;
        // What was asked before is answered wherever its phone is now.
        if let Some(claim) = &claim
            && let Some(known) = app.jobs.known(claim)?
        {
            return Ok(known);
        }
        let request = app.asked(caller).await?;
        let phone = app.phone(caller, self.device_id.as_deref()).await?;
        let asked = JobRequest {
            validated: self.validated,
            options: self.options,
            request,
            wait,
            claim: claim.as_ref(),
        };
        app.jobs.submit(&phone, asked)
    }
}

/// Runs an execution for as long as its connection is open, and answers with its envelope. One that waits for a person
/// goes on without the connection.
pub(super) async fn run(
    app: &Arc<App>,
    caller: &Caller,
    asked: Asked,
) -> Result<Response, Failure> {
    let submitted = asked.submit(app, caller, Wait::Never).await?;
    attend(app, caller, submitted).await
}

/// Waits for a run for as long as its connection is open.
pub(super) async fn attend(
    app: &Arc<App>,
    caller: &Caller,
    submitted: Submitted,
) -> Result<Response, Failure> {
    let job = match submitted {
        Submitted::Job(job) => job,
        Submitted::Kept(run) => return recorded::answer(app, caller, &run).await,
    };
    // Dropped with the connection, or below.
    let attendance = job.attend();
    let state = job.ended_or_parked().await;
    if state.answer().is_none() {
        job.let_go();
    }
    drop(attendance);
    let mut response = answer(&job, &state);
    // Also where the answer is a refusal: the run's record says how far it came.
    if let Ok(run) = HeaderValue::from_str(job.run().as_str()) {
        response.headers_mut().insert(RUN, run);
    }
    Ok(response)
}

fn answer(job: &Job, state: &JobState) -> Response {
    match state.answer().map(AsRef::as_ref) {
        Some(Ok(JobAnswer::Skill(result))) => {
            let ran = RanSkill::new(job, result);
            json(StatusCode::OK, &ran)
        }
        Some(Ok(JobAnswer::Execution(result))) => {
            let ran = Ran::new(job.run().to_string(), (**result).clone(), false);
            json(StatusCode::OK, &ran)
        }
        Some(Err(failure)) => Refused(failure.clone()).into_response(),
        None => json(StatusCode::ACCEPTED, &of_job(job)),
    }
}

/// What must be the same for two requests to be one: what they ask for, and every byte of the body.
pub(super) fn identity(what: &str, body: &[u8]) -> Vec<u8> {
    [what.as_bytes(), b"\n", body].concat()
}

/// The caller's key, if there is one.
pub(super) fn key(headers: &HeaderMap) -> Result<Option<IdempotencyKey>, Failure> {
    let mut keys = headers.get_all(KEY).iter();
    let Some(first) = keys.next() else {
        return Ok(None);
    };
    let key = first.to_str().ok().and_then(IdempotencyKey::parse);
    match (key, keys.next()) {
        (Some(key), None) => Ok(Some(key)),
        _ => Err(plain(ErrorCode::InvalidIdempotencyKey)),
    }
}
