//! Until when a call may take.

use std::time::Duration;

use tokio::time::{self, Instant};

use crate::error::{AdbError, Result};

/// Until when a call may take; cheap to pass on, and the same for every step below the call.
#[derive(Debug, Clone, Copy)]
pub struct Deadline {
    started: Instant,
    at: Option<Instant>,
}

impl Deadline {
    /// The call may take this long from now.
    #[must_use]
    pub fn after(duration: Duration) -> Self {
        let started = Instant::now();
        Self {
            started,
            at: started.checked_add(duration),
        }
    }

    /// The call may take until this moment.
    #[must_use]
    pub fn at(moment: Instant) -> Self {
        Self {
            started: Instant::now(),
            at: Some(moment),
        }
    }

    /// The call may take for ever. This is for streams that may be silent for ever, such as a log.
    #[must_use]
    pub fn never() -> Self {
        Self {
            started: Instant::now(),
            at: None,
        }
    }

    /// What is left, or nothing where there is no end.
    #[must_use]
    pub fn remaining(self) -> Option<Duration> {
        self.at
            .map(|at| at.saturating_duration_since(Instant::now()))
    }

    /// Runs a future, which is dropped when the time is up.
    pub(crate) async fn run<T>(
        self,
        operation: &'static str,
        future: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        self.limit(future)
            .await
            .unwrap_or_else(|after| Err(AdbError::Timeout { operation, after }))
    }

    /// Runs a future; answers how long it had when the time is up.
    pub(crate) async fn limit<T>(
        self,
        future: impl Future<Output = T>,
    ) -> std::result::Result<T, Duration> {
        match self.at {
            None => Ok(future.await),
            Some(at) => time::timeout_at(at, future)
                .await
                .map_err(|_| at.saturating_duration_since(self.started)),
        }
    }
}
