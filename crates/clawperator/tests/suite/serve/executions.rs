//! Runs that go on by themselves, and those that end with their connection.

use std::io::Write as _;

use serde_json::{Value, json};

use super::client::{ALL, Served, press, read_answer, sleep};
use crate::suite::private_adb::Bench;

/// Waits until an execution has begun to run.
fn running(served: &Served, run: &str) {
    while served.get(&format!("/executions/{run}")).json()["state"] != "running" {}
}

#[test]
fn an_execution_is_submitted_waited_for_and_kept() {
    let bench = Bench::start(&[]);
    let mut served = bench.serve();
    let submitted = served.post("/executions", &json!({ "execution": press("home") }));
    let state = submitted.json();
    assert_eq!(submitted.status, 202, "{state}");
    let run = state["run"].as_str().unwrap().to_owned();
    assert!(
        submitted
            .head
            .to_lowercase()
            .contains(&format!("location: /executions/{run}"))
    );
    let ended = served.ended(&run);
    assert_eq!(ended["state"], "done", "{ended}");
    assert_eq!(ended["envelope"]["status"], "success");
    assert_eq!(bench.inputs(), 1);
    // After a restart the record has it.
    assert!(served.stop().success());
    let served = bench.serve();
    let kept = served.ended(&run);
    assert_eq!(
        (&kept["state"], &kept["kept"]),
        (&json!("done"), &json!(true)),
        "{kept}"
    );
    assert_eq!(kept["envelope"]["status"], "success");
}

#[test]
fn a_phone_has_a_line_that_is_bounded_and_the_synchronous_form_does_not_wait() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let first = served
        .post("/executions", &json!({ "execution": sleep(50_000) }))
        .json();
    let first = first["run"].as_str().unwrap().to_owned();
    running(&served, &first);
    let conflict = served.post("/execute", &json!({ "execution": press("home") }));
    assert_eq!(
        (conflict.status, conflict.code()),
        (423, "EXECUTION_CONFLICT_IN_FLIGHT".to_owned())
    );
    assert_eq!(
        conflict.json()["error"]["details"]["holder"]["commandId"],
        "c"
    );
    let mut waiting = Vec::new();
    let refused = loop {
        let answer = served.post("/executions", &json!({ "execution": press("home") }));
        if answer.status != 202 {
            break answer;
        }
        assert_eq!(answer.json()["state"], "queued");
        waiting.push(answer.json()["run"].as_str().unwrap().to_owned());
        assert!(waiting.len() < 100);
    };
    assert_eq!(
        (refused.status, refused.code()),
        (429, "TOO_MANY_REQUESTS".to_owned())
    );
    assert_eq!(waiting.len(), 16);
    // One that waits is cancelled before anything of it is sent.
    let cancelled = served
        .post(&format!("/executions/{}/cancel", waiting[0]), &json!({}))
        .json();
    assert_eq!(cancelled["state"], "failed", "{cancelled}");
    assert_eq!(cancelled["error"]["code"], "EXECUTION_CANCELLED");
    let ended = served
        .post(&format!("/executions/{first}/cancel"), &json!({}))
        .json();
    assert_eq!(ended["state"], "failed", "{ended}");
    for run in &waiting[1..] {
        assert_eq!(served.ended(run)["state"], "done");
    }
    assert_eq!(bench.inputs(), 15);
}

#[test]
fn the_same_request_is_one_run() {
    let bench = Bench::start(&[]);
    let mut served = bench.serve();
    let bearer = format!("Bearer {ALL}");
    let body = json!({ "execution": press("home") }).to_string();
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Idempotency-Key", "one"),
    ];
    let ask = |served: &Served, path: &str, body: &str| {
        served.ask_with(&format!("POST {path}"), &headers, body)
    };
    let first = ask(&served, "/execute", &body).json();
    let again = ask(&served, "/execute", &body).json();
    assert_eq!(first, again);
    assert_eq!(
        ask(&served, "/executions", &body).json()["run"],
        first["run"]
    );
    assert_eq!(bench.inputs(), 1);
    let other = json!({ "execution": press("back") }).to_string();
    let reused = ask(&served, "/execute", &other);
    assert_eq!(
        (reused.status, reused.code()),
        (409, "IDEMPOTENCY_KEY_REUSED".to_owned())
    );
    // Also after a restart, and after the server was killed.
    served.kill();
    let served = bench.serve();
    let kept = ask(&served, "/execute", &body).json();
    assert_eq!(
        (&kept["run"], &kept["kept"]),
        (&first["run"], &json!(true)),
        "{kept}"
    );
    assert_eq!(
        ask(&served, "/execute", &other).code(),
        "IDEMPOTENCY_KEY_REUSED"
    );
    // A run of which nobody can say what became is not sent again.
    let removed = bench.run(&["runs", "rm", "--all"]);
    assert_eq!(removed.1, 0, "{}", removed.0);
    assert_eq!(
        ask(&served, "/execute", &body).code(),
        "IDEMPOTENCY_KEY_REUSED"
    );
    assert_eq!(bench.inputs(), 1);
    let bad = served.ask_with(
        "POST /execute",
        &[headers[0], ("Idempotency-Key", "a b")],
        &body,
    );
    assert_eq!(bad.code(), "INVALID_IDEMPOTENCY_KEY");
}

#[test]
fn equal_requests_at_once_are_one_run() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let bearer = format!("Bearer {ALL}");
    for round in 1..=5 {
        let key = format!("round-{round}");
        let headers = [
            ("Authorization", bearer.as_str()),
            ("Idempotency-Key", key.as_str()),
        ];
        let body = json!({ "execution": press("home") }).to_string();
        let runs: Vec<Value> = std::thread::scope(|scope| {
            let askers: Vec<_> = (0..12)
                .map(|number| {
                    let path = if number % 2 == 0 {
                        "execute"
                    } else {
                        "executions"
                    };
                    let line = format!("POST /{path}");
                    let (served, body, headers) = (&served, &body, &headers);
                    scope.spawn(move || served.ask_with(&line, headers, body).json()["run"].clone())
                })
                .collect();
            let joined = askers.into_iter().map(|asker| asker.join().unwrap());
            joined.collect()
        });
        assert!(runs[0].is_string(), "{runs:?}");
        assert!(runs.iter().all(|run| *run == runs[0]), "{runs:?}");
        served.ended(runs[0].as_str().unwrap());
        assert_eq!(bench.inputs(), round);
    }
}

#[test]
fn a_run_ends_with_the_connection_that_waits_for_it() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let bearer = format!("Bearer {ALL}");
    let body = json!({ "execution": sleep(50_000) }).to_string();
    let mut socket = served.connect();
    let request = served.request("POST /execute", &[("Authorization", &bearer)], &body);
    socket.write_all(request.as_bytes()).unwrap();
    let run = loop {
        let listed = served.get("/runs?limit=1").json();
        if listed["runs"][0]["fate"] == "running" {
            break listed["runs"][0]["run"].as_str().unwrap().to_owned();
        }
    };
    drop(socket);
    let ended = served.ended(&run);
    assert_eq!(ended["error"]["code"], "EXECUTION_CANCELLED", "{ended}");
    assert_eq!(bench.inputs(), 0);
    // The phone is free.
    assert_eq!(
        served
            .post("/execute", &json!({ "execution": press("home") }))
            .status,
        200
    );
}

#[test]
fn a_run_goes_on_while_anybody_waits_for_it() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let bearer = format!("Bearer {ALL}");
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Idempotency-Key", "shared"),
    ];
    let body = json!({ "execution": sleep(3_000) }).to_string();
    let mut socket = served.connect();
    let request = served.request("POST /execute", &headers, &body);
    socket.write_all(request.as_bytes()).unwrap();
    while served.get("/runs?limit=1").json()["runs"][0].is_null() {}
    // The same request, which is to go on by itself.
    let submitted = served.ask_with("POST /executions", &headers, &body).json();
    drop(socket);
    let ended = served.ended(submitted["run"].as_str().unwrap());
    assert_eq!(ended["state"], "done", "{ended}");
    assert_eq!(bench.inputs(), 1);
}

#[test]
fn half_a_body_is_not_a_request() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let bearer = format!("Bearer {ALL}");
    let body = json!({ "execution": press("home") }).to_string();
    let request = served.request("POST /execute", &[("Authorization", &bearer)], &body);
    let mut socket = served.connect();
    socket
        .write_all(&request.as_bytes()[..request.len() - 5])
        .unwrap();
    socket.shutdown(std::net::Shutdown::Write).unwrap();
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| read_answer(&mut socket)));
    assert_eq!(served.get("/runs").json()["runs"], json!([]));
    assert_eq!(bench.inputs(), 0);
}

#[test]
fn a_server_for_one_phone_drives_no_other() {
    let bench = Bench::start(&["--count", "2"]);
    let [first, second] = [0, 1].map(|number| bench.phone.serial(number).to_owned());
    let body = json!({ "execution": press("home") });
    let other = json!({ "execution": press("home"), "deviceId": first });
    let served = bench.serve_with(&["--device", &second]);
    let done = served.post("/execute", &body).json();
    assert_eq!(done["deviceId"], second, "{done}");
    let refused = served.post("/execute", &other);
    assert_eq!(refused.status, 403, "{}", refused.json());
    let listed = served.get("/devices").json();
    let listed = listed["devices"].as_array().unwrap();
    let serials: Vec<&Value> = listed.iter().map(|device| &device["serial"]).collect();
    assert_eq!(serials, [&json!(second)]);
    drop(served);
    // A phone that is away is not a reason to take the one that is there.
    let served = bench.serve_with(&["--device", "192.0.2.1:5555"]);
    let away = served.post("/execute", &body);
    assert_eq!(away.code(), "DEVICE_NOT_FOUND", "{}", away.json());
    assert_eq!(bench.phone.inputs(&first), 0);
    assert_eq!(bench.phone.inputs(&second), 1);
}

#[test]
fn every_answer_names_the_driver() {
    let bench = Bench::start(&[]);
    // It has to be there in half of the time that `auto` has, however busy this machine is.
    let (there, exit) = bench.run(&["snapshot", "--operator", "resident"]);
    assert_eq!(exit, 0, "{there}");
    let mut served = bench.serve_with(&["--operator", "auto"]);
    let body = json!({ "execution": press("home") });
    let resident = json!({ "name": "resident" });
    let done = served.post("/execute", &body).json();
    assert_eq!(done["driver"], resident, "{done}");
    let run = served.post("/executions", &body).json()["run"].clone();
    let run = run.as_str().unwrap();
    assert_eq!(served.ended(run)["driver"], resident);
    // So does the record.
    assert!(served.stop().success());
    let served = bench.serve();
    let kept = served.ended(run);
    assert_eq!((&kept["kept"], &kept["driver"]), (&json!(true), &resident));
}
