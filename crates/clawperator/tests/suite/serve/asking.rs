//! What can be asked, and what is answered.

use serde_json::{Value, json};

use super::client::{ALL, ELSEWHERE, READ, press};
use crate::suite::private_adb::Bench;

#[test]
fn a_stranger_gets_from_the_first_start_to_a_press() {
    let bench = Bench::start(&[]);
    let served = super::client::Served::start(&bench);
    let token = bench.adb.clawperator(&["serve", "token"]);
    assert_eq!(token.exit, 0, "{}", token.stderr);
    let token = token.stdout.trim();
    let devices = served.ask_as(token, "GET /devices", &Value::Null).json();
    assert_eq!(devices["ok"], true);
    assert_eq!(devices["devices"][0]["serial"], bench.phone.serial(0));
    let before = bench.inputs();
    let pressed = served.ask_as(
        token,
        "POST /execute",
        &json!({ "execution": press("home") }),
    );
    let answer = pressed.json();
    assert_eq!(pressed.status, 200, "{answer}");
    assert_eq!(answer["ok"], true);
    assert_eq!(answer["deviceId"], bench.phone.serial(0));
    assert_eq!(answer["terminalSource"], "clawperator_result");
    assert_eq!(answer["envelope"]["status"], "success");
    assert!(answer.get("isCanonicalTerminal").is_none());
    let run = format!("clawperator-run: {}", answer["run"].as_str().unwrap());
    assert!(
        pressed.head.to_lowercase().contains(&run),
        "{}",
        pressed.head
    );
    assert_eq!(bench.inputs(), before + 1);
    // Without a word the token may not see how the server does.
    let metrics = served.ask_as(token, "GET /metrics", &Value::Null);
    assert_eq!(
        (metrics.status, metrics.code()),
        (403, "NOT_PERMITTED".to_owned())
    );
}

#[test]
fn an_agent_reads_the_guide_without_a_token() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let guide = served.ask_with("GET /llms.txt", &[], "");
    assert_eq!(guide.status, 200);
    assert!(guide.head.contains("text/plain"), "{}", guide.head);
    let printed = bench.adb.clawperator(&["guide", "all"]).stdout;
    assert_eq!(String::from_utf8(guide.body).unwrap(), printed);
}

#[test]
fn people_read_the_document_as_a_page_that_may_load_nothing_else() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let docs = served.ask_with("GET /docs", &[], "");
    assert_eq!(docs.status, 200);
    assert!(docs.head.contains("text/html"), "{}", docs.head);
    let policies: Vec<&str> = docs
        .head
        .lines()
        .filter(|line| line.starts_with("content-security-policy"))
        .collect();
    assert!(
        matches!(policies[..], [policy] if policy.contains("default-src 'none'; style-src 'sha256-")),
        "{policies:?}"
    );
}

#[test]
fn the_request_in_the_guide_presses_what_it_names() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let guide = bench.adb.clawperator(&["guide", "http"]).stdout;
    let (_, rest) = guide.split_once("```json\n").unwrap();
    let (block, _) = rest.split_once("```").unwrap();
    let mut request: Value = serde_json::from_str(block).unwrap();
    let serial = bench.phone.serial(0);
    let snapshot = served.post("/snapshot", &json!({ "deviceId": serial, "budget": 4000 }));
    let data = &snapshot.json()["envelope"]["stepResults"][0]["data"];
    let text = data["text"].as_str().unwrap();
    let button = text.lines().find(|line| line.contains("[button]")).unwrap();
    let generation: u64 = data["generation"].as_str().unwrap().parse().unwrap();
    let params = &mut request["execution"]["actions"][0]["params"];
    params["ref"] = json!(button.trim().split(' ').next().unwrap());
    params["generation"] = json!(generation);
    request["deviceId"] = json!(serial);
    let before = bench.inputs();
    let answer = served.post("/execute", &request).json();
    let step = &answer["envelope"]["stepResults"][0];
    assert_eq!(step["success"], true, "{answer}");
    assert_eq!(step["data"]["effect"], "observed", "{answer}");
    assert_eq!(bench.inputs(), before + 1);
}

#[test]
fn every_path_answers() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let health = served.ask_with("GET /health", &[], "");
    assert_eq!((health.status, &health.json()["ok"]), (200, &json!(true)));
    let described = served.ask_with("GET /openapi.json", &[], "").json();
    assert_eq!(described["openapi"], "3.1.0");

    let snapshot = served.ask_as(READ, "POST /snapshot", &json!({}));
    let answer = snapshot.json();
    assert_eq!(snapshot.status, 200, "{answer}");
    let data = &answer["envelope"]["stepResults"][0]["data"];
    assert_eq!(answer["envelope"]["stepResults"][0]["id"], "snap");
    assert!(
        answer["envelope"]["commandId"]
            .as_str()
            .unwrap()
            .starts_with("serve-snap-")
    );
    let text = data["text"].as_str().unwrap();
    assert!(text.contains("@e1") && !text.contains("<node"), "{text}");
    let small = served
        .ask_as(READ, "POST /snapshot", &json!({ "budget": 600 }))
        .json();
    let text = small["envelope"]["stepResults"][0]["data"]["text"]
        .as_str()
        .unwrap();
    assert!(text.chars().count() <= 600, "{text}");
    let xml = served
        .ask_as(READ, "POST /snapshot", &json!({ "snapshot": "xml" }))
        .json();
    let text = xml["envelope"]["stepResults"][0]["data"]["text"]
        .as_str()
        .unwrap();
    assert!(text.contains("<node"), "{text}");
    let odd = json!({ "snapshot": "xml", "budget": 200 });
    assert_eq!(
        served.ask_as(READ, "POST /snapshot", &odd).code(),
        "INVALID_BODY"
    );

    let shot = served
        .ask_as(
            READ,
            "POST /screenshot",
            &json!({ "path": "shots/home.png" }),
        )
        .json();
    let data = &shot["envelope"]["stepResults"][0]["data"];
    assert_eq!(data["path"], "shots/home.png", "{shot}");
    let fetch = |path: &str| served.ask_as(READ, &format!("GET /files/{path}"), &Value::Null);
    let picture = fetch("shots/home.png");
    assert_eq!(picture.status, 200);
    assert!(picture.body.starts_with(b"\x89PNG"));
    // What one token had taken is nothing to another.
    assert_eq!(served.get("/files/shots/home.png").code(), "FILE_NOT_FOUND");
    let unnamed = served.ask_as(READ, "POST /screenshot", &json!({})).json();
    let path = unnamed["envelope"]["stepResults"][0]["data"]["path"]
        .as_str()
        .unwrap();
    assert_eq!(fetch(path).status, 200, "{path}");

    let valid = served
        .post("/validate", &json!({ "execution": press("home") }))
        .json();
    assert_eq!(valid["validated"], true, "{valid}");
    let listed = served.get("/runs?limit=2").json();
    assert_eq!(listed["runs"].as_array().unwrap().len(), 2);
    let run = xml["run"].as_str().unwrap();
    let shown = served.get(&format!("/runs/{run}")).json();
    assert_eq!(shown["summary"]["asker"]["surface"], "http");
    assert_eq!(shown["summary"]["asker"]["name"], "look");
    assert_eq!(shown["folder"], "");
    let lines = shown["lines"].as_array().unwrap();
    let file = lines
        .iter()
        .find_map(|line| line["record"]["file"]["name"].as_str());
    let file = served.get(&format!("/runs/{run}/files/{}", file.unwrap()));
    assert_eq!(file.status, 200);
    assert!(String::from_utf8_lossy(&file.body).contains("<hierarchy"));
    assert!(
        file.head.contains("nosniff") && file.head.contains("text/plain"),
        "{}",
        file.head
    );

    let examined = served.get("/doctor").json();
    assert_eq!(examined["report"]["ok"], true, "{examined}");

    let metrics = served.get("/metrics");
    let metrics = String::from_utf8(metrics.body).unwrap();
    assert!(
        metrics.contains("clawperator_executions_open 0"),
        "{metrics}"
    );
}

/// A request that is refused, as its file has it.
#[derive(Debug, serde::Deserialize)]
struct Case {
    request: String,
    /// `all` where it does not say, nobody where it is empty.
    token: Option<String>,
    #[serde(default)]
    headers: Vec<(String, String)>,
    body: Option<Value>,
    text: Option<String>,
    status: u16,
    code: String,
}

#[test]
fn what_is_refused_says_why_and_does_nothing() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let cases: Vec<Case> = serde_json::from_str(include_str!("../../serve/refused.json")).unwrap();
    for case in &cases {
        let token = match case.token.as_deref() {
            None | Some("all") => Some(ALL),
            Some("look") => Some(READ),
            Some("elsewhere") => Some(ELSEWHERE),
            Some("") => None,
            Some(other) => panic!("there is no token {other}"),
        };
        let bearer = token.map(|token| format!("Bearer {token}"));
        let bearer = bearer.as_deref().map(|bearer| ("Authorization", bearer));
        let more = case.headers.iter().map(|(name, value)| (&**name, &**value));
        let headers: Vec<(&str, &str)> = bearer.into_iter().chain(more).collect();
        let body = case.body.as_ref().map(Value::to_string);
        let body = body.or_else(|| case.text.clone()).unwrap_or_default();
        let answer = served.ask_with(&case.request, &headers, &body);
        assert_eq!(
            (answer.status, answer.code()),
            (case.status, case.code.clone()),
            "{case:?}"
        );
        let json = answer.json();
        assert_eq!(json["ok"], false, "{case:?}");
        assert!(json["error"]["hint"].is_string(), "{case:?}");
        let head = answer.head.to_lowercase();
        assert!(!head.contains("access-control"), "{head}");
    }
    let long = format!("{{\"execution\":\"{}\"}}", "x".repeat(1_100_000));
    let bearer = format!("Bearer {ALL}");
    let long = served.ask_with("POST /execute", &[("Authorization", &bearer)], &long);
    assert_eq!(
        (long.status, long.code()),
        (413, "PAYLOAD_TOO_LARGE".to_owned())
    );
    assert_eq!(bench.inputs(), 0);
}
