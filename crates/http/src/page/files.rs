//! The files that a browser loads. They hold nothing secret, so they need no token.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use clawperator_contract::ErrorCode;
use http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION};
use http::{HeaderMap, HeaderValue, StatusCode};

use crate::answer::{Refused, plain};
use crate::app::App;
use crate::routes::InPath;

/// Everything that the page loads.
const ASSETS: &[(&str, &str)] = &[
    ("api.js", include_str!("assets/api.js")),
    ("decisions.js", include_str!("assets/decisions.js")),
    ("dom.js", include_str!("assets/dom.js")),
    ("icon.svg", include_str!("assets/icon.svg")),
    ("inspector.js", include_str!("assets/inspector.js")),
    ("live.js", include_str!("assets/live.js")),
    ("page.css", include_str!("assets/page.css")),
    ("page.js", include_str!("assets/page.js")),
    ("phones.js", include_str!("assets/phones.js")),
    ("runs.js", include_str!("assets/runs.js")),
];

/// What the page may load: its own files, and pictures that it has fetched itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
    connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The page. A browser that asked for it by another name of this machine is sent to the one it has.
pub(crate) async fn index(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let elsewhere = app.names.elsewhere(&headers);
    let place = elsewhere.and_then(|page| HeaderValue::try_from(format!("{page}/")).ok());
    if let Some(place) = place {
        // What is behind `#` in the address stays with the browser, which takes it along.
        let mut response = StatusCode::TEMPORARY_REDIRECT.into_response();
        response.headers_mut().insert(LOCATION, place);
        return response;
    }
    file(
        "text/html; charset=utf-8",
        include_str!("assets/index.html"),
    )
}

/// A file of the page, by its name.
pub(crate) async fn asset(InPath(name): InPath<String>) -> Result<Response, Refused> {
    let found = ASSETS.iter().find(|(known, _)| *known == name);
    let Some((name, text)) = found else {
        return Err(plain(ErrorCode::RouteNotFound).into());
    };
    let kind = match name.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        _ => "image/svg+xml",
    };
    Ok(file(kind, text))
}

fn file(kind: &'static str, text: &'static str) -> Response {
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    let policy = HeaderValue::from_static(POLICY);
    headers.insert(CONTENT_SECURITY_POLICY, policy);
    response
}
