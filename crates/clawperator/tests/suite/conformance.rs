//! `conformance` on virtual phones: all of it through both drivers, and what it says of a phone that fails.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::suite::private_adb::{Bench, ended, send};

const APP: &str = "dev.clawperator.conformance";
const RESIDENT: [&str; 2] = ["--operator", "resident"];
const SHELL: [&str; 2] = ["--operator", "shell"];

fn tried(bench: &Bench, driver: [&str; 2], more: &[&str]) -> (Value, i32) {
    bench.run(&[&["conformance", "--yes"], more, &driver].concat())
}

/// The checks with this outcome, each with its reason.
fn with_outcome<'a>(report: &'a Value, outcome: &str) -> Vec<(&'a str, &'a str)> {
    let checks = report["checks"]
        .as_array()
        .unwrap_or_else(|| panic!("{report}"));
    checks
        .iter()
        .filter(|check| check["outcome"] == outcome)
        .map(|check| {
            let detail = check["detail"].as_str().unwrap_or_default();
            (check["name"].as_str().unwrap(), detail)
        })
        .collect()
}

fn names<'a>(report: &'a Value, outcome: &str) -> Vec<&'a str> {
    let checks = with_outcome(report, outcome).into_iter();
    checks.map(|(name, _)| name).collect()
}

fn is_installed(bench: &Bench) -> bool {
    let listed = bench.adb.adb(&["shell", "pm list packages"]);
    String::from_utf8(listed).unwrap().contains(APP)
}

/// A phone as one that nobody has tried yet.
fn fresh() -> Bench {
    let bench = Bench::start(&[]);
    bench.adb.adb(&["uninstall", APP]);
    assert!(!is_installed(&bench));
    bench
}

#[test]
fn the_operator_does_all_that_a_virtual_phone_has() {
    let bench = fresh();
    let (report, exit) = tried(&bench, RESIDENT, &[]);
    assert_eq!(exit, 0, "{report}");
    assert_eq!(report["driver"], "resident");
    assert_eq!(report["phone"], "Google Pixel 7, Android 14 (API 34)");
    // It records nothing, and nobody has copied anything.
    let skipped = ["clipboard.text", "recording.pressed", "left.clipboard"];
    assert_eq!(names(&report, "skipped"), skipped, "{report}");
    assert_eq!(report["passed"], 40, "{report}");
    assert!(!is_installed(&bench));
}

#[test]
fn the_shell_driver_does_what_it_says() {
    let bench = fresh();
    let (report, exit) = tried(&bench, SHELL, &[]);
    assert_eq!(exit, 0, "{report}");
    assert_eq!(report["driver"], "shell");
    let skipped = [
        "phone.held",
        "look.restless",
        "touch.drag",
        "touch.double",
        "touch.pinch",
        "touch.fingers",
        "touch.judged",
        "text.unicode",
        "text.lines",
        "wait.toast",
        "picture.small",
        "picture.secure",
        "clipboard.text",
        "recording.pressed",
        "left.clipboard",
    ];
    assert_eq!(names(&report, "skipped"), skipped, "{report}");
    assert!(
        with_outcome(&report, "skipped")
            .iter()
            .all(|(_, why)| !why.is_empty()),
        "{report}"
    );
    assert!(!is_installed(&bench));
}

/// A check that cannot fail shows nothing.
#[test]
fn what_a_phone_does_not_do_fails() {
    let nothing = || json!({});
    let cases = [
        (RESIDENT, "taps_lost", nothing(), "touch.tap"),
        (SHELL, "taps_lost", nothing(), "touch.tap"),
        (RESIDENT, "taps_lost", nothing(), "look.dialog"),
        (RESIDENT, "taps_lost", nothing(), "text.ascii"),
        (SHELL, "input_refused", nothing(), "key.allowed"),
        (RESIDENT, "input_refused", nothing(), "touch.hold"),
        (SHELL, "automation_held", nothing(), "look.tree"),
        (RESIDENT, "automation_held", nothing(), "look.tree"),
        (SHELL, "dump_truncated", nothing(), "look.tree"),
        (
            SHELL,
            "tree_stale",
            json!({ "for_ms": 120_000 }),
            "touch.tap",
        ),
        (SHELL, "dump_not_idle", nothing(), "list.scroll"),
    ];
    // They mostly wait.
    std::thread::scope(|scope| {
        for (driver, fault, more, check) in &cases {
            scope.spawn(move || fails(*driver, fault, more, check));
        }
    });
}

fn fails(driver: [&str; 2], fault: &str, more: &Value, check: &str) {
    let bench = fresh();
    let mut request = json!({ "do": "fault", "name": fault, "on": true });
    for (key, value) in more.as_object().unwrap() {
        request[key] = value.clone();
    }
    let answer = &bench.phone.control(&request)["answer"];
    assert_eq!(answer, "done", "{fault}");
    let (report, exit) = tried(&bench, driver, &["--only", check]);
    assert_eq!(exit, 1, "{fault}: {report}");
    assert_eq!(names(&report, "failed"), [check], "{fault}: {report}");
    assert_eq!(report["ok"], false);
    assert!(!is_installed(&bench), "{fault}");
}

#[test]
fn a_dark_phone_is_left_alone() {
    let bench = fresh();
    bench.phone.fault("screen_off", true);
    let (report, exit) = tried(&bench, SHELL, &[]);
    assert_eq!(exit, 1, "{report}");
    let failed = with_outcome(&report, "failed");
    assert_eq!(failed.len(), 1, "{report}");
    assert!(failed[0].1.contains("wake and unlock"), "{report}");
    let passed = ["left.rotation", "left.keyboard"];
    assert_eq!(names(&report, "passed"), passed, "{report}");
    assert_eq!(bench.inputs(), 0);
    assert!(!is_installed(&bench));
}

#[test]
fn nobody_is_tried_on_without_being_asked() {
    let bench = fresh();
    let (said, exit) = bench.run(&["conformance"]);
    assert_eq!(exit, 7, "{said}");
    assert_eq!(said["code"], "POLICY_CONFIRMATION_REQUIRED");
    assert!(said["hint"].as_str().unwrap().contains("--yes"), "{said}");
    let (said, exit) = tried(&bench, SHELL, &["--only", "touch", "--only", "nothing"]);
    assert_ne!(exit, 0);
    assert_eq!(said["code"], "UNKNOWN_NAME", "{said}");
    assert_eq!(bench.inputs(), 0);
    assert!(!is_installed(&bench));
}

#[test]
fn a_phone_that_somebody_has_is_not_tried() {
    let bench = fresh();
    let actions = json!([
        { "id": "home", "type": "press_key", "params": { "key": "home" } },
        { "id": "pause", "type": "sleep", "params": { "durationMs": 30_000 } },
    ]);
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 60_000, "actions": actions,
    });
    let mut other = bench
        .adb
        .command(&["exec", &payload.to_string()])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while bench.inputs() == 0 {
        assert!(other.try_wait().unwrap().is_none(), "it has ended");
    }
    let (said, exit) = tried(&bench, SHELL, &["--only", "phone"]);
    assert_ne!(exit, 0);
    assert_eq!(said["code"], "EXECUTION_CONFLICT_IN_FLIGHT", "{said}");
    send("INT", &other);
    ended(&mut other);
}

/// Whoever stops it early finds the phone as it was.
#[test]
fn what_is_interrupted_is_put_back() {
    let bench = fresh();
    let words = [
        "conformance",
        "--yes",
        "--json",
        "--only",
        "text",
        "--only",
        "list",
    ];
    let mut child = bench
        .adb
        .command(&words)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    while bench.inputs() == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
    }
    assert!(is_installed(&bench));
    send("INT", &child);
    let mut line = String::new();
    let stdout = child.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    let status = ended(&mut child);
    let report: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(status.code(), Some(1), "{report}");
    assert_eq!(report["ok"], false);
    let skipped = with_outcome(&report, "skipped");
    assert!(
        skipped.contains(&("list.end", "the command was interrupted")),
        "{report}"
    );
    assert!(names(&report, "passed").contains(&"left.app"), "{report}");
    assert!(!is_installed(&bench));
}
