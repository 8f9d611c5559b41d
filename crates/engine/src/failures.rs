//! How a run ends that has no envelope: refused, cancelled, out of time, or on a phone that is gone.

use std::time::Duration;

use clawperator_contract::{Advice, ErrorCode, Failure, FailureDetails, InterruptedDetails, Next};
use clawperator_device::driver::{Driver, Unavailable};

use crate::events::NotWritten;
use crate::guard::Verdict;
use crate::millis::whole_millis;

/// The failure where it cannot be written down that a run begins.
pub(crate) fn not_written(error: &NotWritten) -> Failure {
    let message = format!("{error}; nothing was sent");
    Failure::new(ErrorCode::HostIoFailed, message).with_recovery()
}

/// The failure where the phone does not say which one it is, or is another.
pub(crate) fn gone(error: &Unavailable, driver: Driver) -> Failure {
    let message = format!("{}; nothing was done to the phone", error.message);
    let failure = Failure::new(error.code, message);
    match (driver, error.code) {
        (Driver::Resident, ErrorCode::ServiceUnavailable | ErrorCode::DeviceTimeout) => {
            let advice = Advice::new("drive the phone without the Operator").by(Next::FallBack);
            failure.with_advice(advice)
        }
        _ => failure.with_recovery(),
    }
}

pub(crate) fn refused(verdict: Verdict) -> Failure {
    match verdict.refusal() {
        Some((code, refusal)) => {
            let advice = refusal.advice.unwrap_or_else(|| code.spec().advice());
            Failure::new(code, refusal.reason).with_advice(advice)
        }
        None => Failure::new(
            ErrorCode::PolicyDenied,
            "policy did not allow this execution",
        ),
    }
}

/// A run that was cancelled before its first step.
pub(crate) fn cancelled_before(timeout: Duration) -> Failure {
    let nothing = InterruptedDetails {
        step_results: Vec::new(),
        in_flight: None,
        elapsed_ms: 0,
        timeout_ms: whole_millis(timeout),
    };
    interrupted(ErrorCode::ExecutionCancelled, nothing, 0)
}

/// The failure of a run that was cut off after so many acts.
pub(crate) fn interrupted(code: ErrorCode, details: InterruptedDetails, acts: u64) -> Failure {
    let how = match code {
        ErrorCode::ExecutionCancelled => "was cancelled".to_owned(),
        _ => format!("did not end within {} ms", details.timeout_ms),
    };
    let place = match &details.in_flight {
        Some(step) => format!("step '{}' ({}) was running", step.id, step.action_type),
        None => "it was between two steps".to_owned(),
    };
    let message = format!(
        "the execution {how}: {} step(s) had finished and {place}",
        details.step_results.len()
    );
    // Who sent nothing need not look what became of it.
    let advice = match (acts, code) {
        (0, ErrorCode::ExecutionCancelled) => {
            Advice::new("nothing was sent to the phone; it is safe to send it again")
        }
        (0, _) => Advice::new(
            "nothing was sent to the phone; give the execution more time and send it again",
        ),
        _ => code.spec().advice(),
    };
    Failure::new(code, message)
        .with_advice(advice)
        .with_details(FailureDetails::Interrupted(Box::new(details)))
}
