//! A call that is sent again is not done again.

use std::time::Duration;

use clawperator_adb::Deadline;
use serde_json::json;

use super::client::Client;
use crate::suite::private_adb::{Bench, json_of};

#[test]
fn the_same_call_again_gets_the_first_answer() {
    let bench = Bench::start(&[]);
    let mut client = Client::start(&bench, &[]);
    let generation = client.generation();
    let call = json!({ "generation": generation, "steps": [{ "do": "press", "key": "home" }] });
    let first = client.call("act", &call);
    assert_eq!(first.data["outcome"], "done", "{first:?}");
    for _ in 0..3 {
        let again = client.call("act", &call);
        assert_eq!((&again.text, &again.data), (&first.text, &first.data));
    }
    assert_eq!(bench.inputs(), 1);
    let other = json!({ "generation": generation, "steps": [{ "do": "press", "key": "back" }] });
    let refused = client.call("act", &other);
    assert_eq!(
        refused.data["code"], "IDEMPOTENCY_KEY_REUSED",
        "{refused:?}"
    );
    assert_eq!(bench.inputs(), 1);
    let next = json!({ "generation": first.generation(), "steps": other["steps"] });
    assert_eq!(client.call("act", &next).data["outcome"], "done");
    assert_eq!(bench.inputs(), 2);
}

#[test]
fn equal_calls_at_once_are_one() {
    let bench = Bench::start(&[]);
    let mut client = Client::start(&bench, &[]);
    let mut generation = client.generation();
    for round in 1..=5 {
        let call = json!({
            "name": "act",
            "arguments": { "generation": generation, "steps": [{ "do": "press", "key": "home" }] },
        });
        let sent: Vec<u64> = (0..8).map(|_| client.send("tools/call", &call)).collect();
        let mut answered = Vec::new();
        while answered.len() < sent.len() {
            let left = sent
                .iter()
                .find(|id| !answered.contains(*id))
                .copied()
                .unwrap();
            // Answers come in any order; those of others are kept as notes.
            let known = client.notes.iter().position(|note| note["id"] == left);
            let answer = match known {
                Some(at) => client.notes.remove(at),
                None => client.answer(left),
            };
            let data = &answer["result"]["structuredContent"];
            assert_eq!(data["outcome"], "done", "{answer}");
            generation = data["generation"].as_u64().unwrap();
            answered.push(left);
        }
        assert_eq!(bench.inputs(), round);
    }
}

#[test]
fn whoever_acted_has_left_older_screens_behind() {
    let bench = Bench::start(&[]);
    let mut client = Client::start(&bench, &[]);
    let older = client.call("snapshot", &json!({})).generation();
    let newer = client.call("snapshot", &json!({})).generation();
    let press = |generation| json!({ "generation": generation, "steps": [{ "do": "press", "key": "home" }] });
    assert_eq!(client.call("act", &press(newer)).data["outcome"], "done");
    let refused = client.call("act", &press(older));
    assert_eq!(refused.data["code"], "STALE_REF", "{refused:?}");
    assert_eq!(bench.inputs(), 1);
}

#[test]
fn a_generation_is_of_whoever_got_it() {
    let bench = Bench::start(&[]);
    let mut one = Client::start(&bench, &[]);
    let mut two = Client::start(&bench, &[]);
    let of_one = one.generation();
    let call = json!({ "generation": of_one, "steps": [{ "do": "press", "key": "home" }] });
    let refused = two.call("act", &call);
    assert_eq!(refused.data["code"], "STALE_REF", "{refused:?}");
    assert_eq!(bench.inputs(), 0);
    // Numbers grow over all of them, and none comes twice.
    let of_two = two.generation();
    assert!(of_two > of_one);
    assert!(one.call("snapshot", &json!({})).generation() > of_two);
}

#[test]
fn a_call_that_finds_the_phone_taken_can_be_made_again() {
    let bench = Bench::start(&[]);
    let mut one = Client::start(&bench, &[]);
    let mut two = Client::start(&bench, &[]);
    let generation = two.generation();
    let long =
        json!({ "name": "wait", "arguments": { "for": { "name": "never" }, "seconds": 40 } });
    let looks = || {
        let requests = bench.phone.control(&json!({ "do": "requests" }));
        requests.to_string().matches("uiautomator").count()
    };
    let before = looks();
    let holding = one.send("tools/call", &long);
    // A run is written down before it has the phone, and looks when it has.
    while looks() == before {}
    let call = json!({ "generation": generation, "steps": [{ "do": "press", "key": "home" }] });
    let busy = two.call("act", &call);
    assert_eq!(
        busy.data["code"], "EXECUTION_CONFLICT_IN_FLIGHT",
        "{busy:?}"
    );
    one.tell("notifications/cancelled", &json!({ "requestId": holding }));
    let mut again = two.call("act", &call);
    while again.data["code"] == "EXECUTION_CONFLICT_IN_FLIGHT" {
        again = two.call("act", &call);
    }
    assert_eq!(again.data["outcome"], "done", "{again:?}");
    assert_eq!(two.call("act", &call).data, again.data);
    assert_eq!(bench.inputs(), 1);
}

#[test]
fn closing_the_streams_ends_what_runs() {
    let bench = Bench::start(&[]);
    let mut client = Client::start(&bench, &[]);
    let long =
        json!({ "name": "wait", "arguments": { "for": { "name": "never" }, "seconds": 40 } });
    client.send("tools/call", &long);
    let hour = Duration::from_hours(1);
    let clock = Deadline::after(hour);
    let newest = || json_of(&bench.adb.clawperator(&["runs", "list"]))["runs"][0].clone();
    while newest()["fate"] != "running" {}
    let before = hour.saturating_sub(clock.remaining().unwrap());
    assert_eq!(client.leave(), "");
    // The library itself would wait five seconds for the answer, and let the run go on meanwhile.
    let run = newest();
    assert_eq!(run["code"], "EXECUTION_CANCELLED");
    let lasted = run["tookMs"].as_u64().unwrap_or_else(|| panic!("{run}"));
    let most = before + Duration::from_millis(4_500);
    assert!(Duration::from_millis(lasted) < most, "{most:?} {run}");
}
