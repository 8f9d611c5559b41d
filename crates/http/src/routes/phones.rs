//! `/devices`: the phones there are.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;

use super::shapes::Devices;
use crate::answer::{Refused, json};
use crate::app::App;
use crate::tokens::Caller;

/// The phones that the caller may use.
pub(super) async fn devices(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Refused> {
    let mut devices = app.host.phones(App::patience()).await?.devices;
    devices.retain(|device| caller.may_use(&device.serial));
    Ok(json(StatusCode::OK, &Devices { ok: true, devices }))
}
