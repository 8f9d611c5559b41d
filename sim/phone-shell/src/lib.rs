//! A phone's shell: the language of Android's mksh, a file system in memory, and the small programs.
//!
//! [`Shell::run`] parses a line the way mksh does and runs its commands. Programs are found by name in a
//! [`Programs`] table; those that belong to a shell (`ls`, `cat`, `grep`, …) are put there by [`toybox::register`],
//! `sh` itself by [`Sh`], those of the framework (`am`, `input`, `uiautomator`, …) by whoever builds a phone. Nothing here knows adb or a
//! screen.
//!
//! The small programs are those that the product, the tools that drive the phone, its tests and its documents run, and
//! a few that a person at `adb shell` cannot do without: `cp`, `ln`, `mkdir`, `chmod`, `touch` to arrange files, `id`,
//! `whoami`, `pwd`, `which` to look around, `yes` to fill a pipe. The language is all of mksh's, because the parser is
//! what quoting is tested against, and what it reads is compared with the real one by running it.

pub mod calendar;
pub mod files;
pub mod syntax;
pub mod text;
pub mod toybox;

mod clock;
mod io;
mod process;
mod program;
mod shell;

pub use crate::clock::{Clock, TokioClock};
pub use crate::files::FileSystem;
pub use crate::io::{Closed, Input, Output, pipe};
pub use crate::process::{NoProcesses, Process, ProcessEntry, Processes, SignalRefused};
pub use crate::program::{Exit, Invocation, Program, Programs};
pub use crate::shell::{Sh, Shell, ShellConfig, quote};
