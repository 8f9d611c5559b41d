//! The protocol of the Operator: vectors that Java reads too, and whatever bytes there are.

// Said again so that lints know these for tests: they may unwrap.
#[cfg(test)]
mod suite;
