//! The HTTP server: executions, phones and runs for programs.
//!
//! Every request passes one guard: it must name this server, come from a program or from the server's own pages, and
//! carry a token whose scopes, phones and profile allow what it asks. An execution reaches validation as the bytes that
//! were sent. What runs, runs by [`clawperator_host::jobs`], is judged by the token's profile and is kept like any other
//! run.

mod answer;
mod app;
mod body;
mod connections;
mod guard;
mod metrics;
mod mounted;
mod open_files;
mod openapi;
mod page;
mod routes;
mod server;
mod tls;
mod tokens;

pub use axum::body::Body;
pub use http::{Request, Response};

pub use self::mounted::{Guest, Mounted};
pub use self::openapi::document;
pub use self::server::{ServeConfig, ServeError, Server, Stop};
pub use self::tls::{TlsError, TlsFiles};
pub use self::tokens::{MadeToken, TokensError, token, tokens_file};
