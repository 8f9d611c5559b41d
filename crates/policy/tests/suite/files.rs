//! Files: who may copy one to the phone, and who may fetch one.

use std::sync::Arc;

use clawperator_contract::{Execution, PhonePath, validate};
use clawperator_engine::{ActQuestion, Guard as _, Intent, NewFile, Verdict};
use clawperator_policy::{PolicyGuard, Profile, Shipped};
use serde_json::{Value, json};

use super::touches::{now, own, phone, shipped, word};

const PATH: &str = "/sdcard/Download/a.txt";

fn execution(action_type: &str, params: &Value) -> Execution {
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000, "actions": [{ "id": "a", "type": action_type, "params": params }],
    });
    validate(payload.to_string().as_bytes()).unwrap().execution
}

/// The verdict before the first step where that is a refusal, and on the act itself otherwise.
fn judged(profile: Profile, execution: &Execution, intent: Intent<'_>) -> Verdict {
    let guard = PolicyGuard::new(Arc::new(profile), None);
    let escort = match now(guard.may_run(execution, &phone())) {
        Ok(escort) => escort,
        Err(refused) => return refused,
    };
    let asked = ActQuestion {
        action: Some(&execution.actions()[0]),
        intent,
        front: None,
        leads_to: None,
    };
    now(escort.may_act(asked))
}

fn pushed(profile: Profile, sha256: &str) -> Verdict {
    let path = PhonePath::parse(PATH).unwrap();
    let push = execution(
        "push_file",
        &json!({ "hostFile": "a.txt", "phonePath": PATH }),
    );
    let file = NewFile {
        path: &path,
        bytes: b"hello",
        sha256,
        modified: 0,
        replaces: true,
    };
    judged(profile, &push, Intent::Push(file))
}

fn push(profile: Profile) -> &'static str {
    word(&pushed(profile, "00ff"))
}

fn pull(profile: Profile) -> &'static str {
    let path = PhonePath::parse(PATH).unwrap();
    let pull = execution("pull_file", &json!({ "phonePath": PATH }));
    word(&judged(profile, &pull, Intent::Pull(&path)))
}

#[test]
fn a_person_may_and_others_ask() {
    assert_eq!(push(shipped(Shipped::Person)), "allow");
    assert_eq!(pull(shipped(Shipped::Person)), "allow");
    for profile in [Shipped::Agent, Shipped::Server, Shipped::Ask] {
        assert_eq!(push(shipped(profile)), "confirm", "{}", profile.name());
        assert_eq!(pull(shipped(profile)), "confirm", "{}", profile.name());
    }
}

#[test]
fn a_profile_that_does_not_name_files_denies_them() {
    let profile = || own("[capabilities]\nobserve = \"allow\"\nmanage_apps = \"allow\"\n");
    assert_eq!(push(profile()), "deny");
    assert_eq!(pull(profile()), "deny");
}

#[test]
fn who_may_not_read_some_app_may_not_fetch_what_it_may_have_written() {
    let lines = "[capabilities]\nobserve = \"allow\"\nfiles = \"allow\"\n";
    assert_eq!(pull(own(lines)), "allow");
    let no_bank = "[[rules]]\nname = \"r\"\nverdict = \"deny\"\ncapabilities = [\"observe\"]\npackages = [\"com.bank\"]\n";
    let profile = || own(&format!("{lines}{no_bank}"));
    assert_eq!(pull(profile()), "deny");
    // What is copied there shows nothing, and goes to no app.
    assert_eq!(push(profile()), "allow");
    let blind = "[capabilities]\nobserve = \"deny\"\nfiles = \"allow\"\n";
    assert_eq!(pull(own(blind)), "deny");
    assert_eq!(push(own(blind)), "allow");
}

/// A name stands for whatever file the surface has under it, so whoever approves one approves its bytes.
#[test]
fn a_question_about_a_file_names_its_bytes() {
    let confirm = "[capabilities]\nfiles = \"confirm\"\n";
    let words = |sha256: &str| format!("{:?}", pushed(own(confirm), sha256));
    let asked = words("00ff");
    for part in [PATH, "5 bytes", "SHA-256 00ff", "replacing what is there"] {
        assert!(asked.contains(part), "{part}: {asked}");
    }
    assert_ne!(asked, words("11ff"));
}
