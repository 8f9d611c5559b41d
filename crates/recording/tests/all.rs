//! One binary for all suites.

mod suite;
