//! The machine's own clocks and randomness.

use std::io;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use tokio::time::Instant;

use crate::{Moment, Sources};

/// The machine's own. Waits use the clock of the async runtime, which tests can stop.
#[derive(Debug, Clone, Copy)]
pub struct SystemSources {
    started: Instant,
}

impl SystemSources {
    /// Moments are counted from now on.
    #[must_use]
    pub fn start() -> Self {
        Self {
            started: Instant::now(),
        }
    }
}

#[async_trait]
impl Sources for SystemSources {
    fn now(&self) -> Moment {
        Moment::at(self.started.elapsed())
    }

    async fn sleep_until(&self, moment: Moment) {
        match self.started.checked_add(moment.since_start()) {
            Some(instant) => tokio::time::sleep_until(instant).await,
            // Further away than the system can count.
            None => std::future::pending().await,
        }
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the machine's time of day"
    )]
    fn epoch_milliseconds(&self) -> u64 {
        // A machine whose clock is set before 1970 has no time of day.
        let since_epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or(Duration::ZERO);
        u64::try_from(since_epoch.as_millis()).unwrap_or(u64::MAX)
    }

    fn fill(&self, bytes: &mut [u8]) -> io::Result<()> {
        getrandom::fill(bytes).map_err(|error| io::Error::other(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn sleeping_ends_at_the_moment_and_not_before() {
        let sources = SystemSources::start();
        let until = sources.now().plus(Duration::from_secs(3));
        sources.sleep_until(until).await;
        assert_eq!(sources.now(), until);
        // What is over is not waited for.
        sources
            .sleep_until(until.minus(Duration::from_secs(9)))
            .await;
        assert_eq!(sources.now(), until);
    }

    #[tokio::test(start_paused = true)]
    async fn a_moment_that_never_comes_is_waited_for_without_end() {
        let sources = SystemSources::start();
        let never = sources.sleep_until(Moment::at(Duration::MAX));
        let waited = tokio::time::timeout(Duration::from_hours(24), never).await;
        assert!(waited.is_err());
    }

    #[test]
    fn it_works_outside_of_a_runtime_and_fills_all_bytes() {
        let sources = SystemSources::start();
        let before = sources.now();
        let mut bytes = [[0; 32]; 2];
        for bytes in &mut bytes {
            sources.fill(bytes).unwrap();
        }
        assert_ne!(bytes[0], bytes[1]);
        assert_ne!(bytes[0][16..], [0; 16]);
        assert!(sources.now() >= before);
        assert!(sources.epoch_milliseconds() > 1_700_000_000_000);
    }
}
