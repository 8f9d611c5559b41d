//! The real binary on pages that try to make a press go wrong, judged by the virtual phone's own record.

// Said again so that lints know these for tests: they may unwrap.
#[cfg(test)]
#[path = "touches/mod.rs"]
mod suite;
