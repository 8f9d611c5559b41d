//! Work that waits for the disk.

use clawperator_contract::{ErrorCode, Failure};

/// Does what waits for the disk where nobody else is kept waiting by it.
pub(crate) async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Failure::new(ErrorCode::InternalError, error.to_string()))?
}
