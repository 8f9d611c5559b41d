//! What came of a scenario, held against what it expects and against what is true of every run.

use clawperator_contract::wrappers::{ExecutionResult, TerminalSource};
use clawperator_contract::{ErrorCode, Status, validate};
use clawperator_test_support::compare;
use serde_json::{Value, json};

use super::file::{Expect, Scenario, Step, Truth};
use super::perform::Outcome;
use super::told;

/// Texts that are longer are only told by their length.
const LONG: usize = 300;

/// Everything that is not as it should be; nothing when all is well.
pub(super) fn problems(scenario: &Scenario, outcome: &Outcome) -> Vec<String> {
    let mut wrong = Vec::new();
    match (&scenario.expect, &outcome.answer) {
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
    if outcome.dumps != scenario.dumps {
        let (expected, actual) = (scenario.dumps, outcome.dumps);
        wrong.push(format!("dumps: expected {expected}, got {actual}"));
    }
    check_truth(&scenario.phone, outcome, &mut wrong);
    if !wrong.is_empty() {
        wrong.push(format!("came out: {}", all_of(outcome)));
    }
    wrong
}

/// Everything that came out, for whoever looks for the reason.
fn all_of(outcome: &Outcome) -> Value {
    let mut answer = match &outcome.answer {
        Ok(result) => json!(result.envelope.step_results),
        Err(failure) => json!(failure),
    };
    if let Value::Array(steps) = &mut answer {
        for step in steps {
            let text = step["data"]["text"].as_str().unwrap_or_default();
            if text.len() > LONG {
                step["data"]["text"] = json!(format!("{} bytes", text.len()));
            }
        }
    }
    json!({
        "answer": answer, "dumps": outcome.dumps, "injected": told::injected(&outcome.journal),
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

/// What is true of every envelope.
fn check_envelope(payload: &Value, result: &ExecutionResult, wrong: &mut Vec<String>) {
    let execution = validate(payload.to_string().as_bytes()).unwrap().execution;
    let envelope = &result.envelope;
    let mut must = |holds: bool, what: &str| {
        if !holds {
            wrong.push(format!("{what}: {}", json!(envelope)));
        }
    };
    must(
        result.is_canonical_terminal
            && result.terminal_source == TerminalSource::ClawperatorResult
            && envelope.command_id == execution.command_id.as_str()
            && envelope.task_id == execution.task_id.as_str(),
        "the wrapper and the ids",
    );
    let named = |(action, step): (
        &clawperator_contract::Action,
        &clawperator_contract::StepResult,
    )| {
        action.id.as_str() == step.id && action.action_type().name() == step.action_type
    };
    let steps = &envelope.step_results;
    must(
        execution.actions.len() == steps.len() && execution.actions.iter().zip(steps).all(named),
        "one result for each action, in order",
    );
    let Some(at) = steps.iter().position(|step| !step.success) else {
        must(
            envelope.status == Status::Success
                && envelope.error.is_none()
                && envelope.error_code.is_none()
                && envelope.hint.is_none(),
            "a success has no error",
        );
        return;
    };
    let failed = &steps[at];
    let code = failed.data.get("error").map(String::as_str);
    let message = failed.data.get("message").map_or("", String::as_str);
    must(
        envelope.status == Status::Failed
            && envelope.error_code.as_deref() == code
            && code.is_some_and(|code| ErrorCode::from_name(code).is_some())
            && !message.is_empty()
            && envelope
                .error
                .as_ref()
                .is_some_and(|error| error.contains(message) && error.contains(&failed.id))
            && envelope.hint.is_some(),
        "the first failed step is what the envelope tells",
    );
    let not_run = |step: &clawperator_contract::StepResult| {
        step.data.get("error").map(String::as_str) == Some(ErrorCode::StepNotRun.name())
            && step
                .data
                .get("message")
                .is_some_and(|message| message.contains(&failed.id))
    };
    must(
        steps[at + 1..].iter().all(not_run),
        "what follows a failed step is not run",
    );
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
