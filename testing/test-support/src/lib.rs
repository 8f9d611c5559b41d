//! What test suites share. Nothing here is shipped, and only tests depend on it.
//!
//! - [`PrivateServer`] is a real adb server of a test's own;
//! - [`free_port`] is a port for it, or for one that a suite starts in its own way;
//! - [`FakeSources`] is time and randomness that a test decides about;
//! - [`PhoneTime`] is the virtual phone's clock for an engine, which need not wait for it;
//! - [`OffTheClock`] keeps that clock still while files are written;
//! - [`Watched`] is a driver with things that happen right before its calls;
//! - [`PictureFolder`] keeps pictures, [`write_executable`] makes a program of a script;
//! - [`compare`] holds an answer against a pattern, [`check_envelope`] against what is true of every answer;
//! - [`Dice`] is chance that is the same every time, [`hostile`] makes pages that try to make a press go wrong;
//! - [`tls`] is a certificate, and a client that trusts it;
//! - [`in_short`] tells an answer to whoever looks for the reason of a failure.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    reason = "a test that cannot be set up fails"
)]

mod adb_server;
mod answer;
mod dice;
mod executable;
mod fake_sources;
pub mod hostile;
mod off_the_clock;
mod pattern;
mod phone_time;
mod pictures;
mod port;
pub mod tls;
mod watched;

pub use crate::adb_server::{PrivateServer, programs, soon};
pub use crate::answer::{check_envelope, in_short};
pub use crate::dice::Dice;
pub use crate::executable::write_executable;
pub use crate::fake_sources::FakeSources;
pub use crate::off_the_clock::OffTheClock;
pub use crate::pattern::compare;
pub use crate::phone_time::{Call, PhoneTime};
pub use crate::pictures::PictureFolder;
pub use crate::port::free_port;
pub use crate::watched::{BeforeCall, Nothing, Watched};
