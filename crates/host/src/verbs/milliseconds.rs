//! Milliseconds, and the execution timeouts that verbs derive from them.

use std::time::Duration;

use clawperator_contract::ExecutionTimeout;
use clawperator_contract::limits::MAX_EXECUTION_TIMEOUT_MS;
use serde_json::Value;

/// What an execution gets beyond the wait or sleep inside it, so that it does not end first.
const MARGIN_MS: f64 = 5_000.0;

/// A finite number of milliseconds. It may be negative or too large: validation refuses that where it matters.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Milliseconds(f64);

#[expect(clippy::cast_precision_loss, reason = "the bound is far below 2^53")]
const LONGEST: Milliseconds = Milliseconds(MAX_EXECUTION_TIMEOUT_MS as f64);

impl Milliseconds {
    /// What verbs give an execution unless something longer is asked for.
    pub(super) const DEFAULT: Self = Self::whole(30_000);

    /// This many; nothing where the number is not finite.
    #[must_use]
    pub fn new(milliseconds: f64) -> Option<Self> {
        milliseconds.is_finite().then_some(Self(milliseconds))
    }

    /// This many, without a fraction.
    #[must_use]
    pub const fn whole(milliseconds: u32) -> Self {
        Self(milliseconds as f64)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }

    /// The same as the system counts it; nothing where that has no such time.
    #[must_use]
    pub fn duration(self) -> Option<Duration> {
        Duration::try_from_secs_f64(self.0 / 1000.0).ok()
    }

    /// The execution timeout for a wait or sleep this long: 5000 ms more, at least 30000 and at most 120000.
    pub(super) fn with_margin(self) -> Self {
        Self((self.0 + MARGIN_MS).clamp(Self::DEFAULT.0, LONGEST.0))
    }

    pub(super) fn or_longer(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// The number as JSON, whole ones without a fraction.
    pub(super) fn to_json(self) -> Value {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "checked to be a whole number below 2^53"
        )]
        if self.0.fract() == 0.0 && self.0.abs() < 9_007_199_254_740_992.0 {
            Value::from(self.0 as i64)
        } else {
            Value::from(self.0)
        }
    }
}

impl From<ExecutionTimeout> for Milliseconds {
    fn from(timeout: ExecutionTimeout) -> Self {
        Self(timeout.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(number: f64) -> Milliseconds {
        Milliseconds::new(number).unwrap()
    }

    #[test]
    fn only_finite_numbers_are_times() {
        assert_eq!(Milliseconds::new(f64::NAN), None);
        assert_eq!(Milliseconds::new(f64::INFINITY), None);
        assert_eq!(of(1_500.0), Milliseconds::whole(1_500));
    }

    #[test]
    fn an_execution_lasts_longer_than_the_wait_in_it_within_the_bounds() {
        for (wait, timeout) in [
            (-1.0, 30_000.0),
            (0.0, 30_000.0),
            (25_000.0, 30_000.0),
            (25_000.5, 30_000.5),
            (115_000.0, 120_000.0),
            (1e300, 120_000.0),
        ] {
            assert_eq!(of(wait).with_margin(), of(timeout), "{wait}");
        }
    }

    #[test]
    fn whole_numbers_are_written_without_a_fraction() {
        for (number, written) in [
            (0.0, "0"),
            (-3.0, "-3"),
            (1_500.0, "1500"),
            (0.5, "0.5"),
            (1e300, "1e+300"),
        ] {
            assert_eq!(of(number).to_json().to_string(), written);
        }
    }
}
