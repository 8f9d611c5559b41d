//! Time and chance, as they are handed to the engine.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use tokio::time::Instant;

/// A moment of a [`Clock`], counted from a start that only the clock knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Duration);

impl Moment {
    /// The moment that is this long after the clock's start.
    #[must_use]
    pub const fn at(since_start: Duration) -> Self {
        Self(since_start)
    }

    /// This moment and some time.
    #[must_use]
    pub const fn plus(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration))
    }

    /// This moment without some time; the clock's start when that is longer ago.
    #[must_use]
    pub const fn minus(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(duration))
    }

    /// How long this moment is after another one; nothing when it is not.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// The time by which waits and deadlines go.
#[async_trait]
pub trait Clock: fmt::Debug + Send + Sync {
    fn now(&self) -> Moment;

    /// Waits until a moment.
    async fn sleep_until(&self, moment: Moment);
}

/// The clock of the runtime, which tests can stop and turn.
#[derive(Debug, Clone, Copy)]
pub struct TokioClock {
    start: Instant,
}

impl TokioClock {
    /// A clock that starts now.
    #[must_use]
    pub fn start() -> Self {
        Self {
            start: Instant::now(),
        }
    }
}

#[async_trait]
impl Clock for TokioClock {
    fn now(&self) -> Moment {
        Moment(self.start.elapsed())
    }

    async fn sleep_until(&self, moment: Moment) {
        match self.start.checked_add(moment.0) {
            Some(instant) => tokio::time::sleep_until(instant).await,
            None => std::future::pending().await,
        }
    }
}

/// The time of day, for what must be known to another process.
pub trait TimeOfDay: fmt::Debug + Send + Sync {
    /// Milliseconds since the epoch.
    fn epoch_milliseconds(&self) -> u64;
}

/// A time of day that stands still: near enough for a command that ends within minutes.
#[derive(Debug, Clone, Copy)]
pub struct FixedTime(pub u64);

impl TimeOfDay for FixedTime {
    fn epoch_milliseconds(&self) -> u64 {
        self.0
    }
}

/// Where the randomness of retry delays comes from.
pub trait Jitter: fmt::Debug + Send + Sync {
    /// A number from -1 to 1.
    fn next(&self) -> f64;
}

/// No randomness: every delay is as its policy says.
#[derive(Debug, Clone, Copy)]
pub struct NoJitter;

impl Jitter for NoJitter {
    fn next(&self) -> f64 {
        0.0
    }
}
