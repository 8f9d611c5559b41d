//! One task over every surface: the same execution is the same envelope, byte for byte, and a model reads the same words.

use std::fs;

use clawperator_contract::visible;
use serde_json::{Value, json};

use super::client::{ALL, execution};
use super::mcp_client::{McpClient, Revision, text};
use crate::suite::mcp::Client;
use crate::suite::private_adb::Bench;

const SCENE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/scenes/hostile-words.json"
);
const APP: &str = "com.example.words";

fn task() -> Value {
    execution(&json!([
        { "id": "open", "type": "open_app", "params": { "applicationId": APP } },
        { "id": "lines", "type": "read_text", "params": { "matcher": { "resourceId": "com.example.words:id/lines" } } },
        { "id": "hidden", "type": "read_text", "params": { "matcher": { "resourceId": "com.example.words:id/hidden" } } },
        { "id": "add", "type": "click", "params": { "matcher": { "resourceId": "com.example.words:id/add" } } },
        { "id": "screen", "type": "snapshot_ui" },
        { "id": "missing", "type": "click", "params": { "matcher": { "textEquals": "Adds one" } } },
    ]))
}

/// The envelope of an answer as its bytes are, without the advice that each surface gives in its own words and the
/// number of the generation, which grows over all of them.
fn envelope(answer: &str) -> String {
    let at = answer
        .find("\"envelope\":")
        .unwrap_or_else(|| panic!("{answer}"));
    let from = &answer[at + "\"envelope\":".len()..];
    let mut values = serde_json::Deserializer::from_str(from).into_iter::<Value>();
    let value = values.next().unwrap().unwrap();
    let mut bytes = from[..values.byte_offset()].to_owned();
    let hint = format!(",\"hint\":{}", value["hint"]);
    assert!(bytes.contains(&hint), "{bytes}");
    bytes = bytes.replace(&hint, "");
    for step in value["stepResults"].as_array().unwrap() {
        if let Some(generation) = step["data"]["generation"].as_str() {
            bytes = bytes.replace(
                &format!("\"generation\":\"{generation}\""),
                "\"generation\":\"\"",
            );
        }
    }
    bytes
}

/// JSON in which the command line has written what nobody sees as `\u202e`, because it prints to terminals, with these
/// characters as themselves.
fn seen(json: &str) -> String {
    let mut text = String::new();
    let mut rest = json;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let code = after.strip_prefix('u').and_then(|code| code.get(..4));
        let unseen = code
            .and_then(|code| u32::from_str_radix(code, 16).ok())
            .filter(|code| *code >= 0x80)
            .and_then(char::from_u32);
        let width = if let Some(unseen) = unseen {
            text.push(unseen);
            "u0000".len()
        } else {
            text.push('\\');
            text.push_str(&after[..1]);
            1
        };
        rest = &after[width..];
    }
    text + rest
}

#[test]
fn the_same_execution_is_the_same_envelope() {
    let bench = Bench::start(&["--count", "3", "--scene", SCENE]);
    let served = bench.serve();
    let [one, two, three] = [0, 1, 2].map(|number| bench.phone.serial(number));
    let payload = bench.adb.home().join("task.json");
    fs::write(&payload, task().to_string()).unwrap();
    let words = ["exec", payload.to_str().unwrap(), "--json", "--device", one];
    let by_command = bench.adb.clawperator(&words).stdout;
    let body = json!({ "execution": task(), "deviceId": two });
    let by_http = String::from_utf8(served.post("/execute", &body).body).unwrap();
    let expected = seen(&envelope(&by_command));
    assert!(expected.contains(r"one\ngeneration 77"), "{expected}");
    assert!(expected.contains("NODE_NOT_FOUND"), "{expected}");
    assert_eq!(envelope(&by_http), expected);
    // Submitted without waiting.
    let submitted = served.post(
        "/executions",
        &json!({ "execution": task(), "deviceId": three }),
    );
    let run = submitted.json()["run"].as_str().unwrap().to_owned();
    served.ended(&run);
    let later = served.get(&format!("/executions/{run}")).body;
    assert_eq!(envelope(&String::from_utf8(later).unwrap()), expected);
}

#[test]
fn a_model_reads_the_words_that_programs_get() {
    let bench = Bench::start(&["--scene", SCENE]);
    let served = bench.serve();
    let opened = bench.run(&["open", APP]);
    assert_eq!(opened.1, 0, "{}", opened.0);
    let looked = served
        .post("/snapshot", &json!({ "budget": 12_000 }))
        .json();
    let shown = looked["envelope"]["stepResults"][0]["data"]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("{looked}"))
        .to_owned();
    let read = json!([
        { "id": "r", "type": "read_text", "params": { "matcher": { "resourceId": "com.example.words:id/lines" } } },
    ]);
    let read = served
        .post("/execute", &json!({ "execution": execution(&read) }))
        .json();
    let read = read["envelope"]["stepResults"][0]["data"]["text"]
        .as_str()
        .unwrap()
        .to_owned();
    let harmless = |text: &str, before: &str| {
        let lines = text.lines().map(|line| visible(&format!("{before}{line}")));
        lines.collect::<Vec<_>>().join("\n")
    };
    // The number grows over all surfaces.
    let numberless = |screen: &str| {
        let (head, rest) = screen.split_once('\n').unwrap();
        let head: String = head.chars().filter(|sign| !sign.is_ascii_digit()).collect();
        format!("{head}\n{rest}")
    };
    let shown = numberless(&harmless(&shown, ""));
    let read = harmless(&read, "| ");
    let between = |answer: &str| {
        let (_, from) = answer.split_once("your person's:\n").unwrap();
        let (phone, ours) = from
            .rsplit_once("\n(end of the text of the phone)")
            .unwrap();
        assert!(!ours.contains("next: call `open`"), "{answer}");
        phone.to_owned()
    };
    let node = json!({ "on": { "idName": "lines" } });
    let mut stdio = Client::start(&bench, &[]);
    let snapshot = stdio.call("snapshot", &json!({})).text;
    assert_eq!(numberless(&between(&snapshot)), shown);
    assert_eq!(between(&stdio.call("read", &node).text), read);
    for revision in [Revision::Older, Revision::Newer] {
        let mut client = McpClient::new(&served, ALL, revision);
        let call = client.call("snapshot", &json!({}));
        let answer = text(&client.send(&served, &call));
        assert_eq!(numberless(&between(&answer)), shown);
        let call = client.call("read", &node);
        assert_eq!(between(&text(&client.send(&served, &call))), read);
    }
}
