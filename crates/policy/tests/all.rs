//! Every test of the crate, in one binary.

#[cfg(test)]
mod suite;
