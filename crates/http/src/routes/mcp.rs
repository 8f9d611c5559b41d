//! `/mcp`: the Model Context Protocol, where this server has it.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use futures_util::StreamExt as _;
use http::Method;

use super::events::Counted;
use super::server::unknown_path;
use crate::answer::Refused;
use crate::app::App;
use crate::tokens::{Caller, Scope};

/// How often a stream's token is looked up.
const LOOKED_UP: Duration = Duration::from_secs(5);

pub(super) async fn mcp(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Result<Response, Refused> {
    let Some(mounted) = &app.mcp else {
        return Ok(unknown_path(request).await.into_response());
    };
    let guest = app.guest(&caller).await?;
    if request.method() != Method::GET {
        return Ok(mounted.answer(request, guest).await);
    }
    // A stream without an end, as `/events` is one.
    let counted = Counted::new(Arc::clone(&app))?;
    let (parts, body) = mounted.answer(request, guest).await.into_parts();
    let body = body.into_data_stream().take_until(lost(app, caller));
    let body = body.map(move |piece| {
        let _while_it_is_read = &counted;
        piece
    });
    Ok(Response::from_parts(parts, Body::from_stream(body)))
}

/// Ends when a caller may no longer read.
async fn lost(app: Arc<App>, caller: Caller) {
    loop {
        tokio::time::sleep(LOOKED_UP).await;
        let again = app.again(&caller);
        if again.is_none_or(|caller| caller.require(Scope::Read).is_err()) {
            return;
        }
    }
}
