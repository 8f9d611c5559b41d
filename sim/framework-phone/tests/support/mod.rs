//! What the tests share.

#[cfg(feature = "built-phone")]
pub(crate) mod adb;
pub(crate) mod fake;
#[cfg(feature = "built-phone")]
pub(crate) mod phone;
