//! The integration tests of running skills, in one binary.

#[cfg(test)]
mod suite;
