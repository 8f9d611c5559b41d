//! What came of a scenario, held against what it expects and against what is true of every run.

use clawperator_contract::wrappers::ExecutionResult;
use clawperator_test_support::{check_envelope, compare, in_short};
use serde_json::{Value, json};

use super::file::{Driven, Expect, Scenario, Step, Truth};
use super::perform::Outcome;
use super::told;

/// Everything that is not as it should be; nothing when all is well.
pub(super) fn problems(scenario: &Scenario, driven: Driven, outcome: &Outcome) -> Vec<String> {
    let mut wrong = Vec::new();
    match (scenario.expected(driven), &outcome.answer) {
        (Expect::Steps(steps), Ok(result)) => {
            check_steps(steps, result, &mut wrong);
            check_envelope(&scenario.run.payload(), result, &mut wrong);
        }
        (Expect::Failure(pattern), Err(failure)) => {
            let actual = serde_json::to_value(failure).unwrap();
            compare("failure", pattern, Some(&actual), &mut wrong);
        }
        (Expect::Steps(_), Err(failure)) => wrong.push(format!(
            "expected an envelope, got {}",
            serde_json::to_value(failure).unwrap()
        )),
        (Expect::Failure(_), Ok(result)) => wrong.push(format!(
            "expected a failure, got {}",
            json!(result.envelope.step_results)
        )),
    }
    if driven == Driven::ByShell && outcome.dumps != scenario.dumps {
        let (expected, actual) = (scenario.dumps, outcome.dumps);
        wrong.push(format!("dumps: expected {expected}, got {actual}"));
    }
    check_truth(scenario.truth(driven), outcome, &mut wrong);
    wrong.extend(outcome.files.iter().cloned());
    if !wrong.is_empty() {
        wrong.push(format!("came out: {}", all_of(outcome)));
    }
    wrong
}

/// Everything that came out, for whoever looks for the reason.
fn all_of(outcome: &Outcome) -> Value {
    json!({
        "answer": in_short(&outcome.answer), "dumps": outcome.dumps, "injected": told::injected(&outcome.journal),
        "then": told::followed(&outcome.journal), "front": outcome.front,
    })
}

fn check_steps(expected: &[Step], result: &ExecutionResult, wrong: &mut Vec<String>) {
    let steps = &result.envelope.step_results;
    if expected.len() != steps.len() {
        wrong.push(format!(
            "expected {} steps, got {}",
            expected.len(),
            json!(steps)
        ));
        return;
    }
    for (expected, step) in expected.iter().zip(steps) {
        let place = &step.id;
        if expected.success != step.success {
            wrong.push(format!(
                "{place}: expected success {}, got {}",
                expected.success,
                json!(step.data)
            ));
        }
        let mut pattern = json!(expected.data);
        pattern["error"] = json!(expected.error);
        if expected.success {
            pattern["message"] = Value::Null;
        } else {
            pattern["message"] = json!({ "contains": expected.says });
        }
        compare(place, &pattern, Some(&json!(step.data)), wrong);
    }
}

fn check_truth(truth: &Truth, outcome: &Outcome, wrong: &mut Vec<String>) {
    let injected = told::injected(&outcome.journal);
    if injected != truth.injected {
        wrong.push(format!(
            "injected: expected {}, got {}",
            json!(truth.injected),
            json!(injected)
        ));
    }
    let followed = told::followed(&outcome.journal);
    let mut rest = followed.iter();
    for expected in &truth.then {
        if !rest.any(|line| line == expected) {
            wrong.push(format!("`{expected}` is not among {}", json!(followed)));
        }
    }
    for line in &truth.never {
        if followed.contains(line) {
            wrong.push(format!("`{line}` must not happen: {}", json!(followed)));
        }
    }
    if let Some(expected) = &truth.front {
        let (package, class) = expected.split_once('/').unwrap();
        let full = match class.strip_prefix('.') {
            Some(_) => format!("{package}/{package}{class}"),
            None => expected.clone(),
        };
        if outcome.front.as_ref() != Some(&full) {
            wrong.push(format!(
                "in front: expected {full}, got {:?}",
                outcome.front
            ));
        }
    }
    for shown in &truth.shows {
        if !outcome.words.contains(shown) {
            wrong.push(format!("`{shown}` is not among {}", json!(outcome.words)));
        }
    }
    for hidden in &truth.lacks {
        if outcome.words.contains(hidden) {
            wrong.push(format!("`{hidden}` is on the screen"));
        }
    }
}
