//! How often and how patiently a step looks again.

use std::time::Duration;

use clawperator_contract::{Retry, RetryPolicy, RetryPreset};

use crate::clock::Jitter;

/// The attempts that a policy still allows.
#[derive(Debug)]
pub(crate) struct Attempts {
    policy: RetryPolicy,
    made: u32,
    delay_ms: f64,
}

impl Attempts {
    /// The attempts of a payload's retry object, or of the action's preset when it has none.
    pub(crate) fn of(retry: Option<&Retry>, preset: RetryPreset) -> Self {
        let policy = retry.map_or_else(|| preset.policy(), Retry::policy);
        Self {
            delay_ms: policy.initial_delay_ms,
            policy,
            made: 1,
        }
    }

    /// The delay before the next attempt, or nothing when there is none left.
    pub(crate) fn next_delay(&mut self, jitter: &dyn Jitter) -> Option<Duration> {
        if self.made >= self.policy.max_attempts {
            return None;
        }
        self.made += 1;
        let delay = self.delay_ms.min(self.policy.max_delay_ms);
        self.delay_ms =
            (self.delay_ms * self.policy.backoff_multiplier).min(self.policy.max_delay_ms);
        let stray = jitter.next().clamp(-1.0, 1.0) * self.policy.jitter_ratio;
        let millis = (delay * (1.0 + stray)).max(0.0);
        Some(Duration::from_secs_f64(millis / 1000.0))
    }
}

/// The pauses of a wait that has a deadline and no policy: short at first, longer while nothing happens.
#[derive(Debug)]
pub(crate) struct Polls {
    pause: Duration,
}

impl Polls {
    const FIRST: Duration = Duration::from_millis(50);
    const LONGEST: Duration = Duration::from_millis(500);

    pub(crate) const fn new() -> Self {
        Self { pause: Self::FIRST }
    }

    pub(crate) fn next_pause(&mut self) -> Duration {
        let pause = self.pause;
        self.pause = (pause * 3 / 2).min(Self::LONGEST);
        pause
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::NoJitter;

    #[derive(Debug)]
    struct Full;

    impl Jitter for Full {
        fn next(&self) -> f64 {
            1.0
        }
    }

    fn delays(mut attempts: Attempts, jitter: &dyn Jitter) -> Vec<u128> {
        std::iter::from_fn(|| attempts.next_delay(jitter))
            .map(|delay| delay.as_millis())
            .collect()
    }

    #[test]
    fn presets_wait_as_the_table_says() {
        let of = |preset| delays(Attempts::of(None, preset), &NoJitter);
        assert_eq!(of(RetryPreset::UiReadiness), [500, 1000, 2000, 3000]);
        assert_eq!(of(RetryPreset::UiScroll), [400, 800, 1600]);
        assert_eq!(of(RetryPreset::AppLaunch), [750, 1500, 3000]);
        assert_eq!(of(RetryPreset::AppClose), [400, 800, 1600]);
        assert!(of(RetryPreset::None).is_empty());
        let strayed = delays(Attempts::of(None, RetryPreset::UiReadiness), &Full);
        assert_eq!(strayed, [575, 1150, 2300, 3450]);
    }

    #[test]
    fn an_empty_retry_object_is_one_attempt() {
        let retry = Retry::default();
        let attempts = Attempts::of(Some(&retry), RetryPreset::UiReadiness);
        assert!(delays(attempts, &NoJitter).is_empty());
    }

    #[test]
    fn polls_grow_to_half_a_second() {
        let mut polls = Polls::new();
        let pauses: Vec<_> = (0..8).map(|_| polls.next_pause().as_millis()).collect();
        assert_eq!(pauses.first(), Some(&50));
        assert_eq!(pauses.last(), Some(&500));
        assert!(pauses.is_sorted());
    }
}
