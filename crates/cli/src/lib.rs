//! The command line of Clawperator: what was typed becomes an execution, and an answer is printed.
//!
//! [`run()`] is the whole program without the process around it: arguments, streams, environment, clock and random source
//! come in with an [`Invocation`], and an exit status comes out. Verbs such as `click` build a payload and hand it to the
//! same validation as `exec` does, so that a flag can never say what a payload may not.
//!
//! Nothing here reads the environment, a clock or a random source by itself, and only the printer writes.

mod args;
mod argv;
mod commands;
mod context;
mod doors;
mod environment;
mod failure_text;
mod interrupt;
mod log;
mod next_words;
mod parse;
mod phone;
mod printer;
mod progress;
mod run;
mod runtime;
mod selector_flags;
mod settings;
mod text;
mod usage;
mod verbs;

pub use crate::args::{McpClient, command};
pub use crate::doors::{
    CertificateFiles, Doors, McpRequest, McpSnippet, NoDoors, PageLink, ServeRequest,
};
pub use crate::environment::Environment;
pub use crate::next_words::words as next_words;
pub use crate::printer::Terminal;
pub use crate::run::{Invocation, run};
