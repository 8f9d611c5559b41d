//! What is written before a run begins.

use std::time::Duration;

use clawperator_contract::runs::{AcceptedRun, Asker, RUN_VERSION};
use clawperator_contract::{Execution, TraceDetail};

use crate::run_id::RunId;

/// A run that is about to begin.
#[derive(Debug, Clone)]
pub struct NewRun<'a> {
    /// What is to be run.
    pub execution: &'a Execution,
    /// Who asked.
    pub asker: &'a Asker,
    /// The caller's own key for this run.
    pub idempotency_key: Option<&'a str>,
    /// The profile that judges it.
    pub profile: &'a str,
    /// The phone's serial.
    pub device_id: &'a str,
    /// How much is kept.
    pub detail: TraceDetail,
    /// Whether nothing that a screen shows may be kept.
    pub withheld: bool,
}

impl NewRun<'_> {
    /// The first line.
    pub(super) fn accepted(&self, run: &RunId, accepted_at_ms: u64) -> AcceptedRun {
        let seconds = self.execution.timeout_ms().get() / 1000.0;
        let timeout = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        AcceptedRun {
            version: RUN_VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            run: run.to_string(),
            accepted_at_ms,
            idempotency_key: self.idempotency_key.map(str::to_owned),
            asker: self.asker.clone(),
            profile: self.profile.to_owned(),
            device_id: self.device_id.to_owned(),
            command_id: self.execution.command_id().as_str().to_owned(),
            task_id: self.execution.task_id().as_str().to_owned(),
            step_count: self.execution.actions().len(),
            timeout_ms: u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX),
            trace: self.detail,
            withheld: self.withheld,
        }
    }
}
