//! What the tests share: a toy phone, the adb programs, and a peer that speaks packets.

pub(crate) mod adb;
pub(crate) mod peer;
pub(crate) mod phone;

use std::time::Duration;

/// How long anything may take before a test fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Waits for something that must happen.
pub(crate) async fn in_time<T>(what: &str, future: impl Future<Output = T>) -> T {
    let done = tokio::time::timeout(PATIENCE, future).await;
    done.unwrap_or_else(|_| panic!("waited in vain until {what}"))
}
