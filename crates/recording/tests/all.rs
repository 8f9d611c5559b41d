//! One binary for all suites.

#[cfg(test)]
mod suite;
