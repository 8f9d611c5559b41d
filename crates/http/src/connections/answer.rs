//! Answers that the connection layer gives by itself, before any route.

use clawperator_contract::ErrorCode;
use http::StatusCode;
use serde_json::json;

/// A whole answer with an error, after which the connection is closed.
pub(super) fn last_answer(code: ErrorCode, message: &str) -> Vec<u8> {
    let status = StatusCode::from_u16(code.spec().http).unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
    let reason = status.canonical_reason().unwrap_or("Refused");
    let error = json!({"code": code.name(), "message": message});
    let body = json!({"ok": false, "error": error}).to_string();
    let length = body.len();
    let status = status.as_u16();
    format!(
        "HTTP/1.1 {status} {reason}\r\n\
         content-type: application/json\r\n\
         content-length: {length}\r\n\
         connection: close\r\n\r\n{body}"
    )
    .into_bytes()
}
