//! What happened in a run, on disk.
//!
//! A run is a folder: `run.jsonl`, with one [`RunLine`] for each thing that is known, and `files`, with trees, pictures
//! and the answer, each once and named after its content. The process that runs an execution writes it through a
//! [`Recorder`]; any process of the same user reads it as a [`Bundle`] or follows it while it grows ([`Follower`]), and
//! takes no lock of a phone for that.
//!
//! Three lines are on disk before the run goes on: that it was accepted, that its first act is about to be sent, and how
//! it ended. So whatever becomes of the process, nobody takes something for not done that may have been done. Everything
//! else is written by one thread beside the runs, within bounds; what does not fit is counted.
//!
//! [`RunLine`]: clawperator_contract::runs::RunLine

mod answer;
mod bundle;
mod changes;
mod follow;
mod kept_file;
mod record;
mod redact;
pub mod report;
mod retention;
mod run_file;
mod run_id;
mod runs;
mod writer;

pub use self::bundle::{Bundle, NotRead};
pub use self::follow::Follower;
pub use self::record::{NewRun, NotWritten, Recorder};
pub use self::retention::{Removed, Retention};
pub use self::run_id::RunId;
pub use self::runs::{NotFound, Runs};
