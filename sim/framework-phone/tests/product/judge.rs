//! What came of a scenario, held against what it expects: the answer, the app's own record, the screen.

use clawperator_contract::wrappers::ExecutionResult;
use clawperator_framework_phone::RecordEntry;
use clawperator_test_support::{check_envelope, compare, in_short};
use serde_json::json;

use super::file::{Scenario, Step};
use super::play::Outcome;

/// Everything that is not as it should be; nothing when all is well.
pub(super) fn problems(scenario: &Scenario, outcome: &Outcome) -> Vec<String> {
    let mut wrong = Vec::new();
    match &outcome.answer {
        Ok(result) => {
            check_steps(&scenario.steps, result, &mut wrong);
            check_envelope(&scenario.payload(), result, &mut wrong);
            check_fingers(scenario, result, &outcome.record, &mut wrong);
        }
        Err(failure) => wrong.push(format!("expected an envelope, got {}", json!(failure))),
    }
    let told = told(&outcome.record, &scenario.ignore);
    if told != scenario.record {
        let (expected, actual) = (json!(scenario.record), json!(told));
        wrong.push(format!("record: expected {expected}, got {actual}"));
    }
    if scenario.front.is_some() && scenario.front != outcome.front {
        let (expected, actual) = (&scenario.front, &outcome.front);
        wrong.push(format!("in front: expected {expected:?}, got {actual:?}"));
    }
    let words = outcome.words();
    for shown in &scenario.screen.shows {
        if !words.contains(&shown.as_str()) {
            wrong.push(format!("`{shown}` is not among {}", json!(words)));
        }
    }
    for hidden in &scenario.screen.lacks {
        if words.contains(&hidden.as_str()) {
            wrong.push(format!("`{hidden}` is on the screen"));
        }
    }
    if !wrong.is_empty() {
        wrong.push(format!("came out: {}", in_short(&outcome.answer)));
    }
    wrong
}

/// The record as scenarios write it: what was done to the app. Its coming and going, each single finger and how far
/// lists went are not told; of a text or a slider only where it ended is.
pub(super) fn told(record: &[RecordEntry], ignore: &[String]) -> Vec<String> {
    let mut lines: Vec<(&RecordEntry, String)> = Vec::new();
    for entry in record {
        if !is_deed(entry) || ignore.contains(&entry.what) {
            continue;
        }
        let same = |before: &RecordEntry| before.what == entry.what && before.view == entry.view;
        let goes_on = matches!(entry.what.as_str(), "text" | "slide");
        if goes_on && lines.last().is_some_and(|(before, _)| same(before)) {
            lines.pop();
        }
        let RecordEntry {
            what, view, detail, ..
        } = entry;
        let line = format!("{what} {view} {detail}");
        lines.push((entry, line.trim_end().to_owned()));
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

fn is_deed(entry: &RecordEntry) -> bool {
    let is_place = |detail: &str| detail.contains(',');
    match entry.what.as_str() {
        "create" | "resume" | "pause" | "destroy" | "down" | "up" => false,
        // A finger that is called off has a place, a dialog that is cancelled has none.
        "cancel" => !is_place(&entry.detail),
        what => !what.starts_with("scroll_"),
    }
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
        if expected.error.is_none() != step.success {
            wrong.push(format!(
                "{}: expected success {}, got {}",
                step.id,
                expected.error.is_none(),
                step.success
            ));
        }
        let mut pattern = json!(expected.data);
        pattern["error"] = json!(expected.error);
        if !expected.says.is_empty() {
            pattern["message"] = json!({ "contains": expected.says });
        }
        compare(&step.id, &pattern, Some(&json!(step.data)), wrong);
    }
}

/// Where all that a run does is press, every finger that the app felt came down where a step says that it pressed.
fn check_fingers(
    scenario: &Scenario,
    result: &ExecutionResult,
    record: &[RecordEntry],
    wrong: &mut Vec<String>,
) {
    let moves_or_types = scenario.actions.iter().any(|action| {
        let action_type = action["type"].as_str().unwrap_or_default();
        action_type.starts_with("scroll") || action_type.starts_with("enter")
    });
    if moves_or_types {
        return;
    }
    let steps = result.envelope.step_results.iter();
    let mut pressed: Vec<&String> = steps
        .filter_map(|step| step.data.get("coordinate"))
        .collect();
    for entry in record.iter().filter(|entry| entry.what == "down") {
        let felt = format!("({})", entry.detail);
        match pressed.iter().position(|place| **place == felt) {
            Some(at) => drop(pressed.remove(at)),
            None => wrong.push(format!(
                "a finger at {} that no step tells of",
                entry.detail
            )),
        }
    }
}
