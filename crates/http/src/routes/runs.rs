//! `/runs`: what is kept of runs, of every process of this user.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use clawperator_contract::runs::{KeptFile, RunDetails, RunList, RunRecord, RunSummary};
use clawperator_contract::{ErrorCode, Failure, excerpt};
use clawperator_host::beside;
use clawperator_trace::Bundle;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, StatusCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::in_path::InPath;
use super::recorded::bundle;
use crate::answer::{Refused, json, plain};
use crate::app::App;
use crate::tokens::Caller;

/// How many runs are listed where nobody says.
const DEFAULT_LIMIT: usize = 20;
/// The most runs in one list.
const MOST: usize = 200;
/// Among how many of the newest runs those of a token's phones are looked for.
const MOST_LOOKED_AT: usize = 2_000;

/// Which runs are listed.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RunsQuery {
    /// How many, at most 200; default: 20.
    #[serde(default)]
    #[schemars(range(min = 1, max = 200))]
    limit: Option<usize>,
    /// Only runs on this phone.
    #[serde(default)]
    device_id: Option<String>,
}

/// Runs, the newest first.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedRuns {
    /// Always true.
    ok: bool,
    #[serde(flatten)]
    list: RunList,
}

/// What is kept of a run.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeptRun {
    /// Always true.
    ok: bool,
    #[serde(flatten)]
    run: RunDetails,
}

pub(super) async fn list(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    query: Result<Query<RunsQuery>, QueryRejection>,
) -> Result<Response, Refused> {
    let query = parsed(query)?;
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MOST).contains(&limit) {
        let message = format!("`limit` is from 1 to {MOST}");
        return Err(Failure::new(ErrorCode::InvalidQuery, message).into());
    }
    let shows_others = app.shows_runs_of_others(&caller).await?;
    let list = beside(move || {
        let are_all_meant = query.device_id.is_none() && caller.phones().are_all() && shows_others;
        let is_meant = |run: &RunSummary| {
            let serial = &run.accepted.device_id;
            let is_named = query.device_id.as_ref().is_none_or(|id| id == serial);
            is_named && caller.may_use(serial) && (shows_others || caller.asked_for(run))
        };
        listed(&app, limit, are_all_meant, is_meant)
    });
    let list = list.await?;
    Ok(json(StatusCode::OK, &ListedRuns { ok: true, list }))
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    InPath(run): InPath<String>,
) -> Result<Response, Refused> {
    let run = bundle(&app, &caller, &run).await?.into_details();
    // Where it is on this machine is nothing to whoever asks from elsewhere.
    let run = RunDetails {
        folder: String::new(),
        ..run
    };
    Ok(json(StatusCode::OK, &KeptRun { ok: true, run }))
}

/// A tree, a picture or a long answer. Only what a line of the run names, under the name it has there.
pub(super) async fn file(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    InPath((run, name)): InPath<(String, String)>,
) -> Result<Response, Refused> {
    let bundle = bundle(&app, &caller, &run).await?;
    let kept = named(&bundle, &name).ok_or_else(|| plain(ErrorCode::RunNotFound))?;
    let read = beside(move || Ok(bundle.file(&kept).ok().flatten())).await?;
    let bytes = read.ok_or_else(|| plain(ErrorCode::RunNotFound))?;
    let kind = match name.rsplit_once('.') {
        Some((_, "png")) => "image/png",
        Some((_, "json")) => "application/json",
        // A tree is shown as text: a browser that takes it for a page would run what is in it.
        _ => "text/plain; charset=utf-8",
    };
    let mut response = Response::new(Body::from(bytes));
    let kind = HeaderValue::from_static(kind);
    response.headers_mut().insert(CONTENT_TYPE, kind);
    Ok(response)
}

fn listed(
    app: &App,
    limit: usize,
    are_all_meant: bool,
    is_meant: impl Fn(&RunSummary) -> bool,
) -> Result<RunList, Failure> {
    let runs = app.host.store().runs();
    let names = runs.names().map_err(|error| {
        Failure::new(
            ErrorCode::HostIoFailed,
            format!("the runs cannot be read: {error}"),
        )
    })?;
    let mut list = RunList {
        runs: Vec::new(),
        more: 0,
    };
    // How many runs there are on other phones is nothing to whoever asks for some: each is looked at.
    let most = if are_all_meant {
        list.more = names.len().saturating_sub(limit);
        limit
    } else {
        MOST_LOOKED_AT
    };
    for name in names.iter().take(most) {
        // One that is being removed, or whose first line is not there yet, is not listed.
        let Ok(bundle) = runs.read(name) else {
            continue;
        };
        if !is_meant(bundle.summary()) {
            continue;
        }
        if list.runs.len() == limit {
            list.more += 1;
        } else {
            list.runs.push(bundle.summary().clone());
        }
    }
    Ok(list)
}

fn named(bundle: &Bundle, name: &str) -> Option<KeptFile> {
    bundle.lines().iter().find_map(|line| {
        let file = match &line.record {
            RunRecord::Screen { file, .. } | RunRecord::Picture { file, .. } => Some(file),
            RunRecord::Answer { file, .. } => file.as_ref(),
            _ => None,
        };
        file.filter(|file| file.name == name).cloned()
    })
}

/// A query, or what is wrong with it.
pub(crate) fn parsed<T>(query: Result<Query<T>, QueryRejection>) -> Result<T, Failure> {
    match query {
        Ok(Query(query)) => Ok(query),
        Err(rejected) => Err(Failure::new(
            ErrorCode::InvalidQuery,
            excerpt(&rejected.body_text()),
        )),
    }
}
