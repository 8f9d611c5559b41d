//! The scripted screen from outside: through its trait, its history and its faults.
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of tests fail as tests do"
)]

mod suite;
