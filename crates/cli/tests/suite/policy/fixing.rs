//! `doctor --fix` asks and waits its turn like every step.

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

fn fix(bench: &Bench, profile: &str) -> serde_json::Value {
    std::fs::write(bench.adb.home().join("profile.toml"), profile).unwrap();
    let environment = [("CLAWPERATOR_PROFILE", "./profile.toml")];
    let ran = bench
        .adb
        .clawperator_with(&environment, &["doctor", "--fix", "--json"]);
    json_of(&ran)
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
    let entries = bench.since(before);
    // The doctor's key 0, which does nothing, is all that was sent.
    let keys = entries
        .iter()
        .filter(|entry| entry.to_string().contains("224"));
    assert_eq!(keys.count(), 0, "{entries:#?}");
    // Each fix is a question of its own, and an approval works once.
    let asked = json_of(&bench.adb.clawperator(&["approvals", "--json"]));
    let asked = asked["approvals"].as_array().unwrap().clone();
    assert_eq!(asked.len(), 2, "{asked:#?}");
    for question in &asked {
        let id = question["id"].as_str().unwrap();
        bench.adb.clawperator(&["approve", id, "--yes"]);
    }
    let report = fix(&bench, &profile(&["navigate"], "confirm"));
    assert_eq!(failed(&report), Vec::<String>::new(), "{report:#}");
}

#[test]
fn a_phone_that_another_run_has_is_not_fixed() {
    let bench = Bench::on(SCENE);
    let sleeping = json!({
        "commandId": "held", "taskId": "t", "source": "test",
        "expectedFormat": "android-ui-automator", "timeoutMs": 60_000,
        "actions": [
            { "id": "b", "type": "press_key", "params": { "key": "home" } },
            { "id": "s", "type": "sleep", "params": { "durationMs": 50_000 } },
        ],
    });
    let before = bench.last();
    let mut holder = bench
        .adb
        .command(&["exec", &sleeping.to_string(), "--json"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let patiently = Deadline::after(std::time::Duration::from_mins(1));
    while bench.since(before).is_empty() {
        assert!(!patiently.remaining().unwrap_or_default().is_zero());
    }
    bench.phone.fault("screen_off_and_locked", true);
    let report = fix(&bench, &profile(&[], "allow"));
    let conflict = "device.screen.on EXECUTION_CONFLICT_IN_FLIGHT";
    assert!(failed(&report).contains(&conflict.to_owned()), "{report:#}");
    holder.kill().unwrap();
    ended(&mut holder);
    let report = fix(&bench, &profile(&[], "allow"));
    assert_eq!(failed(&report), Vec::<String>::new(), "{report:#}");
}
