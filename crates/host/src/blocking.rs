//! File work of async code.

use clawperator_contract::{ErrorCode, Failure};
use tokio::task::spawn_blocking;

/// Does what waits for the disk, or takes a processor for a while, where nobody else is kept waiting by it.
pub async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let done = spawn_blocking(work).await;
    done.map_err(|error| Failure::new(ErrorCode::InternalError, error.to_string()))?
}

/// Does work that may wait for a disk, on a thread where nobody else is kept waiting by it.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match spawn_blocking(work).await {
        Ok(done) => done,
        // It is never cancelled, so it has panicked, and so does whoever waits for it.
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}
