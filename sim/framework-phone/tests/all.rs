//! The screen in another process, against a host that is made to fail, and on the phone that was built.
//!
//! The first kind needs `python3` on the path. The second kind needs the feature `built-phone`, Debian's `adb` and a
//! JDK on the path, the variable `FRAMEWORK_PHONE`, the folder that `sim/framework-phone/jvm/build` wrote, and what
//! `sim/virtual-phone/tests/tools/setup.sh` prints: the tools that people drive phones with.

// Said again so that lints know these for tests: they may unwrap.
#[cfg(test)]
mod suite;
#[cfg(test)]
mod support;
