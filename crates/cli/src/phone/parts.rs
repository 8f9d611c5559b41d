//! What the engine is given by the command line.

use std::sync::Arc;

use clawperator_contract::Failure;
use clawperator_engine::{AllowAll, FileSnapshots, Jitter, Parts, TokioClock};

use super::pictures::PictureFiles;
use crate::environment::Environment;

/// The clock, the chance, the files. Must be called where a runtime's clock may be read later.
pub(crate) fn parts(environment: &Environment) -> Result<Parts, Failure> {
    let state = environment.state_directory()?;
    Ok(Parts {
        clock: Arc::new(TokioClock::start()),
        jitter: Arc::new(SystemJitter),
        guard: Arc::new(AllowAll),
        artifacts: Arc::new(PictureFiles::new(environment.temporary_directory())),
        snapshots: Arc::new(FileSnapshots::new(state.join("snapshots"))),
        locks: Some(state.join("locks")),
        process_id: std::process::id(),
    })
}

/// The system's randomness.
#[derive(Debug)]
struct SystemJitter;

impl Jitter for SystemJitter {
    fn next(&self) -> f64 {
        // Without randomness every delay is as its policy says.
        let number = getrandom::u32().unwrap_or(u32::MAX / 2);
        f64::from(number) / f64::from(u32::MAX) * 2.0 - 1.0
    }
}
