//! Where waiting goes through, so that a phone with a clock of its own decides how long it takes.

use std::time::Duration;

use async_trait::async_trait;

/// A clock that can be waited on.
#[async_trait]
pub trait Delay: Send + Sync + 'static {
    /// Waits for as long as `duration` lasts on this clock.
    async fn wait(&self, duration: Duration);
}

/// The runtime's clock, which tests can pause.
#[derive(Debug, Clone, Copy, Default)]
pub struct RuntimeDelay;

#[async_trait]
impl Delay for RuntimeDelay {
    async fn wait(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}
