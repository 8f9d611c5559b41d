//! What a path has in the place of its names.

use axum::extract::{FromRequestParts, Path};
use clawperator_contract::{ErrorCode, Failure};
use http::request::Parts;
use serde::de::DeserializeOwned;

use crate::answer::Refused;

/// The names in a path, decoded.
#[derive(Debug)]
pub(crate) struct InPath<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for InPath<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let names = Path::from_request_parts(parts, state).await;
        names.map(|Path(names)| Self(names)).map_err(|_| {
            let message = "the path is not UTF-8 once it is decoded";
            Failure::new(ErrorCode::InvalidPath, message).into()
        })
    }
}
