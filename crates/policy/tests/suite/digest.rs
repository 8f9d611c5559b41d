//! What an approval is bound to.

use clawperator_contract::{Execution, validate};
use clawperator_policy::{Profile, digest};
use serde_json::json;

fn execution(ids: &str, text: &str) -> Execution {
    let payload = json!({
        "commandId": ids, "taskId": ids, "source": "test", "expectedFormat": "android-ui-automator", "timeoutMs": 30000,
        "actions": [{ "id": "a", "type": "click", "params": { "matcher": { "textEquals": text } } }],
    });
    validate(payload.to_string().as_bytes()).unwrap().execution
}

fn profile(name: &str, more: &str) -> Profile {
    Profile::parse(
        name,
        &format!("version = 1\ncoordinates = \"look\"\n{more}"),
    )
    .unwrap()
}

#[test]
fn an_approval_is_bound_to_the_act_the_execution_the_phone_and_the_profile() {
    let act = |words: &[&str]| {
        words
            .iter()
            .map(|word| (*word).to_owned())
            .collect::<Vec<_>>()
    };
    let of = |execution: &Execution, serial: &str, profile: &Profile, words: &[&str]| {
        digest(Some(execution), None, serial, profile, &act(words))
    };
    let base = of(&execution("1", "A"), "serial-1", &profile("p", ""), &["a"]);
    let same = of(&execution("2", "A"), "serial-1", &profile("p", ""), &["a"]);
    assert_eq!(base, same, "the ids do not count");
    let long = profile("p", "approval_minutes = 5");
    for other in [
        of(&execution("1", "B"), "serial-1", &profile("p", ""), &["a"]),
        of(&execution("1", "A"), "serial-2", &profile("p", ""), &["a"]),
        of(&execution("1", "A"), "serial-1", &profile("q", ""), &["a"]),
        of(&execution("1", "A"), "serial-1", &long, &["a"]),
        of(&execution("1", "A"), "serial-1p", &profile("", ""), &["a"]),
        of(&execution("1", "A"), "serial-1", &profile("p", ""), &["b"]),
        of(
            &execution("1", "A"),
            "serial-1",
            &profile("p", ""),
            &["a", ""],
        ),
    ] {
        assert_ne!(base, other);
    }
}

#[test]
fn a_ref_counts_by_the_node_that_it_means() {
    let click = |name: &str, generation: u32| {
        let params = json!({ "ref": name, "generation": generation });
        let payload = json!({
            "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
            "timeoutMs": 30000,
            "actions": [
                { "id": "a", "type": "click", "params": params },
                { "id": "b", "type": "click", "params": { "matcher": { "textEquals": "Send" } } },
            ],
        });
        validate(payload.to_string().as_bytes()).unwrap().execution
    };
    let profile = profile("p", "");
    let of = |asked: &str, name: &str, generation: u32, node: &str| {
        let execution = click(name, generation);
        digest(
            Some(&execution),
            Some(asked),
            "s",
            &profile,
            &[node.to_owned()],
        )
    };
    assert_eq!(of("a", "@e1", 0, "Wi-Fi"), of("a", "@e4", 7, "Wi-Fi"));
    assert_ne!(
        of("a", "@e1", 0, "Wi-Fi"),
        of("a", "@e1", 0, "Erase everything")
    );
    // An approval to send is for what was chosen before.
    assert_eq!(of("b", "@e1", 0, "Send"), of("b", "@e1", 7, "Send"));
    assert_ne!(of("b", "@e1", 0, "Send"), of("b", "@e4", 0, "Send"));
}
