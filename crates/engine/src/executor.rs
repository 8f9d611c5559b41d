//! The one way in.

use async_trait::async_trait;
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Execution, Failure};

use crate::events::Events;

/// What a caller wants besides the execution itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether to read the screen again after the last act and to answer what changed.
    pub settle: bool,
    /// What snapshots carry besides the hierarchy.
    pub snapshot: SnapshotForm,
}

/// What a snapshot carries besides the hierarchy, in `data` under the form's own name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SnapshotForm {
    /// Nothing.
    #[default]
    Xml,
    /// The compact text.
    Compact,
    /// The tree as JSON.
    Tree,
    /// What changed since the previous snapshot.
    Diff,
}

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
        options: Options,
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
