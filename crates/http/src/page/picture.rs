//! `/devices/{serial}/picture`: what a phone shows now, for people. It takes no lock and is part of no run.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use clawperator_host::jobs::JobState;
use http::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use crate::answer::Refused;
use crate::app::App;
use crate::routes::{DeviceId, InPath};
use crate::tokens::Caller;

/// What can be seen: `on`, `off`, `locked` or `secure`.
const SCREEN: HeaderName = HeaderName::from_static("clawperator-screen");
/// The app in front.
const APP: HeaderName = HeaderName::from_static("clawperator-app");
/// How old the picture is, in milliseconds.
const AGE: HeaderName = HeaderName::from_static("clawperator-age-ms");

pub(crate) async fn picture(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    InPath(serial): InPath<DeviceId>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let serial = serial.checked()?;
    let profile = app.asked(&caller).await?.profile;
    let phone = app.phone(&caller, Some(serial)).await?;
    let is_busy =
        app.jobs.open().iter().any(|job| {
            job.device_id() == phone.serial() && matches!(job.state(), JobState::Running)
        });
    let picture = app.live.of(&phone, &profile, is_busy).await?;
    let tag = format!("\"{}\"", picture.hash);
    let is_known = headers
        .get(IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = Response::new(Body::from(picture.png.clone()));
        let kind = HeaderValue::from_static("image/png");
        response.headers_mut().insert(CONTENT_TYPE, kind);
        response
    };
    let now = app.host.store().sources().epoch_milliseconds();
    let age = now.saturating_sub(picture.taken_at_ms).to_string();
    let told = [
        (ETAG, Some(tag.as_str())),
        (SCREEN, Some(picture.screen.name())),
        // Whatever a phone calls its app, a header has room for letters only.
        (APP, picture.app.as_deref()),
        (AGE, Some(&age)),
    ];
    for (name, value) in told {
        if let Some(Ok(value)) = value.map(HeaderValue::from_str) {
            response.headers_mut().insert(name, value);
        }
    }
    Ok(response)
}
