//! What holds of an agent's words for any bytes.
//!
//! The fuzz target runs this on bytes that libFuzzer makes up; `crates/contract/tests/agent/fuzz_corpus.rs` runs it
//! on the committed corpus with every `cargo test`.

use clawperator_contract::agent::limits::MAX_REPAIRS;
use clawperator_contract::agent::{Normalized, RepairKind, normalize};
use clawperator_contract::{ErrorCode, Failure, FailureDetails, Rule};

/// Panics when an answer to `bytes` is not one that normalising may give.
pub(crate) fn check(bytes: &[u8]) {
    let answer = normalize(bytes);
    assert_eq!(answer, normalize(bytes), "the same bytes got two answers");
    match answer {
        Ok(normalized) => check_action(&normalized),
        Err(failure) => check_refused(&failure),
    }
}

fn check_action(normalized: &Normalized) {
    let written = serde_json::to_vec(&normalized.action).expect("an action serialises");
    let again = normalize(&written).expect("what is written is read");
    assert_eq!(again.action, normalized.action, "another action");
    assert_eq!(again.normalized, [], "repaired a second time");

    assert!(normalized.normalized.len() <= MAX_REPAIRS);
    let mut kinds = normalized.normalized.iter().map(|repair| repair.kind);
    if kinds.any(|kind| kind == RepairKind::Type) {
        assert_eq!(
            normalized.action.name(),
            "wait",
            "an unknown action became another"
        );
        assert!(!normalized.may_run(), "an unknown action may run");
    }
    for repair in &normalized.normalized {
        let said = serde_json::to_string(repair).expect("a repair serialises");
        assert!(said.len() < 4_096, "a long repair: {said}");
    }
}

fn check_refused(failure: &Failure) {
    let Some(FailureDetails::Validation(details)) = &failure.details else {
        panic!("a refusal without its issues: {failure:?}");
    };
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
    assert!(
        details
            .issues
            .iter()
            .all(|issue| issue.rule != Rule::Malformed || !issue.path.is_empty()),
        "a refusal without a reason: {failure:?}"
    );
    assert!(details.issues.iter().all(|issue| !issue.message.is_empty()));
}
