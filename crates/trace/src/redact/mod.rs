//! What of a run may be written down.
//!
//! As in the log, nothing that is typed is written, nor any address that is opened. What a screen shows after something
//! was typed may be what was typed, in any form that an app gives it; so from the first step that types on, results keep
//! their codes, counts and places, and nothing that a screen shows.

mod secrets;

use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{ActionType, DataKey, Execution, Failure, FailureDetails, StepResult};
use serde::Serialize;
use serde_json::{Map, Value};

pub(crate) use self::secrets::Secrets;

/// In the place of what is not written.
const NOT_KEPT: &str = "(not kept)";
/// In the place of what a file has already.
const AS_SCREEN: &str = "(kept as a screen)";

/// The execution as it is written down, and what the answer to it may not repeat; where labels are withheld, without
/// what its actions look for.
pub(crate) fn request(execution: &Execution, withheld: bool) -> (Value, Secrets) {
    // An execution is made of what JSON has.
    let mut value = serde_json::to_value(execution).unwrap_or(Value::Null);
    let Some(actions) = value.get_mut("actions").and_then(Value::as_array_mut) else {
        // An execution has actions, and the answer's own rules hold where nothing is to be looked for.
        return (value, Secrets::default());
    };
    let secrets = Secrets::take(actions);
    if withheld {
        for action in actions {
            if let Some(params) = action.get_mut("params") {
                *params = Value::Object(Map::new());
            }
        }
    }
    (value, secrets)
}

/// The answer as it is written down.
pub(crate) fn answer(answer: Result<ExecutionResult, Failure>, secrets: &Secrets) -> Redacted {
    match answer {
        Ok(mut result) => {
            let envelope = &mut result.envelope;
            if redact_steps(&mut envelope.step_results, secrets) {
                envelope.error = envelope.error.as_ref().map(|_| NOT_KEPT.to_owned());
                envelope.hint = None;
                envelope.next = Vec::new();
            }
            Redacted::Result(result)
        }
        Err(mut failure) => {
            if let Some(FailureDetails::Interrupted(details)) = &mut failure.details {
                redact_steps(&mut details.step_results, secrets);
            }
            Redacted::Failure(failure)
        }
    }
}

/// An answer that may be written down.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Redacted {
    Result(ExecutionResult),
    Failure(Failure),
}

impl Redacted {
    /// About how many bytes it has.
    pub(crate) fn about_bytes(&self) -> usize {
        let steps = match self {
            Self::Result(result) => &result.envelope.step_results,
            Self::Failure(failure) => match &failure.details {
                Some(FailureDetails::Interrupted(details)) => &details.step_results,
                _ => return 0,
            },
        };
        let data = steps.iter().flat_map(|step| &step.data);
        data.map(|(key, value)| key.len() + value.len()).sum()
    }
}

/// The hierarchy of a snapshot is kept as a screen, and trees are kept once.
fn refer_to_screen(step: &mut StepResult) {
    if step.get(DataKey::ActualFormat) == Some("hierarchy_xml")
        && let Some(text) = step.data.get_mut(DataKey::Text.name())
    {
        AS_SCREEN.clone_into(text);
    }
}

/// Takes out what may not be written; whether anything had to be.
fn redact_steps(steps: &mut [StepResult], secrets: &Secrets) -> bool {
    let mut has_typed = false;
    let mut is_redacted = false;
    for step in steps {
        refer_to_screen(step);
        is_redacted |= secrets.hide_in(step);
        let kind = ActionType::from_name(&step.action_type);
        // What is put on the clipboard may be pasted.
        // What a program was handed may be typed, and what it writes may be anybody's.
        has_typed |= matches!(
            kind,
            Some(ActionType::EnterText | ActionType::SetClipboard | ActionType::DeviceShell)
        );
        // What was copied may be a password, and a person may have copied it.
        if kind == Some(ActionType::GetClipboard) {
            is_redacted |= step.data.remove(DataKey::Text.name()).is_some();
        }
        let opens = kind == Some(ActionType::OpenUri);
        if has_typed || opens {
            is_redacted = true;
            step.data.retain(|name, _| match DataKey::from_name(name) {
                Some(DataKey::Message | DataKey::Hint | DataKey::Next | DataKey::Cause) | None => {
                    false
                }
                Some(DataKey::Uri) => !opens,
                Some(key) => !(has_typed && key.shows_screen()),
            });
        }
    }
    is_redacted
}

#[cfg(test)]
mod tests {
    use clawperator_contract::validate;
    use serde_json::json;

    use super::*;

    fn execution() -> Execution {
        let payload = json!({
            "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
            "timeoutMs": 30000, "actions": [
                { "id": "a", "type": "click", "params": { "matcher": { "textEquals": "Anna" } } },
                { "id": "b", "type": "enter_text", "params": {
                    "matcher": { "role": "textfield" }, "text": "hunter2" } },
                { "id": "c", "type": "open_uri", "params": { "uri": "https://a.example/?token=hunter2" } },
                { "id": "j", "type": "set_clipboard", "params": { "text": "tulips 7" } },
                { "id": "k", "type": "click", "params": { "matcher": { "textContains": "Tulips7" } } },
                { "id": "d", "type": "wait_for_node", "params": { "matcher": { "textContains": "Hunter" } } },
                { "id": "f", "type": "click", "params": { "matcher": { "textContains": "hunt er2" } } },
                { "id": "g", "type": "open_uri", "params": { "uri": "https://a.example/?q=gr%C3%BCn+key%202" } },
                { "id": "h", "type": "click", "params": { "matcher": { "textContains": "Grün key 2" } } },
                { "id": "i", "type": "wait_for_node", "params": { "where": { "anyOf": [
                    { "nameMatches": "h[u]n(t)er\\d" }, { "textMatches": "HUN.*" } ] } } },
                { "id": "e", "type": "click", "params": { "where": { "any_of": [
                    { "name": "as HUNTER2 now" }, { "name": "Other" } ] } } },
            ],
        });
        validate(payload.to_string().as_bytes()).unwrap().execution
    }

    #[test]
    fn a_request_has_neither_what_is_typed_nor_what_is_opened() {
        let text = request(&execution(), false).0.to_string();
        for told in ["hunt", "grün", "key", "h[u]n", "hun.*", "tulip"] {
            assert!(!text.to_lowercase().contains(told), "{told}: {text}");
        }
        assert!(text.contains("Anna") && text.contains("Other"), "{text}");
        let text = request(&execution(), true).0.to_string();
        assert!(
            !text.contains("Anna") && text.contains("\"click\""),
            "{text}"
        );
    }

    fn step(action_type: &str, data: &[(&str, &str)]) -> StepResult {
        let data = data.iter();
        StepResult {
            id: "x".to_owned(),
            action_type: action_type.to_owned(),
            success: true,
            data: data
                .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
                .collect(),
        }
    }

    #[test]
    fn of_a_program_its_name_is_kept_and_neither_its_words_nor_what_it_writes() {
        let payload = json!({
            "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
            "timeoutMs": 30000, "actions": [{ "id": "a", "type": "device_shell",
                "params": { "words": ["input", "text", "hunter2"] } }],
        });
        let execution = validate(payload.to_string().as_bytes()).unwrap().execution;
        let (kept, secrets) = request(&execution, false);
        let kept = kept.to_string();
        assert!(
            !kept.contains("hunter2") && kept.contains("\"input\""),
            "{kept}"
        );
        let mut steps = vec![
            step(
                "device_shell",
                &[
                    ("stdout", "hunter2"),
                    ("stderr", "hunter2"),
                    ("message", "hunter2"),
                    ("exit_code", "1"),
                ],
            ),
            step("read_text", &[("text", "hunter2")]),
        ];
        assert!(redact_steps(&mut steps, &secrets));
        let kept = serde_json::to_string(&steps).unwrap();
        assert!(
            !kept.contains("hunter2") && kept.contains("exit_code"),
            "{kept}"
        );
    }

    #[test]
    fn a_message_before_the_typing_does_not_repeat_it() {
        let (_, secrets) = request(&execution(), false);
        let mut steps = vec![
            step(
                "click",
                &[
                    ("error", "NODE_NOT_FOUND"),
                    ("message", "nothing has \"HUNT er2\""),
                ],
            ),
            step(
                "click",
                &[
                    ("error", "NODE_NOT_FOUND"),
                    ("message", "nothing has \"Anna\""),
                ],
            ),
            step("open_app", &[("application_id", "hunter2")]),
            step("click", &[("message", "nothing has \"grün KEY 2\"")]),
        ];
        assert!(redact_steps(&mut steps, &secrets));
        let text = serde_json::to_string(&steps).unwrap().to_lowercase();
        for told in ["hunt", "grün", "key"] {
            assert!(!text.contains(told), "{told}: {text}");
        }
        assert!(
            text.contains("anna") && text.contains("node_not_found"),
            "{text}"
        );
    }

    #[test]
    fn a_result_shows_no_screen_after_something_was_typed() {
        let mut steps = vec![
            step("read_text", &[("text", "before")]),
            step(
                "snapshot_ui",
                &[("actual_format", "hierarchy_xml"), ("text", "<hierarchy/>")],
            ),
            step("open_uri", &[("uri", "https://hunter2")]),
            step(
                "get_clipboard",
                &[("text", "hunter2"), ("clipboard", "text")],
            ),
            step("enter_text", &[("text", "hunter2"), ("effect", "seen")]),
            step(
                "snapshot_ui",
                &[("text", "<node text='hunter2'/>"), ("generation", "4")],
            ),
            step(
                "click",
                &[
                    ("error", "NODE_NOT_FOUND"),
                    ("message", "not 'hunter2'"),
                    ("new", "hunter2"),
                ],
            ),
        ];
        assert!(redact_steps(&mut steps, &Secrets::default()));
        let text = serde_json::to_string(&steps).unwrap();
        assert!(!text.contains("hunter2"), "{text}");
        assert!(!text.contains("<hierarchy"), "{text}");
        for kept in ["before", AS_SCREEN, "seen", "generation", "NODE_NOT_FOUND"] {
            assert!(text.contains(kept), "{kept}: {text}");
        }
    }
}
