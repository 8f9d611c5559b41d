//! The programs as a shell runs them, on a screen that records what is done to it.

// Said again so that lints know these for tests: they may unwrap.
#[cfg(test)]
mod suite;
#[cfg(test)]
mod support;
