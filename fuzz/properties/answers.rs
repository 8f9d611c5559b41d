//! What holds of the reader of answers for any bytes.
//!
//! The fuzz target runs this on bytes that libFuzzer makes up; `crates/contract/tests/suite/fuzz_corpus.rs` runs it
//! on the committed corpus with every `cargo test`.

use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Answer, Envelope, Failure, read_answer};
use serde::Serialize;
use serde_json::Value;

/// Panics when something is read that is not read again from what is written of it.
pub(crate) fn check(bytes: &[u8]) {
    check_as::<Envelope>(bytes);
    check_as::<ExecutionResult>(bytes);
    check_as::<Failure>(bytes);
}

fn check_as<T: Answer + Serialize>(bytes: &[u8]) {
    let Ok(read) = read_answer::<T>(bytes) else {
        return;
    };
    let written = serde_json::to_vec(&read).expect("an answer serialises");
    let again: T = read_answer(&written).expect("what is written is read");
    assert_eq!(
        without_numbers(&again),
        without_numbers(&read),
        "another answer"
    );
}

/// A float may change in its last digit when it is read.
fn without_numbers<T: Serialize>(answer: &T) -> Value {
    let mut value = serde_json::to_value(answer).expect("an answer serialises");
    blot(&mut value);
    value
}

fn blot(value: &mut Value) {
    match value {
        Value::Number(_) => *value = Value::Null,
        Value::Array(items) => items.iter_mut().for_each(blot),
        Value::Object(entries) => entries.values_mut().for_each(blot),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}
