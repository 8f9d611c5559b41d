//! The skills crate's integration tests, in one binary.

#[cfg(test)]
mod suite;
