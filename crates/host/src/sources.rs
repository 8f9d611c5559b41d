//! Time and chance, which nothing below looks up by itself.

use std::fmt;
use std::io;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The clocks and the random source of a process.
pub trait Sources: fmt::Debug + Send + Sync {
    /// Milliseconds since the Unix epoch, now.
    fn epoch_milliseconds(&self) -> u64;

    /// Time since some fixed moment; never goes back.
    fn monotonic(&self) -> Duration;

    /// Fills these bytes with randomness.
    fn fill(&self, bytes: &mut [u8]) -> io::Result<()>;
}

/// The machine's own.
#[derive(Debug, Clone, Copy)]
pub struct System {
    started: Instant,
}

impl System {
    /// Time is counted from now on.
    #[must_use]
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the machine's clocks"
    )]
    pub fn start() -> Self {
        Self {
            started: Instant::now(),
        }
    }
}

impl Sources for System {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the machine's clocks"
    )]
    fn epoch_milliseconds(&self) -> u64 {
        // A machine whose clock stands before 1970 has no time of day to tell.
        let since_epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or(Duration::ZERO);
        u64::try_from(since_epoch.as_millis()).unwrap_or(u64::MAX)
    }

    fn monotonic(&self) -> Duration {
        self.started.elapsed()
    }

    fn fill(&self, bytes: &mut [u8]) -> io::Result<()> {
        getrandom::fill(bytes).map_err(|error| io::Error::other(error.to_string()))
    }
}
