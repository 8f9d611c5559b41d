//! What a run came to, for people: the value that was asked for, or the list of the steps.

use std::fmt::Write as _;

use clawperator_contract::{ActionType, ErrorCode, Status, StepResult};

use super::Ran;
use crate::text::{Paint, count, visible};

/// The whole answer.
pub(crate) fn describe(ran: &Ran, paint: Paint) -> String {
    let steps = &ran.result.envelope.step_results;
    if let [only] = steps.as_slice()
        && let Some(value) = value(only)
    {
        return value;
    }
    let mut text = String::new();
    for (index, step) in steps.iter().enumerate() {
        let millis = ran.step_millis.get(index).copied();
        let _ = writeln!(text, "{}", line(index, step, millis, paint));
        for note in notes(step, paint) {
            let _ = writeln!(text, "          {note}");
        }
    }
    let outcome = match ran.result.envelope.status {
        Status::Success => paint.green("done"),
        Status::Failed => paint.red("failed"),
    };
    let total: u64 = ran.step_millis.iter().sum();
    let _ = write!(
        text,
        "{outcome}: {} on {} in {}",
        count(steps.len(), "step"),
        visible(&ran.result.device_id),
        seconds(total)
    );
    text
}

/// What a command that only reads is asked for, alone.
fn value(step: &StepResult) -> Option<String> {
    if !step.success {
        return None;
    }
    let data = |key: &str| step.data.get(key);
    match ActionType::from_name(&step.action_type)? {
        // A form is one of ours and escapes what a screen holds.
        ActionType::SnapshotUi => ["compact", "tree", "diff"]
            .into_iter()
            .find_map(data)
            .or_else(|| data("text"))
            .cloned(),
        ActionType::ReadText => data("text").map(|text| visible(text)),
        ActionType::ReadKeyValuePair => data("value").map(|text| visible(text)),
        ActionType::TakeScreenshot => data("path").map(|path| format!("saved {}", visible(path))),
        _ => None,
    }
}

fn line(index: usize, step: &StepResult, millis: Option<u64>, paint: Paint) -> String {
    let not_run = step.data.get("error").map(String::as_str) == Some(ErrorCode::StepNotRun.name());
    let (mark, time) = if not_run {
        ("--    ".to_owned(), "not run".to_owned())
    } else if step.success {
        (paint.green("ok    "), seconds(millis.unwrap_or(0)))
    } else {
        (paint.red("FAILED"), seconds(millis.unwrap_or(0)))
    };
    let name = format!("{} ({})", step.action_type, visible(&step.id));
    format!("{mark} {:>2}. {name:<40} {time}", index + 1)
}

/// What is worth a line of its own: why it failed and what to do, what it did, what may surprise.
fn notes(step: &StepResult, paint: Paint) -> Vec<String> {
    let data = |key: &str| step.data.get(key).map(|value| visible(value));
    let mut notes = Vec::new();
    if let Some(code) = step.data.get("error") {
        if code == ErrorCode::StepNotRun.name() {
            return notes;
        }
        notes.push(format!(
            "{}: {}",
            paint.red(&visible(code)),
            data("message").unwrap_or_default()
        ));
        let of_code = || Some(ErrorCode::from_name(code)?.spec().recovery.to_owned());
        if let Some(next) = data("hint").or_else(of_code) {
            notes.push(format!("{}: {next}", paint.cyan("next")));
        }
    }
    if let Some(warn) = data("warn") {
        notes.push(format!("{}: {warn}", paint.yellow("warning")));
    }
    let facts: Vec<String> = [
        ("coordinate", "at"),
        ("resolved_activity", "opened"),
        ("termination_reason", "ended by"),
        ("scroll_outcome", "content"),
        ("effect", "effect"),
    ]
    .into_iter()
    .filter_map(|(key, words)| Some(format!("{words} {}", data(key)?)))
    .collect();
    if step.success && !facts.is_empty() {
        notes.push(facts.join(", "));
    }
    if let Some(diff) = step.data.get("diff") {
        notes.extend(diff.lines().map(str::to_owned));
    }
    notes
}

fn seconds(millis: u64) -> String {
    format!("{}.{:02} s", millis / 1000, millis % 1000 / 10)
}
