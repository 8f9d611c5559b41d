//! Every test of this crate that goes through its public side.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests may fail a test as the tests themselves do"
)]

mod suite;
