//! The client against real adb servers and a phone with the real device side of adb.
#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests may fail a test as the tests themselves do"
)]

mod suite;
