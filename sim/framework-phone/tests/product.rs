//! The product on the framework phone: scenarios, searches and a random walk, each held against the app's own record.
//!
//! Wants the feature `built-phone`, Debian's `adb` and a JDK on the path.

// Said again so that lints know these for tests: they may unwrap.
#[cfg(test)]
#[path = "product/mod.rs"]
mod product;
