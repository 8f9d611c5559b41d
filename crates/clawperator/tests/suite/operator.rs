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

#[test]
fn the_operator_is_looked_after_by_commands() {
    let bench = Bench::start(&[]);
    let operator = |words: &[&str]| bench.run(&[&["operator"], words].concat());
    let (said, exit) = operator(&["status"]);
    assert_eq!(exit, 0, "{said}");
    assert_eq!(said["state"], "stopped", "{said}");
    assert_eq!(said["files"], json!([]));
    let (said, exit) = operator(&["start"]);
    assert_eq!(exit, 0, "{said}");
    assert_eq!(
        (&said["done"], &said["state"]),
        (&json!("started"), &json!("running"))
    );
    assert_eq!(said["pushed"], true);
    let launch = said["launch"].clone();
    // The next command uses the same.
    let (said, exit) = through(&bench, &["press", "home"], RESIDENT);
    assert_eq!(exit, 0, "{said}");
    let (said, _) = operator(&["status"]);
    assert_eq!(said["launch"], launch);
    assert_eq!(
        said["holder"],
        Value::Null,
        "a run leaves the phone: {said}"
    );
    let (said, exit) = operator(&["start"]);
    assert_eq!((exit, &said["done"]), (0, &json!("nothing")), "{said}");
    let (said, exit) = operator(&["stop"]);
    assert_eq!((exit, &said["done"]), (0, &json!("ended")), "{said}");
    assert_eq!(said["state"], "stopped");
    assert_ne!(said["files"], json!([]));
    let (said, exit) = operator(&["uninstall"]);
    assert_eq!((exit, &said["files"]), (0, &json!([])), "{said}");
    let left = bench.adb.adb(&["shell", "ls /data/local/tmp"]);
    let left = String::from_utf8(left).unwrap();
    assert!(!left.contains("clawperator"), "{left}");
    let text = bench
        .adb
        .clawperator(&["operator", "status", "--output", "text"]);
    assert!(text.stdout.contains("no Operator runs"), "{}", text.stdout);
}

/// Another user has other apps under the same names.
#[test]
fn a_switch_of_the_user_makes_every_ref_stale() {
    let bench = Bench::start(&[]);
    let snapshot = ["snapshot", "--compact", "--operator", "resident"];
    let screen = bench.adb.clawperator(&snapshot).stdout;
    let (_, rest) = screen.split_once("@e").unwrap();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let name = format!("@e{digits}");
    bench.adb.adb(&["shell", "am switch-user 11"]);
    let (said, exit) = through(&bench, &["click", "--ref", &name], RESIDENT);
    assert_ne!(exit, 0, "{said}");
    assert_eq!(said["envelope"]["errorCode"], "STALE_REF", "{said}");
    assert!(said.to_string().contains("user 11"), "{said}");
    assert_eq!(bench.inputs(), 0);
}

/// The same for a point: what is there now may look the same, and is another app's.
#[test]
fn a_switch_of_the_user_makes_every_point_of_a_snapshot_stale() {
    let bench = Bench::start(&[]);
    let (said, exit) = through(&bench, &["snapshot", "--compact"], RESIDENT);
    assert_eq!(exit, 0, "{said}");
    let at = json!({ "x": 540, "y": 1_200, "generation": 0 });
    let click = json!([{ "id": "c", "type": "click", "params": { "coordinate": at } }]);
    let click = execution(&click);
    let (said, exit) = through(&bench, &["exec", &click], RESIDENT);
    assert_eq!((exit, bench.inputs()), (0, 1), "{said}");
    bench.adb.adb(&["shell", "am switch-user 11"]);
    let (said, exit) = through(&bench, &["exec", &click], RESIDENT);
    assert_ne!(exit, 0, "{said}");
    assert_eq!(said["envelope"]["errorCode"], "STALE_REF", "{said}");
    assert!(said.to_string().contains("user 11"), "{said}");
    assert_eq!(bench.inputs(), 1);
}

#[test]
fn whoever_may_hold_the_automation_is_named_by_both_drivers() {
    let bench = Bench::start(&[]);
    let tool = "(setsid sleep 60 | setsid grep io.appium.uiautomator2.server) </dev/null >/dev/null 2>&1 &";
    bench.adb.adb(&["shell", tool]);
    bench.phone.fault("automation_held", true);
    for driver in [RESIDENT, ["--operator", "shell"]] {
        let (said, exit) = through(&bench, &["snapshot", "--timeout", "3000"], driver);
        assert_ne!(exit, 0, "{said}");
        assert!(
            said.to_string().contains("likely Appium (process "),
            "{said}"
        );
    }
    let listed = bench.adb.adb(&["shell", "ps -A -o ARGS"]);
    let listed = String::from_utf8(listed).unwrap();
    assert!(listed.contains("io.appium"), "it was ended: {listed}");
}

#[test]
fn the_doctor_knows_our_own() {
    let bench = Bench::start(&[]);
    through(&bench, &["snapshot"], RESIDENT);
    let (said, exit) = bench.run(&["doctor"]);
    assert_eq!(exit, 0, "{said}");
    let checks = said["checks"].as_array().unwrap();
    let found = checks
        .iter()
        .find(|check| check["id"] == "device.ui-automation")
        .unwrap();
    assert_eq!(found["status"], "pass", "{found}");
    let detail = found["detail"].as_str().unwrap();
    assert!(
        detail.contains("the Operator of this version runs"),
        "{found}"
    );
    assert!(!detail.contains("Clawperator (process"), "{found}");
}
