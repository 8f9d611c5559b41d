//! A phone's shell: the language of Android's mksh, a file system in memory, and the small programs.
//!
//! [`Shell::run`] parses a line the way mksh does and runs its commands. Programs are found by name in a
//! [`Programs`] table; those that belong to a shell (`ls`, `cat`, `grep`, …) are put there by [`toybox::register`],
//! `sh` itself by [`Sh`], those of the framework (`am`, `input`, `uiautomator`, …) by whoever builds a phone. Nothing here knows adb or a
//! screen.
//!
//! The small programs are those that the product, the tools that drive the phone, its tests and its documents run, and
//! a few that a person at `adb shell` cannot do without: `cp`, `ln`, `mkdir`, `chmod`, `touch` to arrange files, `id`,
//! `whoami`, `pwd`, `which` to look around, `yes` to fill a pipe.
//!
//! The grammar and the expansions are all of mksh's: quoting is tested against them, and what a line means is compared
//! with the real mksh by running both. Of the commands in the shell there are those that
//!
//! * lines for a phone are made of: `.`, `:`, `[`, `cd`, `command`, `echo`, `exec`, `exit`, `false`, `kill`, `pwd`,
//!   `source`, `test`, `true`, `wait`;
//! * undo what a line leaves behind that loses its stream: `trap`, for the signals that it then gets;
//! * a text could reach that escapes its quotes, or that show what became of a word: `builtin`, `eval`, `export`,
//!   `print`, `read`, `set`, `shift`, `unset`;
//! * steer loops and functions: `break`, `continue`, `return`.
//!
//! Those of long scripts are absent, as nothing that drives a phone sends them: `getopts`, `let`, `readonly`, `times`,
//! `type`, `typeset` with `local`, `ulimit`, `umask`, `whence`. They are programs that are not found.

pub mod calendar;
pub mod files;
pub mod syntax;
pub mod text;
pub mod toybox;

mod clock;
mod io;
mod process;
mod program;
mod running;
mod shell;

pub use crate::clock::{ShellClock, TokioShellClock};
pub use crate::files::FileSystem;
pub use crate::io::{Closed, Input, Output, pipe};
pub use crate::process::{NoProcesses, Process, ProcessEntry, Processes, SignalRefused};
pub use crate::program::{Exit, Invocation, Program, Programs};
pub use crate::running::{RunningHandle, RunningProcess, RunningProcesses};
pub use crate::shell::{Sh, Shell, ShellConfig, quote};
