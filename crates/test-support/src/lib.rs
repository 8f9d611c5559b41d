//! What test suites share. Nothing here is shipped, and only tests depend on it.
//!
//! - [`PrivateServer`] is a real adb server of a test's own;
//! - [`free_port`] is a port for one that a suite starts in its own way;
//! - [`compare`] holds an answer against a pattern.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    reason = "a test that cannot be set up fails"
)]

mod adb_server;
mod pattern;
mod port;

pub use crate::adb_server::{PrivateServer, programs, soon};
pub use crate::pattern::compare;
pub use crate::port::free_port;
