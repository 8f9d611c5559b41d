//! `/devices` and `/doctor`: the phones there are, and what is wrong with one.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use clawperator_contract::doctor::Report;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{ExamineHands, ExamineLimits, ExamineRequest, ExamineSilently};
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::runs::parsed;
use super::shapes::Devices;
use crate::answer::{Refused, json};
use crate::app::App;
use crate::tokens::{Caller, Scope};

/// The phones that the caller may use.
pub(super) async fn devices(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Refused> {
    let mut devices = app.host.phones(App::patience()).await?.devices;
    devices.retain(|device| caller.may_use(&device.serial));
    Ok(json(StatusCode::OK, &Devices { ok: true, devices }))
}

/// Which phone is examined.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct DoctorQuery {
    /// The phone's serial; default: the only phone.
    #[serde(default)]
    device_id: Option<String>,
}

/// What is wrong with adb or a phone.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Examined {
    /// Always true: the examination was made. The report says whether the phone can be used.
    ok: bool,
    /// Every check.
    report: Report,
}

/// Examines adb and a phone. Nothing is fixed.
pub(super) async fn doctor(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    query: Result<Query<DoctorQuery>, QueryRejection>,
) -> Result<Response, Refused> {
    let query = parsed(query)?;
    let serial = query
        .device_id
        .or_else(|| caller.phones().only().map(str::to_owned));
    // An examination names every phone that adb has.
    if !caller.phones().are_all() {
        caller.require(Scope::Admin)?;
    }
    if let Some(serial) = &serial {
        caller.require_phone(serial)?;
    }
    let profile = app.asked(&caller).await?.profile;
    let request = ExamineRequest {
        serial,
        fix: false,
        hands: Ok(ExamineHands {
            store: app.host.store().clone(),
            profile,
        }),
        limits: ExamineLimits::default(),
    };
    let Some(server) = app.host.servers().first() else {
        let message = "the configuration names no adb server";
        return Err(Failure::new(ErrorCode::InternalError, message).into());
    };
    let report = server.examine(request, &mut ExamineSilently).await;
    Ok(json(StatusCode::OK, &Examined { ok: true, report }))
}
