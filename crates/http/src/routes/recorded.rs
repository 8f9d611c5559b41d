//! Runs of which only the record tells.

use std::sync::Arc;

use axum::response::Response;
use clawperator_contract::runs::{Fate, RunRecord};
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::RunId;
use clawperator_trace::Bundle;
use http::StatusCode;
use serde_json::Value;

use super::shapes::{ExecutionState, Ran, State as Progress};
use crate::answer::{json, plain};
use crate::app::App;
use crate::beside::beside;
use crate::tokens::Caller;

/// What is kept of a run that the caller may see.
pub(crate) fn bundle(app: &App, caller: &Caller, run: &str) -> Result<Bundle, Failure> {
    let missing = || plain(ErrorCode::RunNotFound);
    let id: RunId = run.parse().map_err(|()| missing())?;
    let bundle = app.host.store().runs().read(&id).map_err(|_| missing())?;
    if caller.may_use(&bundle.summary().accepted.device_id) {
        Ok(bundle)
    } else {
        Err(missing())
    }
}

/// How far a run has come, by its record.
pub(super) async fn state(
    app: &Arc<App>,
    caller: &Caller,
    run: &str,
) -> Result<ExecutionState, Failure> {
    let (app, caller, run) = (Arc::clone(app), caller.clone(), run.to_owned());
    beside(move || read_state(&app, &caller, &run)).await
}

/// The answer to a request that was made before, as it is kept.
pub(super) async fn answer(
    app: &Arc<App>,
    caller: &Caller,
    run: &str,
) -> Result<Response, Failure> {
    let (app, caller, run) = (Arc::clone(app), caller.clone(), run.to_owned());
    beside(move || read_answer(&app, &caller, &run)).await
}

fn read_state(app: &App, caller: &Caller, run: &str) -> Result<ExecutionState, Failure> {
    let bundle = bundle(app, caller, run)?;
    let summary = bundle.summary();
    let mut told = ExecutionState {
        ok: true,
        run: run.to_owned(),
        device_id: summary.accepted.device_id.clone(),
        state: match summary.fate {
            Fate::Running => Progress::Running,
            Fate::Parked => Progress::Parked,
            Fate::Done => Progress::Done,
            Fate::Failed => Progress::Failed,
            Fate::Unknown => Progress::Unknown,
        },
        ticket: None,
        envelope: None,
        error: None,
        kept: true,
    };
    match kept_answer(&bundle) {
        Some(Kept::Result(result)) => told.envelope = Some(result.envelope),
        Some(Kept::Failure(failure)) => told.error = Some(failure),
        None => {
            told.error = cut_off(summary.fate).map(|failure| Failure {
                code: summary.code.clone().unwrap_or(failure.code.clone()),
                ..failure
            });
        }
    }
    Ok(told)
}

fn read_answer(app: &App, caller: &Caller, run: &str) -> Result<Response, Failure> {
    let kept = bundle(app, caller, run)?;
    match kept_answer(&kept) {
        Some(Kept::Result(result)) => {
            let ran = Ran::new(run.to_owned(), *result, true);
            Ok(json(StatusCode::OK, &ran))
        }
        Some(Kept::Failure(failure)) => Err(failure),
        // Its end was not written, or its answer is not kept: all that is known is how far it came.
        None => Ok(json(StatusCode::ACCEPTED, &read_state(app, caller, run)?)),
    }
}

/// What is known of a run that ended without an answer: its process was killed, or keeps none.
fn cut_off(fate: Fate) -> Option<Failure> {
    match fate {
        Fate::Unknown => Some(Failure::new(
            ErrorCode::OutcomeUnknown,
            "the process of this run ended after something was sent, and did not say what came of it",
        )),
        Fate::Failed => Some(Failure::new(
            ErrorCode::ExecutionCancelled,
            "the process of this run ended before it was done, or its answer is not kept",
        )),
        Fate::Done | Fate::Running | Fate::Parked => None,
    }
}

enum Kept {
    Result(Box<ExecutionResult>),
    Failure(Failure),
}

fn kept_answer(bundle: &Bundle) -> Option<Kept> {
    let value = bundle.lines().iter().find_map(|line| match &line.record {
        RunRecord::Answer {
            answer: Some(answer),
            ..
        } => Some(answer.clone()),
        RunRecord::Answer {
            file: Some(file), ..
        } => {
            let bytes = bundle.file(file).ok().flatten()?;
            serde_json::from_slice::<Value>(&bytes).ok()
        }
        _ => None,
    })?;
    if value.get("envelope").is_some() {
        let result = serde_json::from_value(value).ok()?;
        return Some(Kept::Result(Box::new(result)));
    }
    serde_json::from_value(value).ok().map(Kept::Failure)
}
