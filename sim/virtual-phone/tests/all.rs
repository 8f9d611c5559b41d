//! The whole phone, driven by real adb servers, by tools that other people wrote, and by a client made by hand.
//!
//! They need Debian's `adb` on the path and what `tests/tools/setup.sh` installs; it prints the variables to set:
//! `ADB36`, `ADB_PYTHON` and `MOBILE_MCP`.

// Said again so that lints know these for tests: they may unwrap.
#[cfg(test)]
mod suite;
#[cfg(test)]
mod support;
