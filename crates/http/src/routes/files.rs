//! `/files`: pictures that executions of a token have put into its output folder.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::Response;
use clawperator_contract::{ErrorCode, Failure};
use http::HeaderValue;
use http::header::CONTENT_TYPE;

use crate::answer::{Refused, plain};
use crate::app::App;
use crate::tokens::Caller;

/// The largest picture that is sent.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// A picture, by its path below the folder.
pub(super) async fn file(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(path): Path<String>,
) -> Result<Response, Refused> {
    let folder = app.outputs.of(&caller)?;
    let reading = tokio::task::spawn_blocking(move || folder.read(&path, MOST_BYTES));
    let read = reading
        .await
        .map_err(|error| Failure::new(ErrorCode::InternalError, error.to_string()))?;
    let bytes = read?.ok_or_else(|| plain(ErrorCode::FileNotFound))?;
    let mut response = Response::new(Body::from(bytes));
    let kind = HeaderValue::from_static("image/png");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    Ok(response)
}
