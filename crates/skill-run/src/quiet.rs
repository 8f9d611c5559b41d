//! The executor that skills run with.

use std::sync::Arc;

use async_trait::async_trait;
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Execution, Failure, RunOptions};
use clawperator_engine::{Cancel, Engine, Events, Executor};
use clawperator_policy::QuietGuard;

/// Promises that no answer names a label of a screen and that no screen is kept.
///
/// What such an executor says goes into the result of a skill as it is, so nothing else may run one.
pub trait WithholdsLabels: Executor {}

/// An engine that keeps the promise: only a guard that withholds labels makes one.
#[derive(Debug, Clone)]
pub struct QuietExecutor(Engine);

impl QuietExecutor {
    /// This engine, judged by this guard and by no other.
    #[must_use]
    pub fn new(engine: Engine, guard: QuietGuard) -> Self {
        Self(engine.guarded_by(Arc::new(guard)).keeping_no_screens())
    }
}

#[async_trait]
impl Executor for QuietExecutor {
    async fn execute(
        &self,
        execution: &Execution,
        options: RunOptions,
        events: &dyn Events,
        cancel: Cancel<'_>,
    ) -> Result<ExecutionResult, Failure> {
        self.0.execute(execution, options, events, cancel).await
    }
}

impl WithholdsLabels for QuietExecutor {}
