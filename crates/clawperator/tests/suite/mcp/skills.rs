//! Skills as a model finds and runs them. The phone's journal is the judge.

use std::fs;

use serde_json::json;

use super::client::Client;
use crate::suite::private_adb::{Bench, json_of};
use crate::suite::skills_run::SHIPPED;

const BATTERY: &str = "com.android.settings.read-battery-level";
const PICK: &str = "dev.clawperator.conformance.pick-row";

fn start(bench: &Bench) -> Client {
    Client::start(bench, &["--skills-dir", SHIPPED])
}

#[test]
fn a_model_finds_a_skill_and_runs_it() {
    let bench = Bench::start(&[]);
    let mut client = start(&bench);
    let found = client.call("search_skills", &json!({ "query": "pick row" }));
    assert_eq!(found.data["outcome"], "done", "{found:?}");
    assert!(
        found.text.contains(&format!("{PICK}: "))
            && found.text.contains("row_number (integer, required)"),
        "{}",
        found.text
    );
    let all = client.call("search_skills", &json!({}));
    assert_eq!(
        all.data["skills"].as_array().unwrap().len(),
        13,
        "{}",
        all.text
    );
    let none = client.call("search_skills", &json!({ "app": "com.example.none" }));
    assert!(none.text.contains("no skill fits"), "{}", none.text);
    let generation = client.generation();
    let ran = client.call(
        "run_skill",
        &json!({ "generation": generation, "skill": BATTERY }),
    );
    assert_eq!(ran.data["outcome"], "done", "{ran:?}");
    assert!(ran.text.contains("battery_percent = 87"), "{}", ran.text);
    assert_eq!(
        (&ran.data["skill"], &ran.data["status"]),
        (&json!(BATTERY), &json!("success"))
    );
    assert!(!client.notes.is_empty(), "no progress");
    // It brings the generation that the next act is decided on.
    let press = json!([{ "do": "press", "key": "home" }]);
    let acted = client.call(
        "act",
        &json!({ "generation": ran.generation(), "steps": press }),
    );
    assert_eq!(acted.data["outcome"], "done", "{acted:?}");
    let again = client.call("run", &json!({ "run": ran.data["run"], "do": "state" }));
    assert_eq!(again.data["status"], "success", "{again:?}");
    assert_eq!(client.leave(), "");
}

#[test]
fn a_skill_that_is_sent_again_is_not_run_again() {
    let bench = Bench::start(&[]);
    let mut client = start(&bench);
    let generation = client.generation();
    let call = json!({ "generation": generation, "skill": PICK, "inputs": { "row_number": 3 } });
    let first = client.call("run_skill", &call);
    assert_eq!(first.data["status"], "success", "{first:?}");
    let inputs = bench.inputs();
    assert!(inputs > 0);
    for _ in 0..3 {
        let again = client.call("run_skill", &call);
        assert_eq!(
            (&again.data["run"], &again.data["status"]),
            (&first.data["run"], &json!("success"))
        );
    }
    let other = json!({ "generation": generation, "skill": PICK, "inputs": { "row_number": 4 } });
    let refused = client.call("run_skill", &other);
    assert_eq!(
        refused.data["code"], "IDEMPOTENCY_KEY_REUSED",
        "{refused:?}"
    );
    let press = json!([{ "do": "press", "key": "home" }]);
    let refused = client.call("act", &json!({ "generation": generation, "steps": press }));
    assert_eq!(
        refused.data["code"], "IDEMPOTENCY_KEY_REUSED",
        "{refused:?}"
    );
    let made_up =
        json!({ "generation": generation + 50, "skill": PICK, "inputs": { "row_number": 4 } });
    let refused = client.call("run_skill", &made_up);
    assert_eq!(refused.data["code"], "STALE_REF", "{refused:?}");
    assert_eq!(bench.inputs(), inputs);
}

#[test]
fn what_stops_a_skill_is_told_and_nothing_is_sent() {
    let bench = Bench::start(&[]);
    let mut client = start(&bench);
    let generation = client.generation();
    for (arguments, code) in [
        (json!({ "skill": PICK }), "EXECUTION_VALIDATION_FAILED"),
        (
            json!({ "generation": generation, "skill": "none" }),
            "SKILL_NOT_FOUND",
        ),
        (
            json!({ "generation": generation, "skill": PICK }),
            "RECIPE_INPUT_MISSING",
        ),
        (
            json!({ "generation": generation, "skill": PICK, "inputs": { "row_number": "many" } }),
            "RECIPE_INPUT_INVALID",
        ),
        (
            json!({ "generation": generation, "skill": PICK, "inputs": { "row_number": [1] } }),
            "RECIPE_INPUT_INVALID",
        ),
    ] {
        let refused = client.call("run_skill", &arguments);
        assert_eq!(refused.data["code"], code, "{refused:?}");
        assert!(
            refused.is_error && refused.text.contains("next: "),
            "{}",
            refused.text
        );
        assert!(
            !refused.text.contains("clawperator skills"),
            "{}",
            refused.text
        );
    }
    // A call that was refused before it was a run has not used its generation up.
    let order = json!({ "generation": generation, "skill": "dev.clawperator.shop.place-order" });
    let denied = client.call("run_skill", &order);
    assert_eq!(denied.data["code"], "POLICY_DENIED", "{denied:?}");
    let mut bare = Client::start(&bench, &[]);
    let missing = bare.call("search_skills", &json!({}));
    assert_eq!(
        missing.data["code"], "SKILLS_REGISTRY_MISSING",
        "{missing:?}"
    );
    assert!(
        !missing
            .text
            .contains(&bench.adb.home().display().to_string()),
        "{}",
        missing.text
    );
    assert_eq!(bench.inputs(), 0);
}

#[test]
fn a_skill_that_is_taken_back_ends() {
    let bench = Bench::start(&[]);
    let mut client = start(&bench);
    let generation = client.generation();
    let arguments =
        json!({ "generation": generation, "skill": PICK, "inputs": { "row_number": 40 } });
    let running = client.send(
        "tools/call",
        &json!({ "name": "run_skill", "arguments": arguments }),
    );
    let newest = || json_of(&bench.adb.clawperator(&["runs", "list"]))["runs"][0].clone();
    while newest()["fate"] != "running" {}
    client.tell("notifications/cancelled", &json!({ "requestId": running }));
    let mut run = newest();
    while run["fate"] == "running" {
        run = newest();
    }
    assert_eq!(run["code"], "EXECUTION_CANCELLED", "{run}");
    // The same call again is told how that ended, and does not begin again.
    let inputs = bench.inputs();
    let again = client.call("run_skill", &arguments);
    assert_eq!(again.data["code"], "EXECUTION_CANCELLED", "{again:?}");
    assert_eq!(bench.inputs(), inputs);
}

#[test]
fn a_parked_skill_says_that_a_person_decides() {
    let bench = Bench::start(&[]);
    let careful = "version = 1\ncoordinates = \"look\"\n[capabilities]\nclick = \"confirm\"\n";
    fs::write(bench.adb.home().join("careful.toml"), careful).unwrap();
    let mut client = Client::start(
        &bench,
        &["--skills-dir", SHIPPED, "--profile", "careful.toml"],
    );
    let generation = client.generation();
    let call = json!({ "generation": generation, "skill": PICK, "inputs": { "row_number": 3 } });
    let parked = client.call("run_skill", &call);
    assert_eq!(parked.data["outcome"], "parked", "{parked:?}");
    assert!(
        parked.text.contains("a person must decide"),
        "{}",
        parked.text
    );
    let again = client.call("run_skill", &call);
    assert_eq!(
        (&again.data["outcome"], &again.data["run"]),
        (&json!("parked"), &parked.data["run"])
    );
    let cancelled = client.call("run", &json!({ "run": parked.data["run"], "do": "cancel" }));
    assert_eq!(cancelled.data["status"], "failed", "{cancelled:?}");
    assert_eq!(bench.inputs(), 0);
}
