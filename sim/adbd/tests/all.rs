//! The device side of adb, driven by the real adb programs and by hand-made packets.
//!
//! They need Debian's `adb` on the path, and in `ADB36` the path of the one inside the wheel `adbutils` 2.12.0.

// Said again so that lints know these for tests: they may unwrap.
#[cfg(test)]
mod suite;
#[cfg(test)]
mod support;
