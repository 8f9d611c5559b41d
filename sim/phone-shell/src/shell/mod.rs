//! The shell: one per phone, from which lines are run.

mod arithmetic;
mod braces;
mod builtins;
mod condition;
mod config;
mod execute;
mod expand;
mod field;
mod glob;
mod hang_up;
mod jobs;
mod lines;
mod parameter;
mod pattern;
mod program;
mod quote;
mod redirect;
mod run;
mod session;
mod simple;
mod variables;

pub(crate) use self::builtins::signal;
pub(crate) use self::condition::file_test;
pub use self::config::ShellConfig;
pub use self::program::Sh;
pub use self::quote::quote;
pub use self::run::Shell;
pub(crate) use self::session::MAX_RUN_DEPTH;
