//! Who gets nothing.

use serde_json::{Value, json};

use super::client::{ALL, ELSEWHERE, READ, press};
use crate::suite::private_adb::Bench;

#[test]
fn a_token_sees_nothing_of_other_phones() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let serial = bench.phone.serial(0);
    for body in [
        json!({ "execution": press("home") }),
        json!({ "execution": press("home"), "deviceId": serial }),
    ] {
        let answer = served.ask_as(ELSEWHERE, "POST /execute", &body);
        let code = answer.code();
        assert!(
            ["NOT_PERMITTED", "DEVICE_NOT_FOUND"].contains(&&*code),
            "{body}: {code}"
        );
    }
    assert_eq!(bench.inputs(), 0);
    let ran = served
        .post("/execute", &json!({ "execution": press("home") }))
        .json();
    let run = ran["run"].as_str().unwrap();
    assert_eq!(served.get(&format!("/runs/{run}")).status, 200);
    let as_other = |path: &str| served.ask_as(ELSEWHERE, &format!("GET {path}"), &Value::Null);
    assert_eq!(as_other("/devices").json()["devices"], json!([]));
    // Not even how many there are.
    let runs = as_other("/runs?limit=1").json();
    assert_eq!((&runs["runs"], &runs["more"]), (&json!([]), &json!(0)));
    for path in [
        format!("/runs/{run}"),
        format!("/executions/{run}"),
        format!("/runs/{run}/files/x"),
    ] {
        assert_eq!(as_other(&path).code(), "RUN_NOT_FOUND", "{path}");
    }
    let cancel = served.ask_as(
        ELSEWHERE,
        &format!("POST /executions/{run}/cancel"),
        &json!({}),
    );
    assert_eq!(cancel.code(), "RUN_NOT_FOUND");
}

#[test]
fn what_a_run_types_is_for_whoever_asked() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let opened = super::client::execution(&json!([
        { "id": "o", "type": "open_uri", "params": { "uri": "https://a.example/?token=hunter2" } },
    ]));
    let ran = served.post("/execute", &json!({ "execution": opened }));
    assert!(String::from_utf8_lossy(&ran.body).contains("hunter2"));
    let run = ran.json()["run"].as_str().unwrap().to_owned();
    let path = format!("/executions/{run}");
    let own = served.get(&path);
    assert!(String::from_utf8_lossy(&own.body).contains("hunter2"));
    let other = served.ask_as(READ, &format!("GET {path}"), &Value::Null);
    assert_eq!((other.status, &other.json()["kept"]), (200, &json!(true)));
    let text = String::from_utf8_lossy(&other.body).into_owned();
    assert!(!text.contains("hunter2"), "{text}");
}

#[test]
fn a_server_is_not_open_to_the_network_by_itself() {
    let bench = Bench::start(&[]);
    let ran = bench
        .adb
        .clawperator(&["serve", "--host", "0.0.0.0", "--port", "0", "--json"]);
    assert_eq!(ran.exit, 2, "{}", ran.stdout);
    assert!(
        ran.stdout.contains("not a loopback address"),
        "{}",
        ran.stdout
    );
}

#[test]
fn no_token_is_printed_or_kept() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let ran = served
        .post("/execute", &json!({ "execution": press("home") }))
        .json();
    let run = ran["run"].as_str().unwrap();
    let shown = served.get(&format!("/runs/{run}"));
    assert!(!String::from_utf8_lossy(&shown.body).contains(ALL));
    let wrong = served.ask_as(
        "a-wrong-token-that-someone-mistyped",
        "GET /runs",
        &Value::Null,
    );
    assert!(!String::from_utf8_lossy(&wrong.body).contains("mistyped"));
}

#[test]
fn every_operation_of_the_document_wants_the_scope_it_names() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let document = served.ask_with("GET /openapi.json", &[], "").json();
    let mut guarded = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let line = format!("{} {}", method.to_uppercase(), path.replace(['{', '}'], ""));
            let without = served.ask_with(&line, &[], "");
            let scope = operation["security"][0]["token"][0].as_str();
            let Some(scope) = scope else {
                // One that takes a body is answered that it has none.
                let takes_body = operation.get("requestBody").is_some();
                let status = if takes_body { 415 } else { 200 };
                assert_eq!(without.status, status, "{line}");
                continue;
            };
            guarded += 1;
            assert_eq!(without.code(), "AUTHENTICATION_REQUIRED", "{line}");
            if scope != "read" {
                let looks = served.ask_as(READ, &line, &Value::Null);
                assert_eq!(looks.code(), "NOT_PERMITTED", "{line}: {scope}");
            }
        }
    }
    assert!(guarded > 10, "{guarded}");
    assert_eq!(bench.inputs(), 0);
}
