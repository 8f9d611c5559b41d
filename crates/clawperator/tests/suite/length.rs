//! How long a test is: short in CI, longer where somebody asks for it.

/// The number in this variable, or the usual one.
#[expect(
    clippy::disallowed_methods,
    reason = "whoever runs the test says how long it may be"
)]
pub(crate) fn number(name: &str, default: usize) -> usize {
    let asked = std::env::var(name).ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(default)
}
