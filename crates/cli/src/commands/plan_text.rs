//! A plan as text for people.

use std::fmt::Write as _;

use clawperator_contract::wrappers::{DryRunAnswer, ValidatedAnswer};
use clawperator_contract::{Action, ActionType, DataKey, StepResult, Warning, excerpt};
use serde_json::Value;

use crate::text::{Paint, count, visible};

pub(super) fn plan(answer: &DryRunAnswer, paint: Paint) -> String {
    let plan = &answer.plan;
    let head = format!("{}: nothing was sent", paint.bold("plan"));
    let mut text = describe(
        head,
        &plan.command_id,
        plan.timeout_ms.get(),
        &plan.actions,
        &answer.warnings,
        paint,
    );
    for step in &answer.preview {
        let _ = write!(text, "\n{}", preview(step, paint));
    }
    text
}

/// What a step would find and touch on a saved screen.
fn preview(step: &StepResult, paint: Paint) -> String {
    let data = |key: DataKey| step.get(key).map(visible);
    let id = excerpt(&step.id);
    if !step.success {
        return format!(
            "{} {id}: {}: {}",
            paint.red("would fail"),
            // A failed step has both; what is there is shown.
            data(DataKey::Error).unwrap_or_default(),
            // The same.
            data(DataKey::Message).unwrap_or_default()
        );
    }
    let facts: Vec<String> = [
        (DataKey::Coordinate, "touch"),
        (DataKey::MatchCount, "matches"),
        (DataKey::Value, "read"),
        (DataKey::Label, "find"),
        (DataKey::Warn, "warning:"),
    ]
    .into_iter()
    .filter_map(|(key, words)| Some(format!("{words} {}", data(key)?)))
    .collect();
    format!("{} {id}: {}", paint.green("would run"), facts.join(", "))
}

/// An execution that is valid.
pub(super) fn validated(answer: &ValidatedAnswer, paint: Paint) -> String {
    let execution = &answer.execution;
    let command_id = execution.command_id().as_str();
    describe(
        paint.bold("valid"),
        command_id,
        execution.timeout_ms().get(),
        execution.actions(),
        &answer.warnings,
        paint,
    )
}

fn describe(
    head: String,
    command_id: &str,
    timeout_ms: f64,
    actions: &[Action],
    warnings: &[Warning],
    paint: Paint,
) -> String {
    let mut text = head;
    let actions_count = count(actions.len(), "action");
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "\n{}, {actions_count} within {timeout_ms} ms",
        excerpt(command_id)
    );
    for (index, action) in actions.iter().enumerate() {
        let name = paint.bold(action.action_type().name());
        let _ = write!(
            text,
            "\n  {}. {name} ({})",
            index + 1,
            excerpt(action.id.as_str())
        );
        // Parameters came from JSON; without them the plan still names the action.
        let params = serde_json::to_value(&action.params).unwrap_or_default();
        let mut lines = Vec::new();
        flatten("", &params, action.action_type(), &mut lines);
        for line in lines {
            let _ = write!(text, "\n       {line}");
        }
    }
    for warning in warnings {
        let path = warning.input_path.as_ref().unwrap_or(&warning.path);
        let message = visible(&warning.message);
        let _ = write!(
            text,
            "\n{}: {}: {message}",
            paint.yellow("warning"),
            visible(path)
        );
    }
    text
}

/// Every leaf as `matcher.textEquals = "Wi-Fi"`.
fn flatten(path: &str, value: &Value, action_type: ActionType, lines: &mut Vec<String>) {
    let below = |key: &str| {
        if path.is_empty() {
            key.to_owned()
        } else {
            format!("{path}.{key}")
        }
    };
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                flatten(&below(key), value, action_type, lines);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                flatten(&below(&index.to_string()), value, action_type, lines);
            }
        }
        // It may be a password: a terminal and its scrollback are no place for it.
        Value::String(typed)
            if matches!(
                action_type,
                ActionType::EnterText | ActionType::SetClipboard
            ) && path == "text" =>
        {
            lines.push(format!(
                "{path} = ({})",
                count(typed.chars().count(), "character")
            ));
        }
        // So may any word behind the program.
        Value::String(word) if action_type == ActionType::DeviceShell && path != "words.0" => {
            lines.push(format!(
                "{path} = ({})",
                count(word.chars().count(), "character")
            ));
        }
        Value::String(text) => lines.push(format!("{path} = \"{}\"", excerpt(text))),
        other => lines.push(format!("{path} = {other}")),
    }
}
