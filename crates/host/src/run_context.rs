//! Which run a task works for, so that what it asks a person says who asked.
//!
//! The guard that asks is made before the run has a name, and knows nothing of surfaces. So a run says this of itself
//! while it is under way, to whatever it calls.

use std::future::Future;
use std::sync::Arc;

use clawperator_contract::runs::Asker;

use crate::approvals::Awaited;

tokio::task_local! {
    static CURRENT: RunContext;
}

/// The run that is under way in a task.
#[derive(Debug, Clone)]
pub(crate) struct RunContext {
    /// Who asked for it.
    pub(crate) asker: Asker,
    /// Its name.
    pub(crate) run: String,
    /// The question that it waits for, if it is a run that waits for persons. What it leaves is withdrawn with the last
    /// of these.
    pub(crate) awaited: Option<Arc<Awaited>>,
}

impl RunContext {
    /// The run that this task works for, if it is one's.
    pub(crate) fn current() -> Option<Self> {
        CURRENT.try_with(Clone::clone).ok()
    }

    /// Does this for the run.
    pub(crate) async fn during<F: Future>(self, work: F) -> F::Output {
        CURRENT.scope(self, work).await
    }
}
