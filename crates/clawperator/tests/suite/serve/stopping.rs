//! What a server leaves behind.
//!
//! `CLAWPERATOR_TEST_KILLS` makes it long; `bench/server.sh` does.

use serde_json::json;

use super::client::{press, sleep};
use crate::suite::length::number;
use crate::suite::private_adb::Bench;

#[test]
fn a_server_that_stops_cancels_what_waits_and_says_how_each_ended() {
    let bench = Bench::start(&[]);
    let mut served = bench.serve();
    let submit = |execution| {
        let submitted = served
            .post("/executions", &json!({ "execution": execution }))
            .json();
        submitted["run"].as_str().unwrap().to_owned()
    };
    let first = submit(sleep(50_000));
    while served.get(&format!("/executions/{first}")).json()["state"] != "running" {}
    let second = submit(press("home"));
    served.interrupt();
    assert!(served.wait().success());
    assert_eq!(bench.inputs(), 0);
    for run in [first, second] {
        let (shown, exit) = bench.run(&["runs", "show", &run]);
        assert_eq!(exit, 0, "{shown}");
        assert_eq!(shown["summary"]["fate"], "failed", "{shown}");
        assert_eq!(shown["summary"]["code"], "EXECUTION_CANCELLED");
    }
    assert_eq!(bench.run(&["press", "home"]).1, 0);
}

#[test]
fn a_server_that_is_killed_leaves_no_phone_locked_and_sends_nothing_twice() {
    let bench = Bench::start(&[]);
    let mut runs = Vec::new();
    for round in 0..number("CLAWPERATOR_TEST_KILLS", 6) {
        let mut served = bench.serve();
        for _ in 0..3 {
            let submitted = served
                .post("/executions", &json!({ "execution": press("home") }))
                .json();
            runs.push(submitted["run"].as_str().unwrap().to_owned());
        }
        if round % 2 == 0 {
            served.ended(&runs[runs.len() - 3]);
        }
        served.kill();
    }
    let served = bench.serve();
    let before = bench.inputs();
    let mut least = 0;
    let mut most = 0;
    for run in &runs {
        let state = served.get(&format!("/executions/{run}")).json();
        match state["state"].as_str().unwrap() {
            "done" => {
                least += 1;
                most += 1;
            }
            "unknown" => most += 1,
            "failed" => {}
            other => panic!("{run} is {other}: {state}"),
        }
    }
    assert!((least..=most).contains(&before), "{least} {before} {most}");
    assert_eq!(
        served
            .post("/execute", &json!({ "execution": press("home") }))
            .status,
        200
    );
    assert_eq!(bench.inputs(), before + 1);
}
