//! `exec`: a payload from a file, standard input or the command line.

use clawperator_contract::{ErrorCode, Failure, FailureDetails, Rule, validate, validate_within};

use super::run_execution::{SnapshotChoice, run_execution};
use super::source::Source;
use crate::args::{ExecArgs, LogLevel};
use crate::context::{Answer, Context};
use crate::verbs::{execution_timeout, named_files};

pub(super) fn exec(args: &ExecArgs, context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    let source = Source::of(args)?;
    let timeout = execution_timeout(context.global)?;
    context.files = named_files(&args.host_files)?;
    let payload = source.read(context.stdin)?;
    let described = source.describe();
    let size = payload.len();
    context.printer.diagnose(
        LogLevel::Debug,
        &format!("payload of {size} bytes read from {described}"),
    );
    let started = context.sources.now();
    let validated = match timeout {
        None => validate(&payload),
        Some(timeout) => validate_within(&payload, timeout),
    };
    let validated = validated.map_err(|failure| name_source(failure, &source))?;
    run_execution(
        validated,
        started,
        &args.run,
        SnapshotChoice::default(),
        context,
    )
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
