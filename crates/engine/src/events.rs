//! What happens on the way to an envelope, for progress lines, traces and live views.

use std::fmt;
use std::time::Duration;

use clawperator_contract::{ActionType, Execution, Status, StepResult};

/// Something that happened. It borrows from the run: whoever keeps it copies what it needs.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The phone is this run's, and the first step is next.
    ExecutionStarted {
        /// What will be done.
        execution: &'a Execution,
        /// On which phone.
        serial: &'a str,
    },
    /// A step begins.
    StepStarted {
        /// Its place, from 0.
        index: usize,
        id: &'a str,
        /// What it does.
        action_type: ActionType,
    },
    /// A step has ended.
    ///
    /// Evidence of its effect may still be added when a later step reads the screen; the envelope has the last word.
    StepFinished {
        /// Its place, from 0.
        index: usize,
        /// What it came to.
        result: &'a StepResult,
        /// How long it took.
        took: Duration,
    },
    /// The run has ended with an envelope.
    ExecutionFinished {
        /// Whether everything was done.
        status: Status,
        /// How long it took.
        took: Duration,
    },
    /// The run has ended without one: its time was up, or it was cancelled.
    ExecutionInterrupted {
        /// How long it took.
        took: Duration,
    },
}

/// Gets every event, in order. It must not wait: the run waits for it.
pub trait Events: fmt::Debug + Send + Sync {
    /// Something happened.
    fn on_event(&self, event: Event<'_>);
}

/// Nobody listens.
#[derive(Debug, Clone, Copy)]
pub struct Unheard;

impl Events for Unheard {
    fn on_event(&self, _: Event<'_>) {}
}
