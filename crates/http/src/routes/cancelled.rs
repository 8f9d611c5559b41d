//! A run that ends with whoever waits for it.

use std::sync::Arc;

use clawperator_host::jobs::Job;

/// Cancels a run when it is dropped: the connection closed, and nobody hears the answer.
#[derive(Debug)]
pub(super) struct CancelledWithConnection(Option<Arc<Job>>);

impl CancelledWithConnection {
    pub(super) const fn new(job: Arc<Job>) -> Self {
        Self(Some(job))
    }

    /// The run goes on by itself.
    pub(super) fn let_go(mut self) {
        self.0 = None;
    }
}

impl Drop for CancelledWithConnection {
    fn drop(&mut self) {
        if let Some(job) = &self.0 {
            job.cancel();
        }
    }
}
