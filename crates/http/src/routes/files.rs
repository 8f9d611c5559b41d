//! `/files`: pictures and files that executions of a token have put into its output folder.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use clawperator_contract::ErrorCode;
use clawperator_contract::limits::MAX_FILE_BYTES;
use clawperator_host::beside;
use http::HeaderValue;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};

use super::in_path::InPath;
use crate::answer::{Refused, plain};
use crate::app::App;
use crate::tokens::Caller;

/// The largest file that is sent, which is the largest that is copied.
const MOST_BYTES: u64 = MAX_FILE_BYTES as u64;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A picture or another file, by its path below the folder.
pub(super) async fn file(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    InPath(path): InPath<String>,
) -> Result<Response, Refused> {
    let folder = app.outputs.of(&caller)?;
    let read = beside(move || folder.read(&path, MOST_BYTES)).await?;
    let bytes = read.ok_or_else(|| plain(ErrorCode::FileNotFound))?;
    let is_picture = bytes.starts_with(PNG);
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    if is_picture {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/png"));
    } else {
        // What comes from a phone is never a page of this server.
        let kind = HeaderValue::from_static("application/octet-stream");
        headers.insert(CONTENT_TYPE, kind);
        headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment"));
    }
    Ok(response)
}
