//! What pictures become, on made-up ones: one binary for all suites.

mod suite;
