//! Runs what a scene says should happen.

mod navigate;
mod run;
mod system;
mod views;

pub(super) use self::run::record_of;
