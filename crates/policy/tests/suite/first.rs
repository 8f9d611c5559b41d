//! What is known of a verdict before there is a phone.

use std::sync::Arc;

use clawperator_contract::{Execution, validate};
use clawperator_device::driver::Identity;
use clawperator_engine::{Guard as _, Phone, Verdict};
use clawperator_policy::{Effect, FirstVerdict, PolicyGuard, Profile, Shipped, first_verdict};
use serde_json::{Value, json};

use super::touches::now;
use super::verdicts::profile;

fn execution(capabilities: &Value) -> Execution {
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "s", "expectedFormat": "android-ui-automator", "timeoutMs": 30000,
        "capabilities": capabilities,
        "actions": [
            { "id": "open", "type": "open_app", "params": { "applicationId": "com.shop" } },
            { "id": "press", "type": "click", "params": { "where": { "text": "Lamp" } } },
            { "id": "pause", "type": "sleep", "params": { "durationMs": 10 } },
            { "id": "read", "type": "read_text", "params": { "where": { "text": "Total" } } },
        ],
    });
    validate(payload.to_string().as_bytes()).unwrap().execution
}

fn first(lines: &str, device: Option<&str>) -> FirstVerdict {
    let execution = execution(&json!(["observe", "navigate", "click"]));
    first_verdict(&profile(lines), &execution, device)
}

fn effects(verdict: &FirstVerdict) -> Vec<(&'static str, bool)> {
    let actions = verdict.actions.iter();
    actions
        .map(|action| (action.effect.name(), action.comes_again))
        .collect()
}

#[test]
fn each_action_has_its_own_word_and_what_the_screen_decides_comes_again() {
    let verdict = first("[capabilities]\nclick = \"confirm\"\n", None);
    assert_eq!(verdict.effect, Effect::Allow);
    let expected = [
        ("allow", true),
        ("confirm", true),
        ("allow", false),
        ("allow", false),
    ];
    assert_eq!(effects(&verdict), expected);
    assert_eq!(
        verdict.actions[1].rule.as_deref(),
        Some("capabilities.click")
    );
    let verdict = first("[capabilities]\nnavigate = \"deny\"\n", None);
    assert_eq!(verdict.effect, Effect::Deny);
    assert_eq!(verdict.rule.as_deref(), Some("capabilities.navigate"));
    let reason = verdict.reason.unwrap();
    assert!(
        reason.starts_with("profile `test` denies this execution: rule `capabilities.navigate`"),
        "{reason}"
    );
    let verdict = first("[capabilities]\nobserve = \"confirm\"\n", None);
    assert_eq!(verdict.effect, Effect::Confirm);
    assert!(verdict.reason.unwrap().contains("requires a person"));
}

#[test]
fn a_rule_about_other_phones_is_named_and_one_about_this_phone_holds() {
    let rules = "[[rules]]\nname = \"mine\"\nverdict = \"deny\"\ncapabilities = [\"click\"]\ndevices = [\"emulator-*\"]\n\
        [[rules]]\nname = \"typing\"\nverdict = \"deny\"\ncapabilities = [\"type_text\"]\ndevices = [\"emulator-*\"]\n";
    let verdict = first(rules, None);
    assert_eq!(verdict.effect, Effect::Allow);
    assert_eq!(verdict.phone_rules, ["mine"]);
    let verdict = first(rules, Some("emulator-5554"));
    assert_eq!(verdict.effect, Effect::Deny);
    assert_eq!(verdict.rule.as_deref(), Some("rules.mine"));
    assert!(verdict.phone_rules.is_empty());
    // The phone may still say another serial number than the name that adb has for it.
    let verdict = first(rules, Some("127.0.0.1:5555"));
    assert_eq!(verdict.effect, Effect::Allow);
    assert_eq!(verdict.phone_rules, ["mine"]);
}

#[test]
fn where_no_rule_is_about_phones_it_is_what_a_run_begins_with() {
    let phone = Phone::new("serial", Identity::default());
    let declared = [
        json!(["observe"]),
        json!(["observe", "navigate", "click"]),
        json!(["observe", "navigate", "click", "purchase_risk"]),
        json!(["observe", "gesture", "device_shell"]),
        json!(["observe", "files", "type_text"]),
    ];
    let mut profiles: Vec<Profile> = Shipped::ALL
        .iter()
        .map(|shipped| shipped.profile().unwrap())
        .collect();
    profiles.extend([
        profile("[capabilities]\nobserve = \"confirm\"\nclick = \"deny\"\n"),
        profile("[[rules]]\nname = \"bank\"\nverdict = \"deny\"\npackages = [\"com.shop\"]\n"),
        profile("[[rules]]\nname = \"look\"\nverdict = \"confirm\"\nlabels = [\"Lamp\"]\n"),
    ]);
    let mut seen = [0; 3];
    for profile in profiles {
        let profile = Arc::new(profile);
        for capabilities in &declared {
            let execution = execution(capabilities);
            let first = first_verdict(&profile, &execution, Some("serial"));
            let guard = PolicyGuard::new(Arc::clone(&profile), None);
            let (effect, rule, reason) = match now(guard.may_run(&execution, &phone)) {
                Ok(_) | Err(Verdict::Allow) => (Effect::Allow, first.rule.clone(), None),
                Err(Verdict::Confirm { refusal, .. }) => {
                    (Effect::Confirm, refusal.rule, Some(refusal.reason))
                }
                Err(Verdict::Deny(refusal)) => (Effect::Deny, refusal.rule, Some(refusal.reason)),
            };
            let what = format!("{} {capabilities}", profile.name);
            assert_eq!(
                (first.effect, first.rule, first.reason),
                (effect, rule, reason),
                "{what}"
            );
            seen[effect as usize] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}
