//! The one way in: bytes → JSON → one of three forms → fields by their rows → an action.

use std::fmt;

use serde_json::Value;

use super::action::AgentAction;
use super::call;
use super::limits::{MAX_INPUT_BYTES, MAX_RAW_LENGTH};
use super::output::ModelStepOutput;
use super::reader::Reader;
use super::repair::Repair;
use crate::errors::ErrorCode;
use crate::failure::{Failure, Issue, Rule};
use crate::json::Node;

/// The deepest nesting of a value; that of bytes is the parser's, which is the same.
const MAX_DEPTH: usize = 127;

/// An action, and all that is not as the model wrote it.
#[derive(Clone, PartialEq)]
pub struct Normalized {
    /// Why the model asks for this; empty when it did not say.
    pub thought: String,
    /// What it asks for, with every default in place.
    pub action: AgentAction,
    /// What it wrote, at most [`MAX_RAW_LENGTH`] characters of it. It may hold secrets.
    pub raw: String,
    /// What was changed, in the order of the table, unknown fields last.
    pub normalized: Vec<Repair>,
}

/// What a model wrote may hold secrets, so none of it is printed.
impl fmt::Debug for Normalized {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Normalized")
            .field("action", &self.action)
            .field("normalized", &self.normalized)
            .finish_non_exhaustive()
    }
}

impl Normalized {
    /// Whether the action is the one that was asked for: no repair stops it.
    #[must_use]
    pub fn may_run(&self) -> bool {
        !self.normalized.iter().any(|repair| repair.kind.stops())
    }

    /// The step without its repairs.
    #[must_use]
    pub fn into_output(self) -> ModelStepOutput {
        ModelStepOutput {
            thought: self.thought,
            action: self.action,
            raw: self.raw,
        }
    }
}

/// Normalises the bytes of a tool call, an action or a model's step.
///
/// The answer depends on the bytes alone. It fails where there is no action to speak of: bytes that are not JSON or not
/// an object, a key that is there twice, two forms at once, or a required field that has no default. The failure lists
/// every issue and repeats no value.
pub fn normalize(bytes: &[u8]) -> Result<Normalized, Failure> {
    if bytes.len() > MAX_INPUT_BYTES {
        let message = format!(
            "Input exceeds {MAX_INPUT_BYTES} bytes (got {})",
            bytes.len()
        );
        let issue = Issue::of_document(Rule::PayloadSize, message);
        return Err(Failure::refused(ErrorCode::PayloadTooLarge, vec![issue], 1));
    }
    let root = Node::parse(bytes)
        .map_err(|error| refused(Rule::JsonSyntax, format!("Invalid JSON content: {error}")))?;
    read(&root, &String::from_utf8_lossy(bytes))
}

/// The same of a value that was parsed already.
pub fn normalize_value(value: &Value) -> Result<Normalized, Failure> {
    if !is_shallow(value, MAX_DEPTH) {
        let message = format!("Input is nested deeper than {MAX_DEPTH} levels");
        return Err(refused(Rule::TooMany, message));
    }
    normalize(value.to_string().as_bytes())
}

fn read(root: &Node<'_>, raw: &str) -> Result<Normalized, Failure> {
    let mut reader = Reader::default();
    let called = call::read(&mut reader, root);
    match called {
        Some(call::Called {
            thought,
            action: Some(action),
            raw: given,
        }) if reader.issues.is_empty() => Ok(Normalized {
            thought,
            action,
            raw: given.unwrap_or_else(|| raw.chars().take(MAX_RAW_LENGTH).collect()),
            normalized: reader.repairs,
        }),
        _ => {
            let count = reader.issues.len();
            let code = ErrorCode::ExecutionValidationFailed;
            Err(Failure::refused(code, reader.issues, count))
        }
    }
}

fn refused(rule: Rule, message: String) -> Failure {
    let issue = Issue::of_document(rule, message);
    Failure::refused(ErrorCode::ExecutionValidationFailed, vec![issue], 1)
}

fn is_shallow(value: &Value, levels: usize) -> bool {
    let Some(below) = levels.checked_sub(1) else {
        return false;
    };
    match value {
        Value::Array(items) => items.iter().all(|item| is_shallow(item, below)),
        Value::Object(entries) => entries.values().all(|value| is_shallow(value, below)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}
