//! Programs of the phone: who may run one.

use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::{Execution, validate};
use clawperator_engine::{ActQuestion, Guard as _, Intent, ProgramRun, Verdict};
use clawperator_policy::{PolicyGuard, Profile, Shipped};
use serde_json::json;

use super::touches::{now, own, phone, shipped, word};

fn execution() -> Execution {
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000, "actions": [
            { "id": "a", "type": "device_shell", "params": { "words": ["pm", "clear", "it's"] } }],
    });
    validate(payload.to_string().as_bytes()).unwrap().execution
}

/// The verdict before the first step where that is a refusal, and on the act itself otherwise.
fn judged(profile: Profile) -> Verdict {
    let guard = PolicyGuard::new(Arc::new(profile), None);
    let execution = execution();
    let escort = match now(guard.may_run(&execution, &phone())) {
        Ok(escort) => escort,
        Err(refused) => return refused,
    };
    let words = ["pm", "clear", "it's"].map(str::to_owned);
    let asked = ActQuestion {
        action: Some(&execution.actions()[0]),
        intent: Intent::Run(ProgramRun {
            words: &words,
            limit: Duration::from_secs(1),
        }),
        front: None,
        leads_to: None,
    };
    now(escort.may_act(asked))
}

fn verdict(lines: &str) -> &'static str {
    word(&judged(own(lines)))
}

#[test]
fn no_shipped_profile_runs_programs() {
    for profile in [
        Shipped::Person,
        Shipped::Agent,
        Shipped::Server,
        Shipped::Ask,
    ] {
        let name = profile.name();
        assert_eq!(word(&judged(shipped(profile))), "deny", "{name}");
    }
}

#[test]
fn a_profile_that_does_not_name_it_denies_it() {
    assert_eq!(verdict("[capabilities]\nobserve = \"allow\"\n"), "deny");
    let both = "[capabilities]\nobserve = \"allow\"\ndevice_shell = \"allow\"\n";
    assert_eq!(verdict(both), "allow");
    // What a program writes is read.
    let blind = "[capabilities]\nobserve = \"deny\"\ndevice_shell = \"allow\"\n";
    assert_eq!(verdict(blind), "deny");
}

#[test]
fn what_may_not_be_done_in_some_app_is_not_done_by_a_program() {
    let both = "[capabilities]\nobserve = \"allow\"\ndevice_shell = \"allow\"\n";
    let no_bank = "[[rules]]\nname = \"r\"\nverdict = \"deny\"\npackages = [\"com.bank\"]\n";
    assert_eq!(verdict(&format!("{both}{no_bank}")), "deny");
}

#[test]
fn whoever_approves_a_program_reads_all_of_its_words() {
    let asks = "[capabilities]\nobserve = \"allow\"\ndevice_shell = \"confirm\"\n";
    let verdict = judged(own(asks));
    let Verdict::Confirm { refusal, .. } = verdict else {
        panic!("{verdict:?}");
    };
    let named = r"device_shell, running pm clear 'it'\''s'";
    assert!(refusal.reason.contains(named), "{}", refusal.reason);
}
