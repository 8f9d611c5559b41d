//! Commands through the Operator, and beside it.

use serde_json::{Value, json};

use crate::suite::private_adb::Bench;

const RESIDENT: [&str; 2] = ["--operator", "resident"];
const AUTO: [&str; 2] = ["--operator", "auto"];

fn fault(bench: &Bench, name: &str, more: &Value) {
    let mut fault = json!({ "do": "fault", "name": name, "on": true });
    for (key, value) in more.as_object().unwrap() {
        fault[key] = value.clone();
    }
    bench.phone.control(&fault);
}

fn through(bench: &Bench, words: &[&str], driver: [&str; 2]) -> (Value, i32) {
    bench.run(&[words, &driver].concat())
}

fn execution(actions: &Value) -> String {
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000, "actions": actions,
    });
    payload.to_string()
}

#[test]
fn the_answer_names_the_driver() {
    let bench = Bench::start(&[]);
    for driver in [RESIDENT, AUTO] {
        let (said, exit) = through(&bench, &["press", "home"], driver);
        assert_eq!(exit, 0, "{said}");
        assert_eq!(said["driver"], json!({ "name": "resident" }));
    }
    let (said, _) = bench.run(&["press", "home"]);
    assert_eq!(said["driver"], Value::Null);
    assert_eq!(bench.inputs(), 3);
}

/// There is one `UiAutomation` on a phone, and the Operator keeps it for a while after a look.
#[test]
fn the_shell_driver_and_the_doctor_read_the_screen_after_the_operator() {
    let bench = Bench::start(&[]);
    for command in ["snapshot", "doctor"] {
        let (said, exit) = through(&bench, &["snapshot"], RESIDENT);
        assert_eq!(exit, 0, "{said}");
        let (said, exit) = bench.run(&[command]);
        assert_eq!(exit, 0, "{said}");
    }
    let requests = bench
        .phone
        .control(&json!({ "do": "requests" }))
        .to_string();
    assert!(requests.contains("localabstract:clawperator-operator"));
    // Without an Operator a program that is killed is killed.
    fault(&bench, "dump_killed", &json!({}));
    bench.adb.adb(&["shell", "pkill -f operator"]);
    let (said, _) = bench.run(&["snapshot"]);
    assert!(said.to_string().contains("UiAutomation"), "{said}");
}

/// The driver proves itself although nothing is asked of the Operator for longer than that waits.
#[test]
fn a_run_may_begin_with_a_pause() {
    let bench = Bench::start(&[]);
    let payload = execution(&json!([
        { "id": "pause", "type": "sleep", "params": { "durationMs": 2_300 } },
        { "id": "home", "type": "press_key", "params": { "key": "home" } },
    ]));
    for _ in 0..2 {
        let (said, exit) = through(&bench, &["exec", &payload], RESIDENT);
        assert_eq!(exit, 0, "{said}");
    }
    assert_eq!(bench.inputs(), 2);
}

#[test]
fn a_broken_stream_is_no_cancelled_execution() {
    let bench = Bench::start(&[]);
    through(&bench, &["press", "home"], RESIDENT);
    for times in 1..=3 {
        fault(&bench, "operator_half_answer", &json!({ "times": times }));
        let before = bench.inputs();
        let (said, exit) = through(&bench, &["press", "home"], RESIDENT);
        let done = bench.inputs() - before;
        assert!(!said.to_string().contains("CANCELLED"), "{said}");
        assert!(done <= 1, "{said}");
        assert_eq!(exit == 0, done == 1, "{said}");
    }
}

#[test]
fn auto_falls_back_and_says_why() {
    for (name, more, why) in [
        (
            "operator_start_fails",
            json!({ "code": "FAILED", "reason": "no luck" }),
            "no luck",
        ),
        ("storage_low", json!({}), "No space left"),
        ("operator_wrong_proof", json!({}), "does not prove"),
    ] {
        let bench = Bench::start(&[]);
        fault(&bench, name, &more);
        let (said, exit) = through(&bench, &["press", "home"], AUTO);
        assert_eq!(exit, 0, "{name}: {said}");
        assert_eq!(said["driver"]["name"], "shell", "{name}: {said}");
        let fallback = said["driver"]["fallback"].as_str().unwrap();
        assert!(fallback.contains(why), "{name}: {said}");
        let (said, exit) = through(&bench, &["press", "home"], RESIDENT);
        assert_ne!(exit, 0, "{name}: {said}");
        assert_eq!(bench.inputs(), 1, "{name}");
        let hint = said["hint"].as_str().unwrap();
        assert!(hint.contains("--operator auto"), "{name}: {said}");
    }
}
