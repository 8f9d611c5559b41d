//! The commands that are part of the shell.

mod control;
mod declare;
mod folders;
mod print;
mod processes;
mod read;
mod table;
mod which;

pub(crate) use self::processes::signal;
pub(crate) use self::table::{Builtin, find};
