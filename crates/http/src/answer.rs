//! What a program gets back.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use clawperator_contract::{ErrorCode, Failure};
use http::header::CONTENT_TYPE;
use http::{HeaderValue, StatusCode};
use schemars::JsonSchema;
use serde::Serialize;

/// A request that was refused or came to nothing.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Refusal {
    /// Always false.
    pub(crate) ok: bool,
    /// Why.
    pub(crate) error: Failure,
}

/// A failure on its way out: the status is the code's.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) Failure);

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        Self(failure)
    }
}

impl Refused {
    /// The status of a failure.
    pub(crate) fn status(failure: &Failure) -> StatusCode {
        let status = failure.code.spec().map(|spec| spec.http);
        let status = status.and_then(|status| StatusCode::from_u16(status).ok());
        // A step's code has 200, which is true inside of an envelope only; a code of a newer version has none.
        status
            .filter(|status| status.as_u16() >= 400)
            .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let Self(failure) = self;
        let status = Self::status(&failure);
        let error = if failure.hint.is_none() {
            failure.with_recovery()
        } else {
            failure
        };
        json(status, &Refusal { ok: false, error })
    }
}

/// An answer as JSON.
pub(crate) fn json(status: StatusCode, answer: &impl Serialize) -> Response {
    let Ok(bytes) = serde_json::to_vec(answer) else {
        // Answers are made of what JSON has.
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// A failure that says what its code means.
pub(crate) fn plain(code: ErrorCode) -> Failure {
    Failure::new(code, code.spec().meaning)
}
