//! The executor that skills run with.

use std::sync::Arc;

use clawperator_engine::{Engine, Executor};
use clawperator_policy::QuietGuard;

/// An executor that names no label of a screen in its refusals and keeps no screen.
///
/// What it answers is told as it is in the result of a skill, so nothing else may run one: only a guard that withholds
/// labels makes it.
#[derive(Debug, Clone)]
pub struct QuietExecutor(Engine);

impl QuietExecutor {
    /// This engine, judged by this guard and by no other.
    #[must_use]
    pub fn new(engine: Engine, guard: QuietGuard) -> Self {
        Self(engine.guarded_by(Arc::new(guard)).keeping_no_screens())
    }

    pub(crate) fn executor(&self) -> &dyn Executor {
        &self.0
    }
}
