//! The HTTP server: executions, phones and runs for programs.

#[allow(
    dead_code,
    unused_imports,
    reason = "the server that uses it is not assembled yet"
)]
mod connections;
