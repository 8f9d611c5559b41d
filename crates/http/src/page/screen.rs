//! What is kept of a run, as a person looks at it: one screen with its nodes, and the steps.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use clawperator_contract::runs::{KeptFile, PictureMoment, RunRecord, RunSummary};
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{InspectedScreen, beside, inspect};
use clawperator_trace::Bundle;
use clawperator_trace::report::{ToldRun, told};
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Refused, json};
use crate::app::App;
use crate::routes::{InPath, bundle, parsed};
use crate::tokens::Caller;

/// Which screen of a run.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScreenQuery {
    /// The file of its tree; default: the last screen that the run looked at.
    #[serde(default)]
    file: Option<String>,
}

/// A screen that a run looked at.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunScreen {
    /// Always true.
    ok: bool,
    /// The run.
    run: String,
    /// The phone's serial.
    device_id: String,
    /// Whether the run is still under way.
    open: bool,
    /// When it was looked at, in milliseconds since 1970.
    seen_at_ms: u64,
    /// How long ago that was by the server's clock, in milliseconds.
    age_ms: u64,
    /// The activity in front, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    activity: Option<String>,
    /// The picture of the same moment, if the step was to take one.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
    /// What is on it.
    #[serde(flatten)]
    screen: InspectedScreen,
}

/// What happened in a run.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunSteps {
    /// Always true.
    ok: bool,
    /// The run in a few words.
    summary: RunSummary,
    #[serde(flatten)]
    told: ToldRun,
}

/// One screen of a run, with a selector for each node.
pub(crate) async fn screen(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    InPath(run): InPath<String>,
    query: Result<Query<ScreenQuery>, QueryRejection>,
) -> Result<Response, Refused> {
    let query = parsed(query)?;
    let bundle = settled(&app, &caller, &run).await?;
    let now = app.host.store().sources().epoch_milliseconds();
    let found = beside(move || of_bundle(&bundle, query.file.as_deref(), now));
    Ok(json(StatusCode::OK, &found.await?))
}

/// The steps of a run, with what each changed.
pub(crate) async fn steps(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    InPath(run): InPath<String>,
) -> Result<Response, Refused> {
    let bundle = settled(&app, &caller, &run).await?;
    let found = beside(move || {
        Ok(RunSteps {
            ok: true,
            summary: bundle.summary().clone(),
            told: told(&bundle),
        })
    });
    Ok(json(StatusCode::OK, &found.await?))
}

/// What is kept of a run, once all of it is written that is under way.
async fn settled(app: &Arc<App>, caller: &Caller, run: &str) -> Result<Bundle, Failure> {
    let runs = app.host.store().runs().clone();
    beside(move || {
        runs.settle();
        Ok(())
    })
    .await?;
    bundle(app, caller, run).await
}

fn of_bundle(bundle: &Bundle, file: Option<&str>, now_ms: u64) -> Result<RunScreen, Failure> {
    let summary = bundle.summary();
    let missing = || {
        let message = "nothing is kept of a screen that this run looked at, or not under this name";
        Failure::new(ErrorCode::FileNotFound, message)
            .with_hint("GET /runs/RUN lists what is kept of it")
    };
    let seen = last_seen(bundle, file).ok_or_else(missing)?;
    let dump = bundle.file(seen.tree).ok().flatten();
    let dump = dump.ok_or_else(missing)?;
    let screen = inspect(&dump).map_err(|error| {
        let message = format!("the tree that is kept cannot be read: {error}");
        Failure::new(ErrorCode::HostIoFailed, message)
    })?;
    let seen_at_ms = summary.accepted.accepted_at_ms.saturating_add(seen.at_ms);
    Ok(RunScreen {
        ok: true,
        run: summary.accepted.run.clone(),
        device_id: summary.accepted.device_id.clone(),
        open: summary.fate.is_open(),
        seen_at_ms,
        age_ms: now_ms.saturating_sub(seen_at_ms),
        activity: seen.activity.map(str::to_owned),
        picture: seen.picture.map(|file| file.name.clone()),
        screen,
    })
}

/// A tree and the picture of the same moment.
struct Seen<'b> {
    at_ms: u64,
    tree: &'b KeptFile,
    activity: Option<&'b str>,
    picture: Option<&'b KeptFile>,
}

/// The last tree, or the last time that this one was seen. Files are written beside the run, so lines are compared by
/// their times.
fn last_seen<'b>(bundle: &'b Bundle, wanted: Option<&str>) -> Option<Seen<'b>> {
    let lines = bundle.lines().iter();
    let trees = lines.filter_map(|line| match &line.record {
        RunRecord::Screen {
            step,
            file,
            activity,
        } if wanted.is_none_or(|wanted| wanted == file.name) => {
            Some((line.at_ms, step, file, activity.as_deref()))
        }
        _ => None,
    });
    let (at_ms, step, tree, activity) = trees.max_by_key(|(at_ms, ..)| *at_ms)?;
    // A picture that a step was to take is of the tree that it read last, and of no other.
    let picture = bundle.lines().iter().find_map(|line| match &line.record {
        RunRecord::Picture {
            step: taken_in,
            moment: PictureMoment::Asked,
            file,
        } if taken_in == step && line.at_ms >= at_ms => Some(file),
        _ => None,
    });
    Some(Seen {
        at_ms,
        tree,
        activity,
        picture,
    })
}
