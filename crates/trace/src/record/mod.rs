//! Writing down a run while it happens.

mod begin;
mod recorder;

pub use self::begin::NewRun;
pub use self::recorder::{NotWritten, Recorder};
