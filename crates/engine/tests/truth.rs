//! The engine on whole virtual phones behind a real adb server: what it answers is held against what truly happened.

// Said again so that lints know these for tests: they may unwrap.
#[cfg(test)]
#[path = "truth/mod.rs"]
mod suite;
