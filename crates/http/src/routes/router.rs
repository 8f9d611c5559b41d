//! All paths, with the scope that each needs.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, delete, get, post};

use super::{
    approvals, events, execute, executions, files, look, mcp, phones, runs, server, skills,
    validate,
};
use crate::app::App;
use crate::guard::{guarded, needs};
use crate::page;
use crate::tokens::Scope;

/// The server's paths behind its guard.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let open = Router::new()
        .route("/health", get(server::health))
        .route("/openapi.json", get(server::described))
        .route("/docs", get(server::docs))
        .route("/llms.txt", get(server::guide))
        .route("/", get(page::index))
        .route("/page/{name}", get(page::asset))
        .route("/page/session", post(page::login));
    let read = Router::new()
        .route("/devices", get(phones::devices))
        .route("/devices/{serial}/picture", get(page::picture))
        .route("/doctor", get(phones::doctor))
        .route("/snapshot", post(look::snapshot))
        .route("/screenshot", post(look::screenshot))
        .route("/validate", post(validate::validate))
        .route("/executions/{run}", get(executions::state))
        .route("/runs", get(runs::list))
        .route("/runs/{run}", get(runs::show))
        .route("/runs/{run}/screen", get(page::screen))
        .route("/runs/{run}/steps", get(page::steps))
        .route("/runs/{run}/files/{name}", get(runs::file))
        .route("/page/session", delete(page::logout))
        .route("/files/{*path}", get(files::file))
        .route("/skills", get(skills::list))
        .route("/skills/{id}", get(skills::show))
        .route("/events", get(events::events))
        // Its tools that change a phone need `act` besides.
        .route("/mcp", any(mcp::mcp));
    let act = Router::new()
        .route("/execute", post(execute::execute))
        .route("/skills/{id}/run", post(skills::run))
        .route("/executions", post(executions::submit))
        .route("/executions/{run}/cancel", post(executions::cancel));
    let approve = Router::new()
        .route("/approvals", get(approvals::list))
        .route("/approvals/{ticket}", get(approvals::show))
        .route("/approvals/{ticket}/picture", get(approvals::picture))
        .route("/approvals/{ticket}/approve", post(approvals::approve))
        .route("/approvals/{ticket}/refuse", post(approvals::refuse));
    let admin = Router::new().route("/metrics", get(server::metrics));
    let behind = |scope, routes: Router<Arc<App>>| {
        routes.route_layer(from_fn_with_state((Arc::clone(app), scope), needs))
    };
    open.merge(behind(Scope::Read, read))
        .merge(behind(Scope::Act, act))
        .merge(behind(Scope::Approve, approve))
        .merge(behind(Scope::Admin, admin))
        .fallback(server::unknown_path)
        .method_not_allowed_fallback(server::wrong_method)
        .with_state(Arc::clone(app))
        .layer(from_fn_with_state(Arc::clone(app), guarded))
}
