#[cfg(feature = "built-phone")]
mod built;
mod fake;
