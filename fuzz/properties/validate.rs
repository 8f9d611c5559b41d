//! What holds of `validate` for any bytes.
//!
//! The fuzz target runs this on bytes that libFuzzer makes up; `crates/contract/tests/suite/fuzz_corpus.rs` runs it
//! on the committed corpus with every `cargo test`.

use clawperator_contract::limits::{MAX_PAYLOAD_BYTES, MAX_REPORTED_ISSUES};
use clawperator_contract::{
    ActionParams, ErrorCode, Failure, FailureDetails, Pattern, Rule, Validated, Warning,
    WarningRule, validate,
};

/// Panics when an answer to `bytes` is not one that validation may give.
pub(crate) fn check(bytes: &[u8]) {
    let answer = validate(bytes);
    assert_eq!(answer, validate(bytes), "the same bytes got two answers");
    match answer {
        Ok(validated) => check_accepted(&validated),
        Err(failure) => check_refused(&failure),
    }
}

fn check_accepted(validated: &Validated) {
    let canonical = validated.execution.to_canonical_json();
    assert!(
        canonical.len() <= MAX_PAYLOAD_BYTES,
        "accepted with {} bytes",
        canonical.len()
    );

    let again = validate(canonical.as_bytes()).unwrap_or_else(|failure| {
        panic!("the canonical form is refused: {failure:?}\n{canonical}")
    });
    assert_eq!(
        again.execution.to_canonical_json(),
        canonical,
        "canonical JSON is not its own canonical form"
    );
    assert_eq!(again.execution, validated.execution);
    // A clamped value stays as written and is warned of each time; whatever was left out is gone for good.
    assert_eq!(
        by_path(&again.warnings),
        by_path(&clamps(&validated.warnings))
    );

    for action in validated.execution.actions() {
        if let ActionParams::ReadText(params) = &action.params
            && let Some(pattern) = &params.validator_pattern
            && let Err(error) = Pattern::compile(pattern.as_str())
        {
            panic!("an accepted pattern does not compile when it is needed: {error:?}");
        }
    }
}

fn clamps(warnings: &[Warning]) -> Vec<Warning> {
    warnings
        .iter()
        .filter(|warning| warning.rule == WarningRule::Clamped)
        .map(|warning| Warning {
            input_path: None,
            ..warning.clone()
        })
        .collect()
}

fn by_path(warnings: &[Warning]) -> Vec<&Warning> {
    let mut warnings: Vec<_> = warnings.iter().collect();
    warnings.sort_by_key(|warning| &warning.path);
    warnings
}

fn check_refused(failure: &Failure) {
    let Some(FailureDetails::Validation(details)) = &failure.details else {
        panic!("a refusal without its issues: {failure:?}");
    };
    let first = details
        .issues
        .first()
        .expect("a refusal names at least one issue");
    assert_eq!(failure.message, first.message);
    assert_eq!(details.path, first.path);
    assert!(
        details.issues.iter().all(|issue| !issue.message.is_empty()),
        "an issue says nothing: {failure:?}"
    );

    let size = details
        .issues
        .iter()
        .any(|issue| issue.rule == Rule::PayloadSize);
    let expected = if size {
        ErrorCode::PayloadTooLarge
    } else {
        ErrorCode::ExecutionValidationFailed
    };
    assert_eq!(failure.code, expected);

    assert!(details.issues.len() <= MAX_REPORTED_ISSUES);
    if details.issues.len() < MAX_REPORTED_ISSUES {
        assert_eq!(details.issue_count, details.issues.len());
    } else {
        assert!(details.issue_count >= MAX_REPORTED_ISSUES);
    }
    serde_json::to_vec(failure).expect("a failure serialises");
}
