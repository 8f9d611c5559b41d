//! Skills that are programs.
//!
//! A script can do anything its user can, so none runs until the profile names the skill together with the hash of its
//! files. What runs is a copy of the very bytes that were hashed. Policy judges what it asks of the engine and nothing
//! else it does, and the result says so; what the script says of itself is told as its own word.

mod answer;
mod copies;
mod files;
mod interpreter;
mod process;
mod request;
mod result_line;
mod run;
mod supervisor;

pub use self::copies::{Copy, Supervisor};
pub use self::request::{DEFAULT_TIMEOUT, ScriptRequest};
pub use self::run::{refusal, run};
pub use self::supervisor::{ARGUMENT as SUPERVISOR_ARGUMENT, supervise};
