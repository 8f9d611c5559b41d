//! The one way in: bytes → JSON → canonical names → typed execution → size.

use crate::decode::Value;
use crate::errors::ErrorCode;
use crate::execution::{Execution, ExecutionTimeout};
use crate::failure::{Failure, Issue, Rule, Warning};
use crate::json::Node;
use crate::limits::{MAX_INPUT_BYTES, MAX_PAYLOAD_BYTES};
use crate::report::{Path, Report};

/// An execution that may be dispatched, and what will not run as written.
#[derive(Debug, Clone, PartialEq)]
pub struct Validated {
    /// The execution in canonical form.
    pub execution: Execution,
    /// Fields that were clamped, dropped or ignored, in document order.
    pub warnings: Vec<Warning>,
}

/// Validates the bytes of an execution payload.
///
/// The answer depends on the bytes alone. A failure lists every issue; its message and `details` are those of the
/// first in document order.
pub fn validate(bytes: &[u8]) -> Result<Validated, Failure> {
    read(bytes, None)
}

/// The same with another timeout in the place of the payload's own.
pub fn validate_within(bytes: &[u8], timeout: ExecutionTimeout) -> Result<Validated, Failure> {
    read(bytes, Some(timeout))
}

fn read(bytes: &[u8], within: Option<ExecutionTimeout>) -> Result<Validated, Failure> {
    if bytes.len() > MAX_INPUT_BYTES {
        return Err(too_large(format!(
            "Input exceeds {MAX_INPUT_BYTES} bytes (got {})",
            bytes.len()
        )));
    }
    let root = Node::parse(bytes).map_err(|error| {
        let issue = Issue::of_document(Rule::JsonSyntax, format!("Invalid JSON content: {error}"));
        Failure::refused(ErrorCode::ExecutionValidationFailed, vec![issue], 1)
    })?;
    let report = Report::default();
    let value = Value {
        node: &root,
        path: Path::ROOT,
        report: &report,
    };
    let execution = Execution::decode(&value, within);
    let findings = report.into_findings();
    match execution {
        Some(execution) if findings.issues.is_empty() => {
            let size = execution.to_canonical_json().len();
            if size > MAX_PAYLOAD_BYTES {
                return Err(too_large(format!(
                    "Payload exceeds {MAX_PAYLOAD_BYTES} bytes (got {size})"
                )));
            }
            Ok(Validated {
                execution,
                warnings: findings.warnings,
            })
        }
        _ => Err(Failure::refused(
            ErrorCode::ExecutionValidationFailed,
            findings.issues,
            findings.issue_count,
        )),
    }
}

fn too_large(message: String) -> Failure {
    let hint = "shorten the action list or split the workflow into several executions";
    let issue = Issue::of_document(Rule::PayloadSize, message).with_hint(hint);
    Failure::refused(ErrorCode::PayloadTooLarge, vec![issue], 1)
}
