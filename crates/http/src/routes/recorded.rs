//! Runs of which only the record tells.

use std::sync::Arc;

use axum::response::Response;
use clawperator_contract::runs::Fate;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::RunId;
use clawperator_trace::Bundle;
use http::StatusCode;

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
    match bundle.answer() {
        Some(Ok(result)) => told.envelope = Some(result.envelope),
        Some(Err(failure)) => told.error = Some(failure),
        None => told.error = bundle.cut_off(),
    }
    Ok(told)
}

fn read_answer(app: &App, caller: &Caller, run: &str) -> Result<Response, Failure> {
    let kept = bundle(app, caller, run)?;
    match kept.answer() {
        Some(Ok(result)) => {
            let ran = Ran::new(run.to_owned(), result, true);
            Ok(json(StatusCode::OK, &ran))
        }
        Some(Err(failure)) => Err(failure),
        // Its end was not written, or its answer is not kept: all that is known is how far it came.
        None => Ok(json(StatusCode::ACCEPTED, &read_state(app, caller, run)?)),
    }
}
