//! The contract's integration tests, in one binary.

#[cfg(test)]
mod suite;
