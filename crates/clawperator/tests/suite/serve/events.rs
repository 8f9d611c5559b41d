//! What happens in runs, as it happens.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};

use serde_json::{Value, json};

use super::client::{ALL, READ, Served, press};
use crate::suite::private_adb::Bench;

/// The lines that a reader hears from here on.
fn listen(served: &Served, token: &str, last: Option<&str>) -> impl Iterator<Item = String> {
    let mut socket = served.connect();
    let bearer = format!("Bearer {token}");
    let mut headers = vec![("Authorization", bearer.as_str())];
    headers.extend(last.map(|id| ("Last-Event-ID", id)));
    let request = served.request("GET /events", &headers, "");
    socket.write_all(request.as_bytes()).unwrap();
    BufReader::new(socket).lines().map(Result::unwrap)
}

/// Everything up to a line with this in it.
fn until(lines: &mut dyn Iterator<Item = String>, part: &str) -> Vec<String> {
    let mut heard = Vec::new();
    for line in lines {
        heard.push(line.clone());
        if line.contains(part) {
            return heard;
        }
    }
    panic!("the stream ended: {heard:?}");
}

#[test]
fn events_are_heard_as_they_happen_and_again_from_where_a_reader_left_off() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let mut lines = listen(&served, ALL, None);
    until(&mut lines, "CONNECTED");
    let ran = served
        .post("/execute", &json!({ "execution": press("home") }))
        .json();
    let heard = until(&mut lines, "\"envelope\"");
    let run = ran["run"].as_str().unwrap();
    let data: Vec<Value> = heard
        .iter()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(data.iter().all(|event| event["run"] == run), "{data:?}");
    assert_eq!(data[0]["event"]["type"], "execution_accepted");
    let ids: Vec<&str> = heard
        .iter()
        .filter_map(|line| line.strip_prefix("id: "))
        .collect();
    assert_eq!(ids.len(), data.len());
    // Whoever comes back hears the rest, and nothing twice.
    let mut rest = listen(&served, ALL, Some(ids[0]));
    let again = until(&mut rest, "\"envelope\"");
    let again: Vec<&str> = again
        .iter()
        .filter_map(|line| line.strip_prefix("id: "))
        .collect();
    assert_eq!(again, ids[1..]);
    // Whoever left off elsewhere is told that something is missing.
    let mut other = listen(&served, ALL, Some("00000000-7"));
    until(&mut other, "EVENTS_MISSED");
}

#[test]
fn whoever_lost_their_token_hears_nothing_more() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let mut lines = listen(&served, READ, None);
    until(&mut lines, "CONNECTED");
    let file = bench.state().join("tokens.json");
    let mut tokens: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let left = tokens["tokens"].as_array_mut().unwrap();
    left.retain(|token| token["token"] != READ);
    fs::write(&file, tokens.to_string()).unwrap();
    served.post("/execute", &json!({ "execution": press("home") }));
    let rest: Vec<String> = lines.collect();
    assert!(rest.iter().all(|line| !line.contains("run")), "{rest:?}");
}
