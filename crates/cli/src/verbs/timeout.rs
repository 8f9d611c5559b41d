//! Times from the command line, and what `--timeout` means.

use clawperator_contract::limits::{MAX_EXECUTION_TIMEOUT_MS, MIN_EXECUTION_TIMEOUT_MS};
use clawperator_contract::{ErrorCode, ExecutionTimeout, Failure, Issue, Rule};
use clawperator_host::verbs::Milliseconds;

use crate::args::GlobalArgs;

/// The time that was typed: `2s`, `1500ms` or milliseconds without a unit, if it is a number and finite.
pub(crate) fn milliseconds(text: &str) -> Option<Milliseconds> {
    let (number, unit) = if let Some(number) = text.strip_suffix("ms") {
        (number, 1.0)
    } else if let Some(number) = text.strip_suffix('s') {
        (number, 1_000.0)
    } else {
        (text, 1.0)
    };
    let number: f64 = number.trim_end().parse().ok()?;
    Milliseconds::new(number * unit)
}

/// The execution timeout that `--timeout` asks for, checked as a payload's would be.
pub(crate) fn execution_timeout(global: &GlobalArgs) -> Result<Option<ExecutionTimeout>, Failure> {
    let Some(typed) = &global.timeout else {
        return Ok(None);
    };
    let Some(timeout) = milliseconds(typed) else {
        return Err(bad_timeout(
            Rule::WrongType,
            "timeoutMs must be a finite number".to_owned(),
        ));
    };
    let timeout = ExecutionTimeout::new(timeout.get());
    if timeout.is_none() {
        let message = format!(
            "timeoutMs must be between {MIN_EXECUTION_TIMEOUT_MS} and {MAX_EXECUTION_TIMEOUT_MS}"
        );
        return Err(bad_timeout(Rule::OutOfRange, message));
    }
    Ok(timeout)
}

fn bad_timeout(rule: Rule, message: String) -> Failure {
    let mut issue = Issue::of_document(rule, message)
        .with_hint("--timeout sets it: 5s, 1500ms, or milliseconds");
    "timeoutMs".clone_into(&mut issue.path);
    Failure::refused(ErrorCode::ExecutionValidationFailed, vec![issue], 1)
}
