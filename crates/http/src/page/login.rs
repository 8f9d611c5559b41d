//! `/page/session`: a person comes, by a link from a terminal, and goes.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::response::Response;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::beside;
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Refused, json};
use crate::app::App;
use crate::body;
use crate::tokens::Caller;

/// What a link carries.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LoginBody {
    /// What is behind `#login=` in the link.
    link: String,
}

/// Somebody is logged in.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoginAnswer {
    /// Always true.
    ok: bool,
    /// What the page sends as a bearer token from now on.
    session: String,
    /// For how many seconds.
    lasts_seconds: u64,
}

/// Somebody is logged out.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LeftAnswer {
    /// Always true.
    ok: bool,
}

/// Takes a link, which then does not work again.
pub(crate) async fn login(
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Response, Refused> {
    let bytes = body::read(request).await?;
    let LoginBody { link } = body::parse(&bytes)?;
    let links = app.host.store().page_links();
    let taken = beside(move || {
        links.take(&link).map_err(|error| {
            let message = format!("the link cannot be looked up: {error}");
            Failure::new(ErrorCode::HostIoFailed, message)
        })
    });
    if !taken.await? {
        let message = "this link does not work: it was used, or it is older than 5 minutes";
        let failure = Failure::new(ErrorCode::AuthenticationRequired, message);
        let hint = "`clawperator serve link` on a terminal prints a new one";
        return Err(failure.with_hint(hint).into());
    }
    let session = app.sessions.open().map_err(|error| {
        let message = format!("the system returned no random number: {error}");
        Failure::new(ErrorCode::InternalError, message)
    })?;
    let answer = LoginAnswer {
        ok: true,
        session: session.secret,
        lasts_seconds: session.lasts.as_secs(),
    };
    Ok(json(StatusCode::OK, &answer))
}

/// Ends the session of whoever asks.
pub(crate) async fn logout(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Refused> {
    if !caller.is_person() {
        let message = "a token is not logged in; remove it from the file of tokens";
        return Err(Failure::new(ErrorCode::NotPermitted, message).into());
    }
    app.sessions.close(&caller);
    Ok(json(StatusCode::OK, &LeftAnswer { ok: true }))
}
