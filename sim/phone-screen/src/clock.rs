//! The phone's clock. Everything that takes time on a phone takes it here, so that a test decides how fast it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

/// A clock that counts from the phone's boot. Clones are the same clock.
#[derive(Debug, Clone)]
pub struct ScreenClock(Arc<Kind>);

#[derive(Debug)]
enum Kind {
    /// Runs with the runtime's clock, so many times as fast, and is ahead of it by what it was advanced.
    Running {
        start: Instant,
        factor: f64,
        ahead: watch::Sender<Duration>,
    },
    /// Stands until it is advanced.
    Manual(watch::Sender<Duration>),
    /// Whoever waits moves it; nobody waits for long.
    Instant(AtomicU64),
}

/// The fastest and the slowest clock that is allowed.
const FACTORS: (f64, f64) = (0.001, 1_000_000.0);
/// The farthest that a clock is moved at once: a year.
pub const LONGEST_ADVANCE: Duration = Duration::from_hours(24 * 365);
/// The latest that a clock shows when it is moved; what is reckoned with it stays far from any overflow.
const LATEST: Duration = Duration::from_hours(24 * 365 * 400);

impl ScreenClock {
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
            ahead: watch::Sender::new(Duration::ZERO),
        }))
    }

    /// A clock that stands still until [`ScreenClock::advance`] moves it.
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
            Kind::Running {
                start,
                factor,
                ahead,
            } => start
                .elapsed()
                .mul_f64(*factor)
                .saturating_add(*ahead.borrow()),
            Kind::Manual(now) => *now.borrow(),
            Kind::Instant(nanos) => Duration::from_nanos(nanos.load(Ordering::Acquire)),
        }
    }

    /// Moves the clock forward, at most by [`LONGEST_ADVANCE`]. One that runs goes on from there.
    pub fn advance(&self, by: Duration) {
        let by = by.min(LONGEST_ADVANCE);
        let later = |now: Duration| now.saturating_add(by).min(LATEST);
        match &*self.0 {
            Kind::Running { ahead, .. } => ahead.send_modify(|ahead| *ahead = later(*ahead)),
            Kind::Manual(now) => now.send_modify(|now| *now = later(*now)),
            Kind::Instant(nanos) => {
                // The closure always answers, so this cannot fail.
                let _ = nanos.fetch_update(Ordering::AcqRel, Ordering::Acquire, |now| {
                    Some(nanoseconds(later(Duration::from_nanos(now))))
                });
            }
        }
    }

    /// Waits until the clock shows `moment`, without moving it: whoever only watches a phone must not hurry it.
    pub async fn reached(&self, moment: Duration) {
        if matches!(*self.0, Kind::Instant(_)) && self.now() < moment {
            // Whoever moves it asks the phone for something, and that is noticed.
            return std::future::pending().await;
        }
        self.sleep_until(moment).await;
    }

    /// Waits until the clock shows `moment`.
    pub async fn sleep_until(&self, moment: Duration) {
        match &*self.0 {
            Kind::Running {
                start,
                factor,
                ahead,
            } => {
                let mut ahead = ahead.subscribe();
                loop {
                    let left = moment
                        .saturating_sub(*ahead.borrow_and_update())
                        .min(LATEST);
                    tokio::select! {
                        () = tokio::time::sleep_until(*start + left.div_f64(*factor)) => return,
                        // The sender lives as long as `self`, so this cannot fail.
                        _ = ahead.changed() => {}
                    }
                }
            }
            Kind::Manual(now) => {
                let mut now = now.subscribe();
                // The sender lives as long as `self`, so the wait cannot fail.
                let _ = now.wait_for(|now| *now >= moment).await;
            }
            Kind::Instant(nanos) => {
                nanos.fetch_max(nanoseconds(moment), Ordering::AcqRel);
                tokio::task::yield_now().await;
            }
        }
    }
}

fn nanoseconds(duration: Duration) -> u64 {
    // Five hundred years are enough for a phone that is on.
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
