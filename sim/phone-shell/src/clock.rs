//! The phone's clock.

use std::fmt;
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use tokio::time::Instant;

/// What time it is on the phone, and how its programs wait.
///
/// A virtual clock implements both on its own time, so that `sleep 3600` takes no longer than a test wants it to.
#[async_trait]
pub trait ShellClock: fmt::Debug + Send + Sync {
    /// The wall clock.
    fn now(&self) -> SystemTime;

    /// Comes back once `duration` has passed on this clock. It may be dropped while it waits.
    async fn sleep(&self, duration: Duration);
}

/// A clock that starts at a given time and runs on tokio's timer; it stands still where tokio's time is paused.
#[derive(Debug, Clone, Copy)]
pub struct TokioShellClock {
    start: SystemTime,
    origin: Instant,
}

impl TokioShellClock {
    /// A clock that shows `start` now.
    #[must_use]
    pub fn starting_at(start: SystemTime) -> Self {
        Self {
            start,
            origin: Instant::now(),
        }
    }
}

#[async_trait]
impl ShellClock for TokioShellClock {
    fn now(&self) -> SystemTime {
        self.start + self.origin.elapsed()
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}
