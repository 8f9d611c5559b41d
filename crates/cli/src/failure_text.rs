//! A failure as people read it: what is wrong, where, and what to do next.

use std::fmt::Write as _;

use clawperator_contract::{ActionType, Dispatched, ErrorCode, Failure, FailureDetails, Issue};

use crate::next_words;
use crate::text::{Paint, count, visible};

/// A failure in text shows this many issues; JSON shows all.
const MAX_TEXT_ISSUES: usize = 20;

/// How an execution was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// As JSON.
    Payload,
    /// As the flags of a verb.
    Flags,
}

/// The failure of a command, in lines.
pub(crate) fn describe(
    failure: &Failure,
    command: Option<&str>,
    written: Written,
    paint: Paint,
) -> String {
    let mut text = format!(
        "{}: {}",
        paint.red(&format!("error[{}]", failure.code)),
        headline(failure)
    );
    let mut hint = failure.hint.as_deref();
    if let Some(FailureDetails::Validation(details)) = &failure.details {
        match details.issues.as_slice() {
            [] => {}
            [only] => {
                let _ = write!(text, "{}", place(only, written));
                hint = hint.or(only.hint.as_deref());
            }
            issues => {
                for issue in issues.iter().take(MAX_TEXT_ISSUES) {
                    let place = place(issue, written);
                    let place = if place.is_empty() {
                        "\n  "
                    } else {
                        &format!("{place}: ")
                    };
                    let _ = write!(text, "{place}{}", visible(&issue.message));
                    if let Some(hint) = &issue.hint {
                        let _ = write!(text, "\n      {}", visible(hint));
                    }
                }
                let hidden = details.issue_count.saturating_sub(MAX_TEXT_ISSUES);
                if hidden > 0 {
                    let _ = write!(text, "\n  and {hidden} more; --json lists them");
                }
            }
        }
    }
    if let Some(FailureDetails::Devices(details)) = &failure.details {
        for device in &details.devices {
            let _ = write!(
                text,
                "\n  {}  {}",
                visible(&device.serial),
                visible(&device.state)
            );
            if let Some(model) = &device.model {
                let _ = write!(text, "  {}", visible(model));
            }
        }
    }
    if let Some(FailureDetails::Interrupted(details)) = &failure.details {
        for step in &details.step_results {
            let mark = if step.success { "ok" } else { "failed" };
            let _ = write!(
                text,
                "\n  {mark}  {} ({})",
                visible(&step.action_type),
                visible(&step.id)
            );
        }
        if let Some(step) = &details.in_flight {
            let sent = match step.dispatched {
                Dispatched::Yes => "it had reached the phone",
                Dispatched::No => "none of it was sent",
                Dispatched::Unknown => "it may or may not have reached the phone",
            };
            let _ = write!(
                text,
                "\n  in flight  {} ({}): {sent}",
                visible(&step.action_type),
                visible(&step.id)
            );
        }
    }
    let hint = hint.map_or_else(|| next_step(failure, command, written), str::to_owned);
    let _ = write!(
        text,
        "\n{}: {}",
        paint.cyan("hint"),
        visible(&hint).replace('\n', "\n  ")
    );
    text
}

/// The message, or the number of problems where there are several: each of them follows with its place.
fn headline(failure: &Failure) -> String {
    match &failure.details {
        Some(FailureDetails::Validation(details)) if details.issues.len() > 1 => {
            count(details.issue_count, "problem")
        }
        _ => visible(&failure.message),
    }
}

/// What to do about a failure that does not say so itself.
fn next_step(failure: &Failure, command: Option<&str>, written: Written) -> String {
    let is_about_arguments = failure.details.is_none() || written == Written::Flags;
    if let Some(command) = command.filter(|_| {
        is_about_arguments
            && matches!(
                failure.code.known(),
                Some(ErrorCode::Usage | ErrorCode::ExecutionValidationFailed)
            )
    }) {
        return format!("run `clawperator {command} --help`");
    }
    let Some(FailureDetails::Validation(details)) = &failure.details else {
        let code = failure.code.known();
        return code.map_or_else(|| "read the message".to_owned(), next_words::recovery);
    };
    match details
        .action_type
        .as_deref()
        .and_then(ActionType::from_name)
    {
        Some(action_type) => format!(
            "`clawperator actions {}` explains the action",
            action_type.name()
        ),
        None => "`clawperator schema execution` prints the schema of a payload".to_owned(),
    }
}

/// The flag that a part of a verb's payload comes from.
fn flag_of(path: &str) -> Option<&'static str> {
    let flag = match path.strip_prefix("actions.0.params.").unwrap_or(path) {
        "matcher.role" | "expectedNode.role" => "--role",
        "matcher.textEquals" | "expectedNode.textEquals" => "--text",
        "matcher.textContains" => "--text-contains",
        "matcher.resourceId" | "expectedNode.resourceId" => "--id",
        "matcher.contentDescEquals" => "--desc",
        "matcher.contentDescContains" => "--desc-contains",
        "container.role" => "--container-role",
        "where.nth" => "--nth",
        "where.name" => "--name",
        "where.inRow" => "--in-row",
        "ref" => "the ref",
        "timeoutMs" => "--timeout",
        "direction" => "the direction",
        "key" => "the key",
        "applicationId" => "the package",
        "uri" => "the URI",
        "text" => "the text",
        "path" => "--path",
        path if path.starts_with("matcher.") || path.starts_with("expectedNode.") => "the selector",
        path if path.starts_with("container.") => "the container",
        path if path.starts_with("labelMatcher.") => "the label",
        _ => return None,
    };
    Some(flag)
}

/// `  at actions.0.params.timeoutMs (wait-1, wait_for_navigation)`
fn place(issue: &Issue, written: Written) -> String {
    if written == Written::Flags {
        return flag_of(&issue.path).map_or_else(String::new, |flag| format!("\n  in {flag}"));
    }
    let path = issue.input_path.as_ref().unwrap_or(&issue.path);
    let path = if path.is_empty() {
        "the document"
    } else {
        path
    };
    let action: Vec<&str> = [&issue.action_id, &issue.action_type]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    if action.is_empty() {
        format!("\n  at {}", visible(path))
    } else {
        format!("\n  at {} ({})", visible(path), visible(&action.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use clawperator_contract::phones::{DeviceDetails, ListedDevice};

    use super::*;

    #[test]
    fn a_failure_to_choose_a_phone_lists_the_phones() {
        let listed = |serial: &str, model: Option<&str>| ListedDevice {
            serial: serial.to_owned(),
            state: "device".to_owned(),
            model: model.map(str::to_owned),
            product: None,
            code: None,
            hint: None,
        };
        let details = DeviceDetails {
            devices: vec![listed("emulator-5554", Some("Pixel_7")), listed("b", None)],
            ..DeviceDetails::default()
        };
        let failure = Failure {
            details: Some(FailureDetails::Devices(Box::new(details))),
            ..Failure::new(ErrorCode::MultipleDevicesDeviceIdRequired, "several")
                .with_hint("choose one")
        };
        let expected = [
            "error[MULTIPLE_DEVICES_DEVICE_ID_REQUIRED]: several",
            "  emulator-5554  device  Pixel_7",
            "  b  device",
            "hint: choose one",
        ];
        assert_eq!(
            describe(&failure, None, Written::Payload, Paint { enabled: false }),
            expected.join("\n")
        );
    }
}
