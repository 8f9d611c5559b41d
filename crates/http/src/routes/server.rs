//! What the server says of itself.

use std::sync::{Arc, OnceLock};

use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use clawperator_contract::ErrorCode;
use http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::{HeaderValue, StatusCode};

use super::shapes::Health;
use crate::answer::{Refused, json, plain};
use crate::app::App;
use crate::openapi;

/// That it answers. It needs no token.
pub(super) async fn health() -> Response {
    let health = Health {
        ok: true,
        version: env!("CARGO_PKG_VERSION"),
    };
    json(StatusCode::OK, &health)
}

/// What it counts.
pub(super) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let text = app.metrics.text(
        app.jobs.open().len(),
        app.jobs.feed().newest(),
        app.connections.now(),
    );
    let mut response = text.into_response();
    let kind = HeaderValue::from_static("text/plain; version=0.0.4");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// What it can be asked.
pub(super) async fn described() -> Response {
    // It says the same for as long as the process lives.
    static DOCUMENT: OnceLock<Bytes> = OnceLock::new();
    let text = DOCUMENT.get_or_init(|| openapi::document().to_string().into());
    let mut response = text.clone().into_response();
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// The same for people.
pub(super) async fn docs() -> Response {
    static PAGE: OnceLock<Bytes> = OnceLock::new();
    let text = PAGE.get_or_init(|| openapi::page().into());
    let mut response = text.clone().into_response();
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    headers.insert(CONTENT_TYPE, kind);
    let policy = HeaderValue::from_static(openapi::PAGE_POLICY);
    headers.insert(CONTENT_SECURITY_POLICY, policy);
    response
}

/// How an agent uses it. It holds nothing that is secret, and needs no token: whoever reads it has yet to learn of them.
pub(super) async fn guide() -> Response {
    let mut response = clawperator_guide::whole().into_response();
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

pub(super) async fn unknown_path(_: Request) -> Refused {
    Refused(plain(ErrorCode::RouteNotFound))
}

pub(super) async fn wrong_method(_: Request) -> Refused {
    Refused(plain(ErrorCode::MethodNotAllowed))
}
