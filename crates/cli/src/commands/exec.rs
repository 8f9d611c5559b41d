//! `exec`: a payload from a file, standard input or the command line.

use clawperator_contract::{
    ErrorCode, Failure, FailureDetails, Issue, Rule, SnapshotForm, Validated, validate,
};
use serde_json::Value;

use super::run_execution::run_execution;
use super::source::Source;
use crate::args::{ExecArgs, LogLevel};
use crate::context::{Answer, Context};
use crate::verbs::{Milliseconds, execution_timeout};

pub(super) fn exec(args: &ExecArgs, context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    let source = Source::of(args)?;
    let timeout = execution_timeout(context.global.timeout.as_deref())?;
    let payload = source.read(context.stdin)?;
    let described = source.describe();
    let size = payload.len();
    context.printer.diagnose(
        LogLevel::Debug,
        &format!("payload of {size} bytes read from {described}"),
    );
    let started = context.sources.monotonic();
    let validated = match timeout {
        None => validate(&payload),
        Some(timeout) => validate_with_timeout(&payload, timeout),
    };
    let validated = validated.map_err(|failure| name_source(failure, &source))?;
    run_execution(
        validated,
        started,
        &args.run,
        SnapshotForm::default(),
        context,
    )
}

/// Validates a payload with its `timeoutMs` replaced.
///
/// The payload is validated as it was written first: reading it into a `Value` at once would lose duplicate keys
/// before they could be refused. What is wrong with the replaced timeout itself does not matter, but that there is
/// one does.
fn validate_with_timeout(payload: &[u8], timeout: Milliseconds) -> Result<Validated, Failure> {
    match validate(payload) {
        Ok(Validated {
            execution,
            warnings,
        }) => {
            let canonical = serde_json::to_value(&execution).unwrap_or_default();
            let Validated { execution, .. } = validate(&with_timeout(canonical, timeout))?;
            Ok(Validated {
                execution,
                warnings,
            })
        }
        Err(failure) => {
            let failure = without_timeout_issues(failure)?;
            match serde_json::from_slice(payload) {
                Ok(written) => validate(&with_timeout(written, timeout)),
                Err(_) => Err(failure),
            }
        }
    }
}

fn with_timeout(mut payload: Value, timeout: Milliseconds) -> Vec<u8> {
    if let Some(fields) = payload.as_object_mut() {
        fields.remove("timeout_ms");
        fields.insert("timeoutMs".to_owned(), timeout.to_json());
    }
    // A value that was just read serialises again.
    serde_json::to_vec(&payload).unwrap_or_default()
}

/// The failure itself when the replaced timeout was all that is wrong, else an error with what is left of it.
fn without_timeout_issues(mut failure: Failure) -> Result<Failure, Failure> {
    let Some(FailureDetails::Validation(details)) = &mut failure.details else {
        return Err(failure);
    };
    let before = details.issues.len();
    details.issues.retain(|issue| !is_mended(issue));
    details.issue_count = details
        .issue_count
        .saturating_sub(before.saturating_sub(details.issues.len()));
    let Some(first) = details.issues.first().cloned() else {
        return Ok(failure);
    };
    details.path = first.path;
    details.input_path = first.input_path;
    details.action_id = first.action_id;
    details.action_type = first.action_type;
    details.hint = first.hint;
    failure.message = first.message;
    Err(failure)
}

fn is_mended(issue: &Issue) -> bool {
    issue.path == "timeoutMs" && matches!(issue.rule, Rule::OutOfRange | Rule::WrongType)
}

/// Says which file holds what is no JSON: it may be the wrong one.
fn name_source(failure: Failure, source: &Source) -> Failure {
    let is_syntax = match &failure.details {
        Some(FailureDetails::Validation(details)) => details
            .issues
            .first()
            .is_some_and(|issue| issue.rule == Rule::JsonSyntax),
        _ => false,
    };
    if is_syntax && failure.code == ErrorCode::ExecutionValidationFailed {
        let hint = format!("the payload was read from {}", source.describe());
        return failure.with_hint(hint);
    }
    failure
}
