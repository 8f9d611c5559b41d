//! The phone's one clock, as its screen and its shell see it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use clawperator_phone_screen as screen;
use clawperator_phone_shell as shell;

/// How fast time passes on a phone. What happens on the wire (latency, slow answers) takes real time in any case.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum ClockMode {
    /// As fast as in the world.
    #[default]
    Real,
    /// So many times as fast.
    Times(f64),
    /// Whoever waits moves the clock, so nothing takes time.
    Instant,
    /// It stands until it is advanced.
    Manual,
}

impl ClockMode {
    pub(crate) fn start(self) -> screen::ScreenClock {
        match self {
            Self::Real => screen::ScreenClock::real(),
            Self::Times(factor) => screen::ScreenClock::times(factor),
            Self::Instant => screen::ScreenClock::instant(),
            Self::Manual => screen::ScreenClock::manual(),
        }
    }
}

/// The longest that a program can sleep; nobody waits for the rest.
const LONGEST_SLEEP: Duration = Duration::from_hours(24 * 365);
/// How far the wall clock can be set: a bit more than a century after 1970.
const LATEST: Duration = Duration::from_hours(24 * 365 * 130);

/// The clock that counts from boot, and what the wall clock showed then.
#[derive(Debug)]
pub(crate) struct PhoneClock {
    since_boot: screen::ScreenClock,
    wall_at_boot: Mutex<Duration>,
}

impl PhoneClock {
    pub(crate) fn new(since_boot: screen::ScreenClock, wall_at_boot: Duration) -> Self {
        let wall_at_boot = Mutex::new(wall_at_boot.min(LATEST));
        Self {
            since_boot,
            wall_at_boot,
        }
    }

    pub(crate) fn since_boot(&self) -> &screen::ScreenClock {
        &self.since_boot
    }

    pub(crate) fn wall_at_boot(&self) -> Duration {
        *self.lock()
    }

    /// Time since 1970.
    pub(crate) fn wall(&self) -> Duration {
        self.wall_at_boot().saturating_add(self.since_boot.now())
    }

    /// Moves the wall clock by so many milliseconds and answers what it shows now. Timers are not moved.
    pub(crate) fn jump(&self, by_ms: i64) -> Duration {
        let mut wall = self.lock();
        let by = Duration::from_millis(by_ms.unsigned_abs());
        *wall = if by_ms < 0 {
            wall.saturating_sub(by)
        } else {
            wall.saturating_add(by).min(LATEST)
        };
        wall.saturating_add(self.since_boot.now())
    }

    fn lock(&self) -> MutexGuard<'_, Duration> {
        self.wall_at_boot
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl shell::ShellClock for PhoneClock {
    fn now(&self) -> SystemTime {
        UNIX_EPOCH + self.wall()
    }

    async fn sleep(&self, duration: Duration) {
        let until = self
            .since_boot
            .now()
            .saturating_add(duration.min(LONGEST_SLEEP));
        self.since_boot.sleep_until(until).await;
    }
}

#[cfg(test)]
mod tests {
    use clawperator_phone_shell::ShellClock;

    use super::*;

    #[tokio::test]
    async fn the_wall_clock_jumps_and_timers_do_not() {
        let clock = PhoneClock::new(screen::ScreenClock::manual(), Duration::from_secs(1_000));
        clock.since_boot().advance(Duration::from_secs(5));
        assert_eq!(clock.wall(), Duration::from_secs(1_005));
        assert_eq!(clock.jump(-6_000), Duration::from_secs(999));
        assert_eq!(clock.jump(i64::MIN), Duration::from_secs(5));
        assert_eq!(clock.jump(i64::MAX), LATEST + Duration::from_secs(5));
        assert_eq!(clock.since_boot().now(), Duration::from_secs(5));
    }

    #[tokio::test]
    async fn sleeping_takes_no_time_on_an_instant_clock() {
        let clock = PhoneClock::new(ClockMode::Instant.start(), Duration::ZERO);
        clock.sleep(Duration::MAX).await;
        assert_eq!(clock.wall(), LONGEST_SLEEP);
    }
}
