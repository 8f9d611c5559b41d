//! What a run came to, for people: the value that was asked for, or the list of the steps.

use std::fmt::Write as _;

use clawperator_contract::{ActionType, DataKey, ErrorCode, Status, StepResult};

use super::Ran;
use crate::next_words;
use crate::printer::{escaped_in_json, escaped_in_xml};
use crate::text::{Paint, count, seconds, visible};

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
    let failed = steps.iter().position(|step| !step.success);
    let outcome = match (ran.result.envelope.status, failed) {
        (Status::Success, _) => paint.green("done"),
        (Status::Failed, Some(at)) if steps.len() > 1 => {
            paint.red(&format!("failed at step {}", at + 1))
        }
        (Status::Failed, _) => paint.red("failed"),
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

/// Whether a step is answered with its value and nothing else.
pub(crate) fn is_value_alone(step: &StepResult) -> bool {
    value(step).is_some()
}

/// What a command that only reads is asked for, alone, with what cannot be seen escaped.
pub(crate) fn value(step: &StepResult) -> Option<String> {
    if !step.success {
        return None;
    }
    let data = |key: DataKey| step.get(key);
    match ActionType::from_name(&step.action_type)? {
        // A form is one of ours and escapes what a screen holds.
        ActionType::SnapshotUi => match (data(DataKey::ActualFormat), data(DataKey::Text)?) {
            (Some("compact" | "diff"), text) => Some(text.to_owned()),
            (Some("tree"), tree) => Some(escaped_in_json(tree)),
            (_, xml) => Some(escaped_in_xml(xml)),
        },
        ActionType::ReadText => data(DataKey::Text).map(visible),
        ActionType::GetClipboard => Some(match data(DataKey::Text) {
            Some(text) => visible(text),
            None => "no text is on the clipboard".to_owned(),
        }),
        ActionType::ReadKeyValuePair => data(DataKey::Value).map(visible),
        ActionType::TakeScreenshot | ActionType::CaptureScreen => {
            data(DataKey::Path).map(|path| saved_picture(&visible(path), step))
        }
        ActionType::PullFile => data(DataKey::Path).map(|path| format!("saved {}", visible(path))),
        ActionType::PushFile => {
            data(DataKey::PhonePath).map(|path| format!("copied to {}", visible(path)))
        }
        // Errors, and what is missing, need a line that says so.
        ActionType::DeviceShell
            if data(DataKey::Stderr) == Some("") && data(DataKey::Truncated).is_none() =>
        {
            data(DataKey::Stdout).map(|output| visible_lines(output).join("\n"))
        }
        ActionType::ListApps => apps(
            data(DataKey::Apps)?,
            data(DataKey::Count)?,
            data(DataKey::Total)?,
        ),
        _ => None,
    }
}

/// Where a picture is, and what is drawn on it.
fn saved_picture(path: &str, step: &StepResult) -> String {
    let (Some(marks), Some(generation)) = (step.get(DataKey::Marks), step.get(DataKey::Generation))
    else {
        return format!("saved {path}");
    };
    let room = match step.get(DataKey::MarksLeftOut) {
        Some(more) => format!("; {more} more have no room"),
        None => String::new(),
    };
    let (marks, generation) = (visible(marks), visible(generation));
    format!("saved {path} with {marks} marks of snapshot {generation}: 12 is @e12{room}")
}

/// The lines of a text, with what cannot be seen escaped.
fn visible_lines(text: &str) -> Vec<String> {
    text.lines().map(visible).collect()
}

/// A line for each app, with what is not so of most of them.
fn apps(list: &str, listed: &str, total: &str) -> Option<String> {
    let list: Vec<serde_json::Value> = serde_json::from_str(list).ok()?;
    let mut text = String::new();
    for app in &list {
        let word = |key: &str| app.get(key).and_then(serde_json::Value::as_str);
        let is = |key: &str| app.get(key).and_then(serde_json::Value::as_bool) == Some(true);
        let _ = write!(text, "{}", visible(word("applicationId")?));
        if let Some(version) = word("versionCode") {
            let _ = write!(text, "  {}", visible(version));
        }
        if is("system") {
            text.push_str("  system");
        }
        if !is("enabled") {
            text.push_str("  disabled");
        }
        text.push('\n');
    }
    let of_all = if listed == total {
        String::new()
    } else {
        format!(" of {}", visible(total))
    };
    let _ = write!(text, "{}{of_all}", count(list.len(), "app"));
    Some(text)
}

fn line(index: usize, step: &StepResult, millis: Option<u64>, paint: Paint) -> String {
    let not_run = step.get(DataKey::Error) == Some(ErrorCode::StepNotRun.name());
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
    let data = |key: DataKey| step.get(key).map(visible);
    let mut notes = Vec::new();
    if let Some(code) = step.get(DataKey::Error) {
        if code == ErrorCode::StepNotRun.name() {
            return notes;
        }
        notes.push(format!(
            "{}: {}",
            paint.red(&visible(code)),
            // A step of another version may have a code alone.
            data(DataKey::Message).unwrap_or_default()
        ));
        let of_code = || ErrorCode::from_name(code).map(next_words::recovery);
        if let Some(next) = data(DataKey::Hint).or_else(of_code) {
            notes.push(format!("{}: {next}", paint.cyan("next")));
        }
    }
    notes.extend(read(step));
    for (key, name) in [(DataKey::Stdout, "output"), (DataKey::Stderr, "errors")] {
        // Only a program of the phone has written any.
        let lines = step.get(key).map(visible_lines).unwrap_or_default();
        notes.extend(lines.iter().map(|line| format!("{name}: {line}")));
    }
    if let Some(warn) = data(DataKey::Warn) {
        notes.push(format!("{}: {warn}", paint.yellow("warning")));
    }
    let facts: Vec<String> = [
        (DataKey::Coordinate, "at"),
        (DataKey::TerminationReason, "ended by"),
        (DataKey::ScrollOutcome, "content"),
        (DataKey::Effect, "effect"),
    ]
    .into_iter()
    .filter_map(|(key, words)| Some(format!("{words} {}", data(key)?)))
    .collect();
    let facts: Vec<String> = opened(step).into_iter().chain(facts).collect();
    if step.success && !facts.is_empty() {
        notes.push(facts.join(", "));
    }
    if let Some(diff) = step.get(DataKey::Diff) {
        notes.extend(diff.lines().map(str::to_owned));
    }
    notes
}

/// What was opened and how, and what is in front now where that is something else.
fn opened(step: &StepResult) -> Option<String> {
    let data = |key: DataKey| step.get(key).map(visible);
    let activity = data(DataKey::ResolvedActivity).or_else(|| data(DataKey::ResolvedPackage));
    let front = data(DataKey::FrontActivity).or_else(|| data(DataKey::FrontPackage));
    let mut words = match step.get(DataKey::Launch)? {
        // It comes back as it was left, so what is in front says more than what was asked for.
        "brought_to_front" => match &front {
            Some(front) => return Some(format!("brought to the front as it was left, on {front}")),
            None => "brought to the front as it was left".to_owned(),
        },
        "delivered" => format!("already in front: {}", activity.clone()?),
        _ => format!("opened {}", activity.clone()?),
    };
    if front != activity {
        let front = front.unwrap_or_else(|| "unknown".to_owned());
        words.push_str(&format!("; now in front: {front}"));
    }
    Some(words)
}

/// What a step that is one of several has read, saved or left in a field.
fn read(step: &StepResult) -> Option<String> {
    let data = |key: DataKey| step.get(key).map(visible);
    let action_type = ActionType::from_name(&step.action_type)?;
    if !step.success {
        return data(DataKey::RawText).map(|text| format!("read \"{text}\""));
    }
    match action_type {
        ActionType::ReadText => Some(format!("read \"{}\"", data(DataKey::Text)?)),
        ActionType::GetClipboard => Some(match data(DataKey::Text) {
            Some(text) => format!("the clipboard has \"{text}\""),
            None => "no text is on the clipboard".to_owned(),
        }),
        ActionType::SetClipboard => Some(format!(
            "{} characters are on the clipboard",
            data(DataKey::Length)?
        )),
        ActionType::ReadKeyValuePair => Some(format!(
            "{}: {}",
            data(DataKey::Label)?,
            data(DataKey::Value)?
        )),
        ActionType::TakeScreenshot | ActionType::CaptureScreen => {
            Some(saved_picture(&data(DataKey::Path)?, step))
        }
        ActionType::PullFile => Some(format!("saved {}", data(DataKey::Path)?)),
        ActionType::PushFile => Some(format!("copied to {}", data(DataKey::PhonePath)?)),
        ActionType::StartRecording => Some(format!("recording {}", data(DataKey::SessionId)?)),
        ActionType::StopRecording => Some(format!(
            "recorded {}: {} events",
            data(DataKey::SessionId)?,
            data(DataKey::EventCount)?
        )),
        ActionType::EnterText => Some(format!("the field holds \"{}\"", data(DataKey::Text)?)),
        ActionType::ClearText => Some(match data(DataKey::Text) {
            Some(text) if !text.is_empty() => format!("the field shows \"{text}\""),
            Some(_) | None => "the field is empty".to_owned(),
        }),
        ActionType::HideKeyboard => Some(match data(DataKey::KeyboardShown)?.as_str() {
            "true" => "the keyboard is hidden".to_owned(),
            _ => "no keyboard was shown".to_owned(),
        }),
        ActionType::WakeDevice => {
            let screen = format!("the screen is {}", data(DataKey::Screen)?);
            Some(match data(DataKey::Lock) {
                Some(lock) => format!("{screen}, lock: {lock}"),
                None => screen,
            })
        }
        ActionType::SnapshotUi => Some("add --json to see the snapshot".to_owned()),
        ActionType::OpenApp
        | ActionType::OpenUri
        | ActionType::CloseApp
        | ActionType::ClearApp
        | ActionType::UninstallApp
        | ActionType::WaitForNode
        | ActionType::Click
        | ActionType::ScrollAndClick
        | ActionType::Scroll
        | ActionType::Swipe
        | ActionType::Drag
        | ActionType::TouchPath
        | ActionType::Pinch
        | ActionType::ScrollUntil
        | ActionType::Sleep
        | ActionType::PressKey
        | ActionType::WaitForNavigation
        | ActionType::DeviceShell => None,
        ActionType::WaitForIdle => Some(match data(DataKey::Settled)?.as_str() {
            "true" => "the screen stays as it is".to_owned(),
            _ => "the screen did not stay as it is".to_owned(),
        }),
        ActionType::AssertNode => Some(format!("{} match", data(DataKey::MatchCount)?)),
        ActionType::ListApps => Some(format!("{} apps", data(DataKey::Count)?)),
        ActionType::SetPermission => {
            let word = |key| {
                Some(match data(key)?.as_str() {
                    "true" => "granted",
                    _ => "not granted",
                })
            };
            let (was, now) = (word(DataKey::Was)?, word(DataKey::Granted)?);
            Some(format!("{now}; it was {was}"))
        }
        ActionType::WaitForToast => {
            let toast = format!("toast \"{}\"", data(DataKey::Text)?);
            Some(match data(DataKey::ResolvedPackage) {
                Some(app) => format!("{toast} of {app}"),
                None => toast,
            })
        }
    }
}
