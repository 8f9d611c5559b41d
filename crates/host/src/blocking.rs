//! File work of async code.

use tokio::task::spawn_blocking;

/// Does work that may wait for a disk, on a thread where nobody else is kept waiting by it.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match spawn_blocking(work).await {
        Ok(done) => done,
        // It is never cancelled, so it has panicked, and so does whoever waits for it.
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}
