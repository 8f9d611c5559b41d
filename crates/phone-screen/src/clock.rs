//! The phone's clock. Everything that takes time on a phone takes it here, so that a test decides how fast it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

/// A clock that counts from the phone's boot. Clones are the same clock.
#[derive(Debug, Clone)]
pub struct Clock(Arc<Kind>);

#[derive(Debug)]
enum Kind {
    /// Runs with the runtime's clock, so many times as fast.
    Running { start: Instant, factor: f64 },
    /// Stands until it is advanced.
    Manual(watch::Sender<Duration>),
    /// Whoever waits moves it; nobody waits for long.
    Instant(AtomicU64),
}

/// The fastest and the slowest clock that is allowed.
const FACTORS: (f64, f64) = (0.001, 1_000_000.0);

impl Clock {
    /// A clock that runs as real time does.
    #[must_use]
    pub fn real() -> Self {
        Self::times(1.0)
    }

    /// A clock that runs `factor` times as fast as real time.
    #[must_use]
    pub fn times(factor: f64) -> Self {
        let factor = if factor.is_finite() {
            factor.clamp(FACTORS.0, FACTORS.1)
        } else {
            1.0
        };
        Self(Arc::new(Kind::Running {
            start: Instant::now(),
            factor,
        }))
    }

    /// A clock that stands still until [`Clock::advance`] moves it.
    #[must_use]
    pub fn manual() -> Self {
        Self(Arc::new(Kind::Manual(watch::Sender::new(Duration::ZERO))))
    }

    /// A clock that jumps to whatever moment somebody waits for: nothing takes real time.
    #[must_use]
    pub fn instant() -> Self {
        Self(Arc::new(Kind::Instant(AtomicU64::new(0))))
    }

    /// Time since boot.
    #[must_use]
    pub fn now(&self) -> Duration {
        match &*self.0 {
            Kind::Running { start, factor } => start.elapsed().mul_f64(*factor),
            Kind::Manual(now) => *now.borrow(),
            Kind::Instant(nanos) => Duration::from_nanos(nanos.load(Ordering::Acquire)),
        }
    }

    /// Moves a clock that stands still; one that runs is not changed.
    pub fn advance(&self, by: Duration) {
        match &*self.0 {
            Kind::Running { .. } => {}
            Kind::Manual(now) => now.send_modify(|now| *now = now.saturating_add(by)),
            Kind::Instant(nanos) => {
                nanos.fetch_add(
                    u64::try_from(by.as_nanos()).unwrap_or(u64::MAX),
                    Ordering::AcqRel,
                );
            }
        }
    }

    /// Waits until the clock shows `moment`.
    pub async fn sleep_until(&self, moment: Duration) {
        match &*self.0 {
            Kind::Running { start, factor } => {
                tokio::time::sleep_until(*start + moment.div_f64(*factor)).await;
            }
            Kind::Manual(now) => {
                let mut now = now.subscribe();
                // The sender lives as long as `self`, so the wait cannot fail.
                let _ = now.wait_for(|now| *now >= moment).await;
            }
            Kind::Instant(nanos) => {
                nanos.fetch_max(
                    u64::try_from(moment.as_nanos()).unwrap_or(u64::MAX),
                    Ordering::AcqRel,
                );
                tokio::task::yield_now().await;
            }
        }
    }
}
