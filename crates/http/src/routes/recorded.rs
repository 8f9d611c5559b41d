//! Runs of which only the record tells.

use std::sync::Arc;

use axum::response::Response;
use clawperator_contract::runs::Fate;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{RunId, beside};
use clawperator_trace::Bundle;
use http::StatusCode;

use super::shapes::{ExecutionState, Ran, State as Progress};
use crate::answer::{json, plain};
use crate::app::App;
use crate::tokens::Caller;

/// What is kept of a run that the caller may see: its own, and those of others on its phones unless its profile keeps
/// screens from it.
pub(crate) async fn bundle(app: &Arc<App>, caller: &Caller, run: &str) -> Result<Bundle, Failure> {
    let missing = || plain(ErrorCode::RunNotFound);
    let id: RunId = run.parse().map_err(|()| missing())?;
    let runs = app.host.store().runs().clone();
    let read = beside(move || Ok(runs.read(&id).ok())).await?;
    let bundle = read.ok_or_else(missing)?;
    let summary = bundle.summary();
    let is_shown = caller.may_use(&summary.accepted.device_id)
        && (caller.asked_for(summary) || app.shows_runs_of_others(caller).await?);
    if is_shown { Ok(bundle) } else { Err(missing()) }
}

/// How far a run has come, by its record.
pub(super) async fn state(
    app: &Arc<App>,
    caller: &Caller,
    run: &str,
) -> Result<ExecutionState, Failure> {
    let bundle = bundle(app, caller, run).await?;
    beside(move || Ok(read_state(&bundle))).await
}

/// The answer to a request that was made before, as it is kept.
pub(super) async fn answer(
    app: &Arc<App>,
    caller: &Caller,
    run: &str,
) -> Result<Response, Failure> {
    let bundle = bundle(app, caller, run).await?;
    beside(move || read_answer(&bundle)).await
}

fn read_state(bundle: &Bundle) -> ExecutionState {
    let summary = bundle.summary();
    let mut told = ExecutionState {
        ok: true,
        run: summary.accepted.run.clone(),
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
        driver: None,
        skill: None,
        error: None,
        kept: true,
    };
    match bundle.answer() {
        Some(Ok(result)) => {
            told.envelope = Some(result.envelope);
            told.driver = result.driver;
        }
        Some(Err(failure)) => told.error = Some(failure),
        None => told.error = bundle.cut_off(),
    }
    told
}

fn read_answer(bundle: &Bundle) -> Result<Response, Failure> {
    match bundle.answer() {
        Some(Ok(result)) => {
            let run = bundle.summary().accepted.run.clone();
            let ran = Ran::new(run, result, true);
            Ok(json(StatusCode::OK, &ran))
        }
        Some(Err(failure)) => Err(failure),
        // Its end was not written, or its answer is not kept: all that is known is how far it came.
        None => Ok(json(StatusCode::ACCEPTED, &read_state(bundle))),
    }
}
