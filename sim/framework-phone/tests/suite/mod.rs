#[cfg(feature = "built-phone")]
mod built;
#[cfg(feature = "built-phone")]
mod check;
mod fake;
#[cfg(feature = "built-phone")]
mod tools;
