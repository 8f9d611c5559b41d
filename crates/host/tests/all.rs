//! The host's integration tests, in one binary.

#[cfg(test)]
mod suite;
