//! The clipboard: who may read it, and who may put a text there.

use std::sync::Arc;

use clawperator_contract::{Execution, validate};
use clawperator_engine::{ActQuestion, Guard as _, Intent, NewClip};
use clawperator_policy::{PolicyGuard, Profile, Shipped};
use serde_json::{Value, json};

use super::touches::{now, own, phone, shipped, word};

fn execution(action_type: &str, params: &Value) -> Execution {
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000, "actions": [{ "id": "a", "type": action_type, "params": params }],
    });
    validate(payload.to_string().as_bytes()).unwrap().execution
}

/// The verdict before the first step where that is a refusal, and on the act itself otherwise.
fn judged(profile: Profile, execution: &Execution, intent: Intent<'_>) -> &'static str {
    let guard = PolicyGuard::new(Arc::new(profile), None);
    let Ok(escort) = now(guard.may_run(execution, &phone())) else {
        return "deny";
    };
    let asked = ActQuestion {
        action: Some(&execution.actions()[0]),
        intent,
        front: None,
        leads_to: None,
    };
    assert!(!escort.wants_front(&asked) || word(&now(escort.may_act(asked))) == "confirm");
    word(&now(escort.may_act(asked)))
}

fn read(profile: Profile) -> &'static str {
    let get = execution("get_clipboard", &json!({}));
    judged(profile, &get, Intent::ReadClip)
}

fn set(profile: Profile) -> &'static str {
    let set = execution("set_clipboard", &json!({ "text": "hunter2" }));
    let clip = NewClip {
        text: Some("hunter2"),
        is_sensitive: false,
    };
    judged(profile, &set, Intent::Clip(clip))
}

#[test]
fn a_person_may_and_others_ask() {
    assert_eq!(read(shipped(Shipped::Person)), "allow");
    assert_eq!(set(shipped(Shipped::Person)), "allow");
    for profile in [Shipped::Agent, Shipped::Server, Shipped::Ask] {
        for verdict in [read(shipped(profile)), set(shipped(profile))] {
            assert_ne!(verdict, "allow", "{}", profile.name());
        }
    }
}

#[test]
fn a_profile_that_does_not_name_the_clipboard_denies_it() {
    let profile = || own("[capabilities]\nobserve = \"allow\"\ntype_text = \"allow\"\n");
    assert_eq!(read(profile()), "deny");
    assert_eq!(set(profile()), "deny");
}

#[test]
fn who_may_not_read_some_app_may_not_read_what_was_copied_there() {
    let lines = "[capabilities]\nobserve = \"allow\"\nclipboard = \"allow\"\n";
    assert_eq!(read(own(lines)), "allow");
    let no_bank = "[[rules]]\nname = \"r\"\nverdict = \"deny\"\ncapabilities = [\"observe\"]\npackages = [\"com.bank\"]\n";
    let profile = || own(&format!("{lines}{no_bank}"));
    assert_eq!(read(profile()), "deny");
    // What is put there shows nothing, and goes to no app.
    assert_eq!(set(profile()), "allow");
    let blind = "[capabilities]\nobserve = \"deny\"\nclipboard = \"allow\"\n";
    assert_eq!(read(own(blind)), "deny");
    assert_eq!(set(own(blind)), "allow");
}
