//! The engine on a phone that is played by the test: order, time, retries, evidence, cancellation.

// Said again so that lints know these for tests: they may unwrap.
#[cfg(test)]
mod suite;
