//! `/files`: pictures that executions of a token have put into its output folder.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use clawperator_contract::ErrorCode;
use clawperator_host::beside;
use http::HeaderValue;
use http::header::CONTENT_TYPE;

use super::in_path::InPath;
use crate::answer::{Refused, plain};
use crate::app::App;
use crate::tokens::Caller;

/// The largest picture that is sent.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// A picture, by its path below the folder.
pub(super) async fn file(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    InPath(path): InPath<String>,
) -> Result<Response, Refused> {
    let folder = app.outputs.of(&caller)?;
    let read = beside(move || folder.read(&path, MOST_BYTES)).await?;
    let bytes = read.ok_or_else(|| plain(ErrorCode::FileNotFound))?;
    let mut response = Response::new(Body::from(bytes));
    let kind = HeaderValue::from_static("image/png");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    Ok(response)
}
