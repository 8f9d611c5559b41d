//! Time and randomness that a test decides about.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_sources::{Moment, Sources};
use tokio::time::Instant;

/// Sources of a test's own. As they start, moments go by the clock of the runtime, it is midnight on the first day of
/// 1970, and every random byte is zero, so that no delay deviates from its policy.
#[derive(Debug)]
pub struct FakeSources {
    started: Instant,
    times: u32,
    skips: Duration,
    skipped: Mutex<Duration>,
    time_of_day: AtomicU64,
    /// What randomness consists of, again and again; nothing where it fails.
    random: Option<Vec<u8>>,
}

impl FakeSources {
    /// Moments are counted from now on.
    #[must_use]
    pub fn start() -> Self {
        Self {
            started: Instant::now(),
            times: 1,
            skips: Duration::ZERO,
            skipped: Mutex::default(),
            time_of_day: AtomicU64::new(0),
            random: Some(vec![0]),
        }
    }

    /// Time passes so many times as fast as in the world, so that retries and deadlines take a part of their time. At
    /// zero it does not pass.
    #[must_use]
    pub fn times(self, times: u32) -> Self {
        Self { times, ..self }
    }

    /// Sleeps of up to this long take no time, and longer ones take all of theirs: a busy machine does not run into a
    /// limit that was made short for a test.
    #[must_use]
    pub fn skipping(self, longest: Duration) -> Self {
        Self {
            skips: longest,
            ..self
        }
    }

    /// It is this time of day, in milliseconds since the epoch.
    #[must_use]
    pub fn at(self, epoch_milliseconds: u64) -> Self {
        self.set_time_of_day(epoch_milliseconds);
        self
    }

    /// The random bytes are these, again and again.
    #[must_use]
    pub fn random(self, bytes: &[u8]) -> Self {
        Self {
            random: Some(bytes.to_owned()),
            ..self
        }
    }

    /// The machine has no random number.
    #[must_use]
    pub fn without_randomness(self) -> Self {
        Self {
            random: None,
            ..self
        }
    }

    /// From now on it is this time of day, until it is set again.
    pub fn set_time_of_day(&self, epoch_milliseconds: u64) {
        self.time_of_day
            .store(epoch_milliseconds, Ordering::Relaxed);
    }
}

#[async_trait]
impl Sources for FakeSources {
    fn now(&self) -> Moment {
        let passed = self.started.elapsed() * self.times;
        Moment::at(passed + *self.skipped.lock().unwrap())
    }

    async fn sleep_until(&self, moment: Moment) {
        let left = moment.since(self.now());
        if !self.skips.is_zero() && left <= self.skips {
            *self.skipped.lock().unwrap() += left;
            tokio::task::yield_now().await;
            return;
        }
        match left.checked_div(self.times) {
            Some(real) => tokio::time::sleep(real).await,
            None if left.is_zero() => {}
            None => std::future::pending().await,
        }
    }

    fn epoch_milliseconds(&self) -> u64 {
        self.time_of_day.load(Ordering::Relaxed)
    }

    fn fill(&self, bytes: &mut [u8]) -> io::Result<()> {
        let random = self.random.as_deref();
        let random = random.ok_or_else(|| io::Error::other("no entropy"))?;
        for (byte, random) in bytes.iter_mut().zip(random.iter().cycle()) {
            *byte = *random;
        }
        Ok(())
    }
}
