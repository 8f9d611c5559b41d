//! The layers themselves.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use clawperator_contract::{ErrorCode, Failure};
use http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, WWW_AUTHENTICATE,
    X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderValue};

use crate::answer::Refused;
use crate::app::App;
use crate::tokens::{Caller, Scope};

/// Over every route, and over what is not one.
pub(crate) async fn guarded(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match app.names.check(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(failure) => Refused(failure).into_response(),
    };
    let headers = response.headers_mut();
    let fixed = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
        (
            CONTENT_SECURITY_POLICY,
            "default-src 'none'; frame-ancestors 'none'",
        ),
    ];
    for (name, value) in fixed {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    app.metrics.answered(response.status());
    response
}

/// Over the routes that need a token with this scope.
pub(crate) async fn needs(
    State((app, scope)): State<(Arc<App>, Scope)>,
    mut request: Request,
    next: Next,
) -> Response {
    match authenticated(&app, request.headers(), scope) {
        Ok(caller) => {
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
        Err(failure) => {
            let is_unknown = failure.code == ErrorCode::AuthenticationRequired;
            let mut response = Refused(failure).into_response();
            if is_unknown {
                let scheme = HeaderValue::from_static("Bearer");
                response.headers_mut().insert(WWW_AUTHENTICATE, scheme);
            }
            response
        }
    }
}

fn authenticated(app: &App, headers: &HeaderMap, scope: Scope) -> Result<Caller, Failure> {
    let mut given = headers.get_all(AUTHORIZATION).iter();
    let (first, second) = (given.next(), given.next());
    let token = first
        .filter(|_| second.is_none())
        .and_then(|value| value.to_str().ok())
        .and_then(|value| {
            let (scheme, token) = value.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
        });
    let caller = match token.map(|token| app.caller(token)) {
        Some(Ok(caller)) => caller,
        None => None,
        // Why it cannot is for whoever runs the server.
        Some(Err(_)) => {
            let message = "no token is valid now: the server's file of tokens cannot be used";
            return Err(Failure::new(ErrorCode::AuthenticationRequired, message));
        }
    };
    let caller = caller.ok_or_else(|| {
        let code = ErrorCode::AuthenticationRequired;
        Failure::new(code, code.spec().meaning)
    })?;
    caller.require(scope)?;
    Ok(caller)
}
