//! What is true of every answer, whatever was asked.

use clawperator_contract::wrappers::{ExecutionResult, TerminalSource};
use clawperator_contract::{Action, DataKey, ErrorCode, Failure, Status, StepResult, validate};
use serde_json::{Value, json};

/// Texts that are longer are only told by their length.
const LONG: usize = 300;

/// Reports what is wrong with the envelope of a payload, whatever the steps came to.
pub fn check_envelope(payload: &Value, result: &ExecutionResult, wrong: &mut Vec<String>) {
    let execution = validate(payload.to_string().as_bytes()).unwrap().execution;
    let envelope = &result.envelope;
    let mut must = |holds: bool, what: &str| {
        if !holds {
            wrong.push(format!("{what}: {}", json!(envelope)));
        }
    };
    must(
        result.is_canonical_terminal
            && result.terminal_source == TerminalSource::ClawperatorResult
            && envelope.command_id == execution.command_id().as_str()
            && envelope.task_id == execution.task_id().as_str(),
        "the wrapper and the ids",
    );
    let named = |(action, step): (&Action, &StepResult)| {
        action.id.as_str() == step.id && action.action_type().name() == step.action_type
    };
    let steps = &envelope.step_results;
    must(
        execution.actions().len() == steps.len()
            && execution.actions().iter().zip(steps).all(named),
        "one result for each action, in order",
    );
    must(
        steps
            .iter()
            .all(|step| step.unlisted_keys().next().is_none()),
        "every key of a step is in its action's rows",
    );
    let Some(at) = steps.iter().position(|step| !step.success) else {
        must(
            envelope.status == Status::Success
                && envelope.error.is_none()
                && envelope.error_code.is_none()
                && envelope.hint.is_none(),
            "a success has no error",
        );
        return;
    };
    let failed = &steps[at];
    let code = failed.get(DataKey::Error);
    let message = failed.get(DataKey::Message).unwrap_or_default();
    must(
        envelope.status == Status::Failed
            && envelope.error_code.as_deref() == code
            && code.is_some_and(|code| ErrorCode::from_name(code).is_some())
            && !message.is_empty()
            && envelope
                .error
                .as_ref()
                .is_some_and(|error| error.contains(message) && error.contains(&failed.id))
            && envelope.hint.is_some(),
        "the first failed step is what the envelope tells",
    );
    let not_run = |step: &StepResult| {
        step.get(DataKey::Error) == Some(ErrorCode::StepNotRun.name())
            && step
                .get(DataKey::Message)
                .is_some_and(|message| message.contains(&failed.id))
    };
    must(
        steps[at + 1..].iter().all(not_run),
        "what follows a failed step is not run",
    );
}

/// An answer for whoever looks for the reason: whole screens are only told by their length.
#[must_use]
pub fn in_short(answer: &Result<ExecutionResult, Failure>) -> Value {
    let mut short = match answer {
        Ok(result) => json!(result.envelope.step_results),
        Err(failure) => json!(failure),
    };
    if let Value::Array(steps) = &mut short {
        for step in steps {
            let text = step["data"]["text"].as_str().unwrap_or_default();
            if text.len() > LONG {
                step["data"]["text"] = json!(format!("{} bytes", text.len()));
            }
        }
    }
    short
}
