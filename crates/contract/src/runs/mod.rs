//! What is kept of a run: a folder with one line for each fact, and what follows from the lines.
//!
//! The lines are written by the process that runs the execution and read by any other. A reader skips what a newer
//! version writes, and believes nothing else that it reads: a file may be cut off in the middle of a line.

mod line;
mod summary;

pub use self::line::{
    AcceptedRun, Asker, EndedRun, KeptFile, LeftOut, Outcome, PhoneFacts, PictureMoment, RunLine,
    RunRecord, Surface,
};
pub use self::summary::{Fate, RemovedRuns, RunDetails, RunList, RunSummary, WrittenReport};

/// The version of the lines that this version writes.
pub const RUN_VERSION: u32 = 1;
