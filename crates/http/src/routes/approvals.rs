//! `/approvals`: what waits for a person, and deciding it.
//!
//! Questions come from every process that uses this state folder. Whoever asked cannot decide, and is told no more of
//! its own question here than it was told when it asked.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use bytes::Bytes;
use clawperator_contract::runs::{Asker, KeptFile, RunRecord};
use clawperator_contract::{Approval, ApprovalState, ErrorCode, Failure};
use clawperator_host::{ApprovalError, PendingApproval, PendingApprovals, RunId, beside};
use clawperator_trace::Bundle;
use http::header::CONTENT_TYPE;
use http::{HeaderName, HeaderValue, StatusCode};
use schemars::JsonSchema;
use serde::Serialize;

use super::in_path::InPath;
use crate::answer::{Refused, json, plain};
use crate::app::App;
use crate::tokens::Caller;

/// How old a picture is, in milliseconds.
const AGE: HeaderName = HeaderName::from_static("clawperator-picture-age-ms");

/// What waits for a person, and what was approved and is not used yet.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedApprovals {
    /// Always true.
    ok: bool,
    /// The oldest question first.
    approvals: Vec<WaitingApproval>,
}

/// One question to a person.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OneApproval {
    /// Always true.
    ok: bool,
    approval: WaitingApproval,
}

/// A question to a person, or what was decided.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WaitingApproval {
    /// By which it is decided.
    ticket: String,
    /// How far it is.
    state: Decided,
    /// Whether a run waits for the answer and goes on with it: an approval is for that run only, and gone with it.
    /// Otherwise an approval serves the same execution sent again.
    parked: bool,
    /// How long it can be decided, or how long the approval holds, in milliseconds.
    left_ms: u64,
    /// When it was asked, in milliseconds since 1970.
    asked_at_ms: u64,
    /// The phone's serial.
    device_id: String,
    /// The run that asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<String>,
    /// Who asked; omitted where nobody said it.
    #[serde(skip_serializing_if = "Option::is_none")]
    asker: Option<Asker>,
    /// Whether this token asked: it cannot decide then, and is shown neither `reason` nor `act`.
    own: bool,
    /// The profile that wants a person asked.
    profile: String,
    /// The rule that made the verdict.
    rule: String,
    /// The verdict in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// What would be done, and to which node.
    #[serde(skip_serializing_if = "Option::is_none")]
    act: Option<String>,
    /// The step whose act it is; omitted for the execution as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<String>,
    /// The apps that it is about, as far as they are known.
    packages: Vec<String>,
    /// How many actions the execution has.
    action_count: usize,
    /// Where a picture can be fetched; omitted where there is none, the screen may not be shown, or the profile of the
    /// token keeps any screen from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

/// What a person says to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decision {
    Approve,
    Refuse,
}

/// How far a question is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Decided {
    /// Somebody is to decide.
    Waiting,
    /// The act may be done once.
    Approved,
    /// It may not be done.
    Refused,
}

/// What waits on the phones of the token, and what was approved there and is not used yet.
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Refused> {
    let may_look = may_look(&app, &caller).await;
    let listed = beside(move || {
        let open = app.host.store().approvals().open();
        let open = open.map_err(|error| failure(&error))?;
        let mine = open
            .into_iter()
            .filter(|pending| caller.may_use(&pending.approval.device_id));
        let approvals = mine
            .map(|pending| shown(&app, &caller, may_look, pending))
            .collect();
        Ok(ListedApprovals {
            ok: true,
            approvals,
        })
    });
    Ok(json(StatusCode::OK, &listed.await?))
}

/// One question.
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    InPath(ticket): InPath<String>,
) -> Result<Response, Refused> {
    let may_look = may_look(&app, &caller).await;
    let found = beside(move || {
        let pending = find(&app.host.store().approvals(), &caller, &ticket)?;
        Ok(answer(shown(&app, &caller, may_look, pending)))
    });
    Ok(json(StatusCode::OK, &found.await?))
}

/// Approves what waits, for one act.
pub(super) async fn approve(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    InPath(ticket): InPath<String>,
) -> Result<Response, Refused> {
    decide(app, caller, ticket, Decision::Approve).await
}

/// Refuses what waits, and revokes what was approved and is not used.
pub(super) async fn refuse(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    InPath(ticket): InPath<String>,
) -> Result<Response, Refused> {
    decide(app, caller, ticket, Decision::Refuse).await
}

/// The screen: as it is now where a run waits, and otherwise the last picture that the run took. The answer says how old
/// it is.
pub(super) async fn picture(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    InPath(ticket): InPath<String>,
) -> Result<Response, Refused> {
    let (looking, asking) = (Arc::clone(&app), caller.clone());
    let pending = beside(move || {
        let pending = find(&looking.host.store().approvals(), &asking, &ticket)?;
        if is_own(&asking, &pending.approval) {
            return Err(plain(ErrorCode::AskerCannotDecide));
        }
        Ok(pending)
    });
    let pending = pending.await?;
    if !pending.approval.may_show {
        return Err(plain(ErrorCode::FileNotFound).into());
    }
    let (png, age_ms) = if pending.is_parked {
        let serial = pending.approval.device_id.as_str();
        let phone = app.phone(&caller, Some(serial)).await?;
        let profile = app.asked(&caller).await?.profile;
        (phone.picture_beside(profile).await?, 0)
    } else if !app.shows_runs_of_others(&caller).await? {
        // It was judged by the profile of whoever asked, not by that of whoever looks.
        return Err(plain(ErrorCode::FileNotFound).into());
    } else {
        beside(move || kept_picture(&app, &pending.approval)).await?
    };
    let mut response = Response::new(Body::from(png));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/png"));
    headers.insert(AGE, HeaderValue::from(age_ms));
    Ok(response)
}

/// The last picture of the run that asked, and how old it is.
fn kept_picture(app: &App, approval: &Approval) -> Result<(Bytes, u64), Failure> {
    let missing = || plain(ErrorCode::FileNotFound);
    let (bundle, file, taken_at) = last_picture(app, approval).ok_or_else(missing)?;
    let png = bundle.file(&file).ok().flatten().ok_or_else(missing)?;
    let age = app
        .host
        .store()
        .sources()
        .epoch_milliseconds()
        .saturating_sub(taken_at);
    Ok((png.into(), age))
}

/// The record of the run that asked, its last picture in it, and when that was taken.
fn last_picture(app: &App, approval: &Approval) -> Option<(Bundle, KeptFile, u64)> {
    let run: RunId = approval.run.as_deref()?.parse().ok()?;
    let runs = app.host.store().runs();
    // A picture that a run has just taken is still being written.
    runs.settle();
    let bundle = runs.read(&run).ok()?;
    let accepted = bundle.summary().accepted.accepted_at_ms;
    let (file, taken_at) = bundle.lines().iter().rev().find_map(|line| {
        let RunRecord::Picture { file, .. } = &line.record else {
            return None;
        };
        Some((file.clone(), accepted.saturating_add(line.at_ms)))
    })?;
    Some((bundle, file, taken_at))
}

async fn decide(
    app: Arc<App>,
    caller: Caller,
    ticket: String,
    decision: Decision,
) -> Result<Response, Refused> {
    let may_look = may_look(&app, &caller).await;
    let decided = beside(move || {
        let approvals = app.host.store().approvals();
        let pending = find(&approvals, &caller, &ticket)?;
        if is_own(&caller, &pending.approval) {
            return Err(plain(ErrorCode::AskerCannotDecide));
        }
        let is_approved_before = pending.approval.state == ApprovalState::Approved;
        let was_parked = pending.is_parked;
        let decided = match decision {
            Decision::Approve if is_approved_before => {
                return Err(plain(ErrorCode::ApprovalDecided));
            }
            Decision::Approve => approvals.approve(&ticket),
            Decision::Refuse if is_approved_before => approvals.revoke(&ticket),
            Decision::Refuse => approvals.refuse(&ticket),
        };
        let approval = match decided {
            Ok(approval) => approval,
            // Somebody else was faster.
            Err(ApprovalError::Unknown) if is_approved(&approvals, &ticket) => {
                return Err(plain(ErrorCode::ApprovalDecided));
            }
            Err(error) => return Err(failure(&error)),
        };
        let left_ms = match approval.state {
            ApprovalState::Approved => u64::from(approval.minutes) * 60_000,
            ApprovalState::Asked | ApprovalState::Revoked => 0,
        };
        Ok(answer(shown(
            &app,
            &caller,
            may_look,
            PendingApproval {
                approval,
                is_parked: was_parked,
                left_ms,
            },
        )))
    });
    Ok(json(StatusCode::OK, &decided.await?))
}

fn answer(approval: WaitingApproval) -> OneApproval {
    OneApproval { ok: true, approval }
}

/// Whether a picture is offered to the caller: not where its profile keeps any screen from it, or cannot be read. What
/// waits is listed and decided all the same.
async fn may_look(app: &App, caller: &Caller) -> bool {
    app.shows_runs_of_others(caller).await.unwrap_or(false)
}

/// What is under a ticket, if the caller may know of it.
fn find(
    approvals: &PendingApprovals,
    caller: &Caller,
    ticket: &str,
) -> Result<PendingApproval, Failure> {
    let found = approvals.find(ticket).map_err(|error| failure(&error))?;
    if caller.may_use(&found.approval.device_id) {
        Ok(found)
    } else {
        Err(plain(ErrorCode::ApprovalNotFound))
    }
}

fn is_approved(approvals: &PendingApprovals, ticket: &str) -> bool {
    let found = approvals.find(ticket);
    found.is_ok_and(|found| found.approval.state == ApprovalState::Approved)
}

/// Whether a program asked that is the caller. By its name alone: whatever way it came in, it is the same program. A
/// person on the page decides what they asked for themselves, as at a terminal.
fn is_own(caller: &Caller, approval: &Approval) -> bool {
    let asker = approval.asker.as_ref();
    let is_same = asker.is_some_and(|asker| asker.name.as_deref() == Some(caller.name()));
    is_same && !caller.is_person()
}

/// A question as a caller may see it.
fn shown(app: &App, caller: &Caller, may_look: bool, pending: PendingApproval) -> WaitingApproval {
    let own = is_own(caller, &pending.approval);
    let may_show = pending.approval.may_show && !own && may_look;
    let has_picture = || pending.is_parked || last_picture(app, &pending.approval).is_some();
    let may_show = may_show && has_picture();
    let approval = pending.approval;
    WaitingApproval {
        picture: may_show.then(|| format!("/approvals/{}/picture", approval.id)),
        ticket: approval.id,
        state: match approval.state {
            ApprovalState::Asked => Decided::Waiting,
            ApprovalState::Approved => Decided::Approved,
            ApprovalState::Revoked => Decided::Refused,
        },
        parked: pending.is_parked,
        left_ms: pending.left_ms,
        asked_at_ms: approval.asked_at_ms,
        device_id: approval.device_id,
        run: approval.run,
        asker: approval.asker,
        own,
        profile: approval.profile,
        rule: approval.rule,
        reason: (!own).then_some(approval.reason),
        act: approval.act.filter(|_| !own),
        step: approval.step,
        packages: approval.packages,
        action_count: approval.action_count,
    }
}

fn failure(error: &ApprovalError) -> Failure {
    match error {
        ApprovalError::Unknown => plain(ErrorCode::ApprovalNotFound),
        ApprovalError::Full { .. } | ApprovalError::TooMany { .. } | ApprovalError::Io { .. } => {
            Failure::new(ErrorCode::HostIoFailed, error.to_string())
        }
    }
}
