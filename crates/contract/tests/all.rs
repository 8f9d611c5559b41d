//! The contract's integration tests, in one binary.

#[cfg(test)]
mod agent;
#[cfg(test)]
mod suite;
