//! The command line's integration tests, in one binary.

#[cfg(test)]
mod suite;
