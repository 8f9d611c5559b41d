//! From step results to an envelope: one rule for status, error, code and hint.

use clawperator_contract::{Advice, DataKey, Envelope, Execution, Status, StepResult};

/// The envelope of these results.
///
/// A failed step makes the run failed, with the first failed step's code and message; otherwise everything succeeded
/// and there is neither error nor hint.
pub(crate) fn envelope(execution: &Execution, step_results: Vec<StepResult>) -> Envelope {
    let failed = step_results.iter().find(|step| !step.success);
    let value = |key: DataKey| Some(failed?.get(key)?.to_owned());
    let error_code = value(DataKey::Error);
    let error = failed.map(|step| {
        let message = value(DataKey::Message).unwrap_or_else(|| "it failed".to_owned());
        format!("step '{}' ({}): {message}", step.id, step.action_type)
    });
    // A hint of the step's own is about this very step; the table's is for any.
    let (hint, next) = Advice::into_parts(failed.and_then(StepResult::advice));
    Envelope {
        command_id: execution.command_id().as_str().to_owned(),
        task_id: execution.task_id().as_str().to_owned(),
        status: if failed.is_some() {
            Status::Failed
        } else {
            Status::Success
        },
        error,
        error_code,
        hint,
        next,
        step_results,
    }
}
