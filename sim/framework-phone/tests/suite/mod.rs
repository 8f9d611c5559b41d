#[cfg(feature = "built-phone")]
mod built;
mod fake;
#[cfg(feature = "built-phone")]
mod tools;
