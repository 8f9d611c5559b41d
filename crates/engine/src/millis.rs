//! Milliseconds: of the contract, and for people.

use std::time::Duration;

/// Milliseconds of the contract.
#[expect(
    clippy::expect_used,
    reason = "the contract's numbers are not negative, and none is longer than an hour"
)]
pub(crate) fn millis(value: f64) -> Duration {
    Duration::try_from_secs_f64(value / 1000.0).expect("a time within the contract's bounds")
}

/// Whole milliseconds, for people and JSON.
pub(crate) fn whole_millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
