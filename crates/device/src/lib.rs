//! What is asked of a phone through its shell.
//!
//! A line for the phone's shell is a [`ShellLine`], and a [`ShellLine`] is built from [`Word`]s and typed operators:
//! there is no way to put text into one. On top of that stand the read-only probes in [`probe`], the choice of a phone
//! in [`resolve`], the examination of host and phone in [`doctor`], and the hand and eye of the engine: the trait
//! [`Device`] with its first driver, [`ShellDevice`].
//!
//! This crate knows nothing of actions, prints nothing and reads no environment: whatever it needs is handed to it.

pub mod doctor;
pub mod driver;
pub mod line;
pub mod probe;
pub mod resolve;
pub mod shell;

mod picture;
mod saved;

pub use crate::driver::Device;
pub use crate::line::{Command, LineError, Program, ShellLine, Word, WordError};
pub use crate::picture::whole_picture;
pub use crate::probe::{ProbeError, ProbeResult};
pub use crate::saved::SavedScreen;
pub use crate::shell::{Rival, ShellDevice};
