//! The one way in.

use async_trait::async_trait;
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Execution, Failure, RunOptions};

use crate::events::Events;

/// Takes an execution, says what happens on the way, and answers.
///
/// Dropping the future cancels the run: nothing is sent after that, and what was in flight may or may not happen.
/// A caller that wants to know how far it came lets the `cancel` future end and keeps waiting.
#[async_trait]
pub trait Executor: Send + Sync {
    /// Runs an execution to its end.
    async fn execute(
        &self,
        execution: &Execution,
        options: RunOptions,
        events: &dyn Events,
        cancel: Cancel<'_>,
    ) -> Result<ExecutionResult, Failure>;
}

/// Ends when the run shall end early.
pub type Cancel<'a> = std::pin::Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// Never ends.
#[must_use]
pub fn never<'a>() -> Cancel<'a> {
    Box::pin(std::future::pending())
}
