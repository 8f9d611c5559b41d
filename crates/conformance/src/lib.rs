//! What a driver can do on a phone, tried with an app of its own.
//!
//! [`run()`] installs a small test app, does one thing after another to it, asks the app's own record what really happened,
//! and removes it. Nothing but this app is touched, and the first page of Settings, which is only looked at and scrolled.
//! Each [`CheckId`] passes, fails, or is skipped with its reason; what was changed on the phone is put back, and that is
//! checked too.
//!
//! The record is kept by the app's code and read through its content provider, past the driver: a driver that says that it
//! touched something is not believed.

mod app;
mod bench;
mod check;
mod checks;
mod found;
mod kept;
mod record;
mod run;

pub use crate::app::PACKAGE;
pub use crate::check::CheckId;
pub use crate::run::{Progress, Subject, Tried, Wanted, run};
