//! `doctor` asks and waits its turn like every step, with `--fix` and without.

use clawperator_adb::Deadline;
use serde_json::json;

use super::super::private_adb::{ended, json_of};
use super::{Bench, SCENE, profile};

/// The checks that failed, with their codes.
fn failed(report: &serde_json::Value) -> Vec<String> {
    let checks = report["checks"].as_array().unwrap().iter();
    checks
        .filter(|check| check["status"] == "fail")
        .map(|check| format!("{} {}", check["id"], check["code"]).replace('"', ""))
        .collect()
}

/// What was not checked, with the code of why.
fn unchecked(report: &serde_json::Value) -> Vec<String> {
    let checks = report["checks"].as_array().unwrap().iter();
    checks
        .filter(|check| {
            check["summary"]
                .as_str()
                .unwrap()
                .starts_with("not checked")
        })
        .map(|check| format!("{} {} {}", check["id"], check["status"], check["code"]))
        .map(|line| line.replace('"', ""))
        .collect()
}

fn doctor(bench: &Bench, profile: &str, words: &[&str]) -> serde_json::Value {
    std::fs::write(bench.adb.home().join("profile.toml"), profile).unwrap();
    let environment = [("CLAWPERATOR_PROFILE", "./profile.toml")];
    let words = [&["doctor", "--json"], words].concat();
    json_of(&bench.adb.clawperator_with(&environment, &words))
}

fn fix(bench: &Bench, profile: &str) -> serde_json::Value {
    doctor(bench, profile, &["--fix"])
}

/// How many of the lines that the phone was sent have this in them.
fn requests(bench: &Bench, word: &str) -> usize {
    let requests = bench.phone.control(&json!({ "do": "requests" }));
    requests.to_string().matches(word).count()
}

/// A run that has the phone until it is killed.
fn holder(bench: &Bench) -> std::process::Child {
    let sleeping = json!({
        "commandId": "held", "taskId": "t", "source": "test",
        "expectedFormat": "android-ui-automator", "timeoutMs": 60_000,
        "actions": [
            { "id": "b", "type": "press_key", "params": { "key": "home" } },
            { "id": "s", "type": "sleep", "params": { "durationMs": 50_000 } },
        ],
    });
    let before = bench.last();
    let holder = bench
        .adb
        .command(&["exec", &sleeping.to_string(), "--json"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let patiently = Deadline::after(std::time::Duration::from_mins(1));
    while bench.since(before).is_empty() {
        assert!(!patiently.remaining().unwrap_or_default().is_zero());
    }
    holder
}

#[test]
fn a_key_that_does_nothing_is_sent_only_where_keys_are_allowed() {
    let bench = Bench::on(SCENE);
    // No app notices the key, so that the phone's journal of what was touched does not have it.
    let keys = || requests(&bench, "input 'keyevent' '0'");
    for (verdict, code) in [
        ("deny", "POLICY_DENIED"),
        ("confirm", "POLICY_CONFIRMATION_REQUIRED"),
    ] {
        let report = doctor(&bench, &profile(&["navigate"], verdict), &[]);
        let expected = [format!("device.input warn {code}")];
        assert_eq!(unchecked(&report), expected, "{report:#}");
        assert_eq!(keys(), 0, "{report:#}");
    }
    // Nobody is asked about a key that does nothing.
    let asked = json_of(&bench.adb.clawperator(&["approvals", "--json"]));
    assert_eq!(asked["approvals"], json!([]));
    let report = doctor(&bench, &profile(&[], "allow"), &[]);
    assert_eq!(unchecked(&report), Vec::<String>::new(), "{report:#}");
    assert_eq!(keys(), 1);
}

#[test]
fn a_phone_that_another_run_has_is_only_asked() {
    let bench = Bench::on(SCENE);
    let mut holder = holder(&bench);
    let sent = || ["uiautomator", "input"].map(|program| requests(&bench, program));
    let before = sent();
    let report = doctor(&bench, &profile(&[], "allow"), &[]);
    let conflict = "warn EXECUTION_CONFLICT_IN_FLIGHT";
    let expected = ["device.ui-dump", "device.input"].map(|check| format!("{check} {conflict}"));
    assert_eq!(unchecked(&report), expected, "{report:#}");
    assert_eq!(failed(&report), Vec::<String>::new(), "{report:#}");
    assert_eq!(sent(), before);
    holder.kill().unwrap();
    ended(&mut holder);
}

#[test]
fn a_profile_that_is_not_there_does_not_hide_the_phone() {
    let bench = Bench::on(SCENE);
    let environment = [("CLAWPERATOR_PROFILE", "./missing.toml")];
    let ran = bench
        .adb
        .clawperator_with(&environment, &["doctor", "--json"]);
    let report = json_of(&ran);
    let checks = report["checks"].as_array().unwrap();
    let failed = checks.iter().filter(|check| check["status"] == "fail");
    let failed: Vec<&serde_json::Value> = failed.map(|check| &check["id"]).collect();
    assert_eq!(failed, ["device.ui-dump", "device.input"], "{report:#}");
    assert!(report.to_string().contains("missing.toml"), "{report:#}");
}

#[test]
fn a_profile_that_denies_keys_denies_the_fix_of_a_phone() {
    let bench = Bench::on(SCENE);
    bench.phone.fault("screen_off_and_locked", true);
    let before = bench.last();
    for (verdict, code) in [
        ("deny", "POLICY_DENIED"),
        ("confirm", "POLICY_CONFIRMATION_REQUIRED"),
    ] {
        let report = fix(&bench, &profile(&["navigate"], verdict));
        let expected = [
            format!("device.screen.on {code}"),
            format!("device.screen.unlocked {code}"),
        ];
        assert_eq!(failed(&report), expected, "{report:#}");
        assert_eq!(report["repairs"][0]["outcome"], "failed");
    }
    assert_eq!(bench.inputs_since(before), 0);
    // Each fix is a question of its own, and an approval works once.
    let asked = json_of(&bench.adb.clawperator(&["approvals", "--json"]));
    let asked = asked["approvals"].as_array().unwrap().clone();
    assert_eq!(asked.len(), 2, "{asked:#?}");
    for question in &asked {
        let id = question["id"].as_str().unwrap();
        super::super::person::approve(&bench.adb, id);
    }
    let report = fix(&bench, &profile(&["navigate"], "confirm"));
    assert_eq!(failed(&report), Vec::<String>::new(), "{report:#}");
}

#[test]
fn a_phone_that_another_run_has_is_not_fixed() {
    let bench = Bench::on(SCENE);
    let mut holder = holder(&bench);
    bench.phone.fault("screen_off_and_locked", true);
    let report = fix(&bench, &profile(&[], "allow"));
    let conflict = "device.screen.on EXECUTION_CONFLICT_IN_FLIGHT";
    assert!(failed(&report).contains(&conflict.to_owned()), "{report:#}");
    holder.kill().unwrap();
    ended(&mut holder);
    let report = fix(&bench, &profile(&[], "allow"));
    assert_eq!(failed(&report), Vec::<String>::new(), "{report:#}");
}
