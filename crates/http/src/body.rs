//! The body of a request: bounded in size and time, JSON, and parsed once.

use std::time::Duration;

use axum::extract::Request;
use bytes::Bytes;
use clawperator_contract::limits::MAX_INPUT_BYTES;
use clawperator_contract::{ErrorCode, Failure, excerpt};
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use serde::Deserialize;

use crate::answer::plain;

/// What a body may have around its execution.
const AROUND: usize = 4 * 1024;
/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// All of a body that is announced as JSON.
pub(crate) async fn read(request: Request) -> Result<Bytes, Failure> {
    if !is_json(request.headers()) {
        return Err(plain(ErrorCode::UnsupportedMediaType));
    }
    let most = MAX_INPUT_BYTES + AROUND;
    let reading = Limited::new(request.into_body(), most).collect();
    match tokio::time::timeout(PATIENCE, reading).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            let message = format!("the body is over {most} bytes; nothing was dispatched");
            Err(Failure::new(ErrorCode::PayloadTooLarge, message))
        }
        Ok(Err(_)) => Err(Failure::new(ErrorCode::InvalidBody, "the body was cut off")),
        Err(_) => Err(plain(ErrorCode::RequestTimeout)),
    }
}

/// The fields of a body. What is wrong is told by its place, without repeating it.
pub(crate) fn parse<'body, T: Deserialize<'body>>(body: &'body [u8]) -> Result<T, Failure> {
    // A list would be taken for the fields in their order.
    if body.trim_ascii_start().first() != Some(&b'{') {
        return Err(plain(ErrorCode::InvalidBody));
    }
    serde_json::from_slice(body).map_err(|error| {
        let message = if error.is_syntax() || error.is_eof() {
            let (line, column) = (error.line(), error.column());
            format!("the body is not JSON: line {line}, column {column}")
        } else {
            format!(
                "the body is not as this path takes it: {}",
                excerpt(&error.to_string())
            )
        };
        Failure::new(ErrorCode::InvalidBody, message)
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let mut kinds = headers.get_all(CONTENT_TYPE).iter();
    let (kind, second) = (kinds.next(), kinds.next());
    let kind = kind.and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    second.is_none()
        && kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}
