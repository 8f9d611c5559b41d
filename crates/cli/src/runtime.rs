//! The async runtime. Commands that speak to nobody never start it.

use std::future::Future;
use std::io;

use clawperator_contract::{ErrorCode, Failure};
use tokio::runtime::{Builder, Runtime};

use crate::interrupt::Interrupts;

/// How many threads a command needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Threads {
    /// This one: the command asks one question after another.
    One,
    /// As many as there are processors: the command serves others.
    Many,
}

/// Runs a command's work to its end.
pub(crate) fn block_on<T>(
    threads: Threads,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let mut builder = match threads {
        Threads::One => Builder::new_current_thread(),
        Threads::Many => Builder::new_multi_thread(),
    };
    let runtime = builder
        .enable_all()
        .build()
        .map_err(|error| not_started(&error))?;
    let outcome = runtime.block_on(work);
    // A name that is still being looked up keeps nobody waiting.
    runtime.shutdown_background();
    outcome
}

/// Runs work that may be dropped at any moment: an interruption does so, and is told.
pub(crate) fn block_on_droppable<T>(
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    block_on(Threads::One, async {
        let mut interrupts = Interrupts::watch().map_err(|error| not_started(&error))?;
        tokio::select! {
            biased;
            () = interrupts.next() => Err(interrupted()),
            outcome = work => outcome,
        }
    })
}

/// Waits of a command that does other work between them. An interruption counts whenever it comes: one that comes during
/// that work ends the next wait.
pub(crate) struct Waits {
    runtime: Runtime,
    interrupts: Interrupts,
}

impl Waits {
    pub(crate) fn new() -> Result<Self, Failure> {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| not_started(&error))?;
        let interrupts = runtime.block_on(async { Interrupts::watch() });
        Ok(Self {
            interrupts: interrupts.map_err(|error| not_started(&error))?,
            runtime,
        })
    }

    /// What `work` comes to; nothing where an interruption came first.
    pub(crate) fn until<T>(&mut self, work: impl Future<Output = T>) -> Option<T> {
        let interrupts = &mut self.interrupts;
        self.runtime.block_on(async {
            tokio::select! {
                biased;
                () = interrupts.next() => None,
                outcome = work => Some(outcome),
            }
        })
    }
}

/// The command was interrupted, and nothing is left to be told.
pub(crate) fn interrupted() -> Failure {
    Failure::new(ErrorCode::ExecutionCancelled, "the command was interrupted")
        .with_hint("run it again")
}

pub(crate) fn not_started(error: &io::Error) -> Failure {
    let message = format!("the system does not provide what the command needs: {error}");
    Failure::new(ErrorCode::HostIoFailed, message)
        .with_hint("check the limits of this user, such as the number of open files")
}
