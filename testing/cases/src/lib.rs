//! What suites of case files share. Nothing here is shipped, only tests depend on it, and it knows none of our crates.
//!
//! A case is one file below a folder: [`files`] finds them, [`CaseFile::object`] reads one that is JSON, [`expand`] puts
//! in what a file should not hold, and [`assert_each`] reports every case that did not come out as written.
//! [`rules`] are what cases name.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "a case that cannot be read fails its test"
)]

mod escape;
mod file;
mod object;
mod report;
mod rule;

pub use crate::escape::expand;
pub use crate::file::{CaseFile, files};
pub use crate::object::Object;
pub use crate::report::assert_each;
pub use crate::rule::rules;
