//! `/validate`: what a payload comes to, without a phone.

use axum::extract::Request;
use axum::response::Response;
use clawperator_contract::wrappers::ValidatedAnswer;
use http::StatusCode;

use super::execute::Asked;
use crate::answer::{Refused, json};

pub(super) async fn validate(request: Request) -> Result<Response, Refused> {
    let asked = Asked::read(request).await?;
    let answer = ValidatedAnswer::from(asked.validated);
    Ok(json(StatusCode::OK, &answer))
}
