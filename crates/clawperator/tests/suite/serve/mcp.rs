//! `/mcp` of the server: the same tools behind every layer of the guard, at most once over connections that break.
//!
//! `CLAWPERATOR_TEST_CUT_CALLS` and `CLAWPERATOR_TEST_CUT_SEED` make it long; `bench/server.sh` does.

use std::fs;
use std::io::{Read as _, Write as _};

use clawperator_test_support::Dice;
use serde_json::{Value, json};

use super::client::{ALL, ELSEWHERE, READ, Served};
use super::mcp_client::{McpClient, Revision, data, home, text};
use crate::suite::length::number;
use crate::suite::private_adb::{Bench, json_of};

const BOTH: [Revision; 2] = [Revision::Older, Revision::Newer];

#[test]
fn a_call_is_answered_and_done_once_also_after_a_restart() {
    let bench = Bench::start(&[]);
    let mut served = bench.serve();
    for (round, revision) in BOTH.into_iter().enumerate() {
        let mut client = McpClient::new(&served, ALL, revision);
        let generation = client.generation(&served);
        let first = client.data(&served, "act", &home(generation));
        assert_eq!(first["outcome"], "done", "{first}");
        let again = client.data(&served, "act", &home(generation));
        assert_eq!(again, first, "{revision:?}");
        // Another client with the same token is the same caller.
        let mut second = McpClient::new(&served, ALL, Revision::Newer);
        assert_eq!(second.data(&served, "act", &home(generation)), first);
        served.kill();
        served = bench.serve();
        let mut later = McpClient::new(&served, ALL, revision);
        let kept = later.data(&served, "act", &home(generation));
        assert_eq!(
            (&kept["outcome"], &kept["run"]),
            (&first["outcome"], &first["run"])
        );
        assert_eq!(bench.inputs(), round + 1, "{revision:?}");
    }
}

#[test]
fn what_was_done_on_a_phone_is_not_told_of_another_with_its_name() {
    let mut bench = Bench::start(&[]);
    let served = bench.serve();
    let mut client = McpClient::new(&served, ALL, Revision::Newer);
    let generation = client.generation(&served);
    let first = client.data(&served, "act", &home(generation));
    assert_eq!(first["outcome"], "done", "{first}");
    let looked = client.generation(&served);
    bench.swap(&["--release", "12"]);
    let again = client.data(&served, "act", &home(generation));
    assert_eq!(again["run"], first["run"], "{again}");
    // What was decided on a look at the first is not done on the other.
    let stale = client.data(&served, "act", &home(looked));
    assert_eq!(stale["code"], "STALE_REF", "{stale}");
    assert!(stale["generation"].is_null(), "{stale}");
    assert_eq!(bench.inputs(), 0);
    let other = client.generation(&served);
    assert!(other > looked, "{other}");
    let done = client.data(&served, "act", &home(other));
    assert_eq!(done["outcome"], "done", "{done}");
    assert_eq!(bench.inputs(), 1);
}

/// An answer that shows no screen brings a generation of the phone that its run was on, and of no other.
#[test]
fn an_old_answer_brings_no_generation_of_a_phone_that_nobody_looked_at() {
    let mut bench = Bench::start(&[]);
    let mut served = bench.serve();
    let mut client = McpClient::new(&served, ALL, Revision::Newer);
    let generation = client.generation(&served);
    let missed = json!({ "do": "tap", "on": { "name": "Nothing here" } });
    let call = json!({ "generation": generation, "steps": [missed] });
    let first = client.data(&served, "act", &call);
    assert_eq!(first["outcome"], "failed", "{first}");
    let run = json!({ "run": first["run"] });
    // Here the phone is that of the run.
    for again in [
        client.data(&served, "act", &call),
        client.data(&served, "run", &run),
    ] {
        assert_eq!(again["run"], first["run"]);
        assert!(again["generation"].is_u64(), "{again}");
    }
    bench.swap(&["--release", "12"]);
    for round in ["before a restart", "after one"] {
        for (tool, arguments) in [("act", &call), ("run", &run)] {
            let asked = client.call(tool, arguments);
            let answer = client.send(&served, &asked);
            let again = data(&answer);
            assert_eq!(again["run"], first["run"], "{round}: {again}");
            assert!(again["generation"].is_null(), "{round}: {again}");
            let text = text(&answer);
            assert!(text.contains("call `snapshot` before"), "{round}: {text}");
        }
        served.kill();
        served = bench.serve();
    }
    assert_eq!(bench.inputs(), 0);
}

/// What was done on a number before the numbers began again is no answer to a call that was decided after it.
#[test]
fn a_generation_of_another_sequence_is_another() {
    let bench = Bench::start(&[]);
    let mut served = bench.serve();
    let state = bench.state();
    let mut client = McpClient::new(&served, ALL, Revision::Newer);
    let mut number = None;
    let mut runs = Vec::new();
    for round in 1..=3 {
        let generation = client.generation(&served);
        assert_eq!(*number.get_or_insert(generation), generation);
        let done = client.data(&served, "act", &home(generation));
        assert_eq!(done["outcome"], "done", "{done}");
        assert_eq!(bench.inputs(), round, "{done}");
        assert!(!runs.contains(&done["run"]), "{done}");
        let again = client.data(&served, "act", &home(generation));
        assert_eq!(again, done);
        // What a run showed before is no number of this sequence.
        for old in &runs {
            let old = client.data(&served, "run", &json!({ "run": old }));
            assert!(old["generation"].is_null(), "{old}");
        }
        assert_eq!(bench.inputs(), round);
        runs.push(done["run"].clone());
        fs::remove_dir_all(state.join("snapshots")).unwrap();
        fs::remove_file(state.join("generations")).unwrap();
        // Nothing is known of the number that was given last.
        let gone = client.data(&served, "act", &home(done["generation"].as_u64().unwrap()));
        assert_eq!(gone["code"], "STALE_REF", "{gone}");
        if round == 2 {
            served.kill();
            served = bench.serve();
        }
    }
    assert_eq!(bench.inputs(), 3);
}

/// Earlier builds named no sequence. Whatever they did on a number is not done again.
#[test]
fn an_act_from_before_sequences_had_names_is_not_done_again() {
    let bench = Bench::start(&[]);
    let mut served = bench.serve();
    let mut client = McpClient::new(&served, ALL, Revision::Newer);
    let generation = client.generation(&served);
    let done = client.data(&served, "act", &home(generation));
    assert_eq!(done["outcome"], "done", "{done}");
    served.kill();
    let sequence = bench.state().join("generations");
    let text = fs::read_to_string(&sequence).unwrap();
    fs::write(&sequence, &text[..20]).unwrap();
    served = bench.serve();
    let stale = client.data(&served, "act", &home(generation));
    assert_eq!(stale["code"], "STALE_REF", "{stale}");
    // Its answer is kept, and brings no number that could be acted on.
    let kept = client.data(&served, "run", &json!({ "run": done["run"] }));
    assert_eq!(kept["outcome"], "done", "{kept}");
    assert!(kept["generation"].is_null(), "{kept}");
    let next = client.generation(&served);
    assert!(next > done["generation"].as_u64().unwrap());
    for old in [generation, done["generation"].as_u64().unwrap()] {
        let stale = client.data(&served, "act", &home(old));
        assert_eq!(stale["code"], "STALE_REF", "{stale}");
    }
    assert_eq!(bench.inputs(), 1);
    assert_eq!(client.data(&served, "act", &home(next))["outcome"], "done");
    assert_eq!(bench.inputs(), 2);
}

#[test]
fn a_token_does_what_it_may_and_sees_what_it_may() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let serial = bench.phone.serial(0);
    for revision in BOTH {
        let mut looking = McpClient::new(&served, READ, revision);
        let generation = looking.generation(&served);
        let refused = looking.data(&served, "act", &home(generation));
        assert_eq!(refused["code"], "NOT_PERMITTED", "{refused}");
        let seen = looking.data(&served, "snapshot", &json!({}));
        assert_eq!(seen["outcome"], "done", "{seen}");
        // A generation is of whoever got it.
        let mut acting = McpClient::new(&served, ALL, revision);
        let stale = acting.data(&served, "act", &home(generation));
        assert_eq!(stale["code"], "STALE_REF", "{stale}");
        // A run is of whoever asked.
        let missing = acting.data(&served, "run", &json!({ "run": seen["run"] }));
        assert_eq!(missing["code"], "RUN_NOT_FOUND", "{missing}");
        let mut elsewhere = McpClient::new(&served, ELSEWHERE, revision);
        let listed = elsewhere.data(&served, "devices", &json!({}));
        assert_eq!(listed["devices"], json!([]));
        let named = elsewhere.data(&served, "snapshot", &json!({ "device": serial }));
        assert_eq!(named["code"], "NOT_PERMITTED", "{named}");
        let call = elsewhere.call("snapshot", &json!({}));
        let vague = elsewhere.send(&served, &call);
        assert!(!String::from_utf8_lossy(&vague.body).contains(serial));
    }
    // The session of another token is not there.
    let theirs = McpClient::new(&served, ALL, Revision::Older);
    let headers = [
        ("Authorization", &*format!("Bearer {READ}")),
        ("Accept", "application/json, text/event-stream"),
        ("Mcp-Session-Id", theirs.session()),
    ];
    let list = theirs.message("tools/list", &json!({})).to_string();
    assert_eq!(served.ask_with("POST /mcp", &headers, &list).status, 404);
    assert_eq!(served.ask_with("GET /mcp", &headers, "").status, 404);
    let kept = McpClient::new(&served, READ, Revision::Older);
    let _ = served.ask_with("DELETE /mcp", &headers, "");
    assert_eq!(
        theirs
            .send(&served, &theirs.message("tools/list", &json!({})))
            .status,
        200
    );
    assert_eq!(
        kept.send(&served, &kept.message("tools/list", &json!({})))
            .status,
        200
    );
    assert_eq!(bench.inputs(), 0);
}

#[test]
fn what_a_token_may_is_looked_up_for_each_call() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    for revision in BOTH {
        let before = bench.inputs();
        let mut client = McpClient::new(&served, ALL, revision);
        let seen = client.data(&served, "snapshot", &json!({}));
        let generation = seen["generation"].as_u64().unwrap();
        let stream = (revision == Revision::Older).then(|| client.stream(&served));
        let file = bench.state().join("tokens.json");
        let whole = fs::read_to_string(&file).unwrap();
        let mut tokens: Value = serde_json::from_str(&whole).unwrap();
        tokens["tokens"][0]["scopes"] = json!(["read"]);
        fs::write(&file, tokens.to_string()).unwrap();
        let refused = client.data(&served, "act", &home(generation));
        assert_eq!(refused["code"], "NOT_PERMITTED", "{revision:?}: {refused}");
        tokens["tokens"][0]["phones"] = json!(["other:1"]);
        fs::write(&file, tokens.to_string()).unwrap();
        let listed = client.data(&served, "devices", &json!({}));
        assert_eq!(listed["devices"], json!([]), "{revision:?}");
        for what in ["state", "wait", "cancel"] {
            let run = json!({ "run": seen["run"], "do": what });
            let theirs = client.data(&served, "run", &run);
            assert_eq!(theirs["code"], "RUN_NOT_FOUND", "{revision:?}: {theirs}");
        }
        tokens["tokens"].as_array_mut().unwrap().remove(0);
        fs::write(&file, tokens.to_string()).unwrap();
        let call = client.call("devices", &json!({}));
        assert_eq!(client.send(&served, &call).status, 401, "{revision:?}");
        if let Some(mut stream) = stream {
            stream.read_to_end(&mut Vec::new()).unwrap();
        }
        fs::write(&file, &whole).unwrap();
        // Nothing was sent, so the call is as good as before.
        let done = client.data(&served, "act", &home(generation));
        assert_eq!(done["outcome"], "done", "{revision:?}: {done}");
        assert_eq!(bench.inputs(), before + 1);
    }
}

#[test]
fn every_layer_of_the_guard_is_before_it() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let bearer = format!("Bearer {ALL}");
    let accept = ("Accept", "application/json, text/event-stream");
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    } })
    .to_string();
    let token = ("Authorization", &*bearer);
    for (headers, status) in [
        (vec![accept], 401),
        (vec![accept, ("Authorization", "Bearer of bad news")], 401),
        (vec![accept, token, ("Host", "evil.example")], 421),
        (vec![accept, token, ("Origin", "http://evil.example")], 403),
        (vec![accept, token, ("Sec-Fetch-Site", "cross-site")], 403),
        (vec![token], 406),
        (vec![accept, token, ("Content-Type", "text/plain")], 415),
    ] {
        let answer = served.ask_with("POST /mcp", &headers, &body);
        assert_eq!(answer.status, status, "{headers:?}: {}", answer.head);
    }
    let large = "x".repeat(5 * 1024 * 1024);
    let answer = served.ask_with("POST /mcp", &[accept, token], &large);
    assert_eq!(answer.status, 413, "{}", answer.head);
}

/// Waits for the newest run to be in this state or out of it.
fn newest(bench: &Bench, is_running: bool) -> Value {
    loop {
        let run = json_of(&bench.adb.clawperator(&["runs", "list"]))["runs"][0].clone();
        if (run["fate"] == "running") == is_running && !run.is_null() {
            return run;
        }
    }
}

#[test]
fn leaving_cancels_in_the_newer_revision_and_a_notification_in_the_older() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let forever = json!({ "for": { "name": "never" }, "seconds": 40 });
    let mut newer = McpClient::new(&served, ALL, Revision::Newer);
    let call = newer.call("wait", &forever);
    let mut socket = served.connect();
    socket
        .write_all(newer.bytes(&served, &call).as_bytes())
        .unwrap();
    newest(&bench, true);
    drop(socket);
    assert_eq!(newest(&bench, false)["code"], "EXECUTION_CANCELLED");

    let mut older = McpClient::new(&served, ALL, Revision::Older);
    let call = older.call("wait", &forever);
    let mut socket = served.connect();
    socket
        .write_all(older.bytes(&served, &call).as_bytes())
        .unwrap();
    let run = newest(&bench, true)["run"].clone();
    drop(socket);
    // It goes on: somebody else is told that the phone is taken.
    let mut other = McpClient::new(&served, ALL, Revision::Newer);
    let taken = other.data(&served, "snapshot", &json!({}));
    assert_eq!(taken["code"], "EXECUTION_CONFLICT_IN_FLIGHT", "{taken}");
    older.tell(
        &served,
        "notifications/cancelled",
        &json!({ "requestId": call["id"] }),
    );
    let ended = newest(&bench, false);
    assert_eq!(
        (&ended["run"], &ended["code"]),
        (&run, &json!("EXECUTION_CANCELLED"))
    );
}

#[test]
fn calls_cut_at_any_byte_and_sent_again_are_done_once() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let calls = number("CLAWPERATOR_TEST_CUT_CALLS", 24);
    let seed = number("CLAWPERATOR_TEST_CUT_SEED", 7);
    let mut dice = Dice::new(seed as u64);
    let mut clients = BOTH.map(|revision| McpClient::new(&served, ALL, revision));
    let mut generation = clients[0].generation(&served);
    let serial = bench.phone.serial(0);
    let (_, mut told) = bench.phone.inputs_after(serial, 0);
    for call in 0..calls {
        let client = &mut clients[dice.below(2)];
        let message = client.call("act", &home(generation));
        for _ in 0..=dice.below(3) {
            cut(
                &served,
                client.bytes(&served, &message).as_bytes(),
                &mut dice,
            );
        }
        let answer = loop {
            let again = client.call("act", &home(generation));
            let answer = data(&client.send(&served, &again));
            if answer["outcome"] != "running" {
                break answer;
            }
        };
        let (sent, newest) = bench.phone.inputs_after(serial, told);
        told = newest;
        let case = format!("seed {seed}, call {call}: {answer}");
        match answer["outcome"].as_str() {
            Some("done") => assert_eq!(sent, 1, "{case}"),
            Some("failed") => assert_eq!(sent, 0, "{case}"),
            Some("unknown") => assert!(sent <= 1, "{case}"),
            _ => panic!("{case}"),
        }
        generation = match answer["generation"].as_u64() {
            Some(next) => next,
            None => client.generation(&served),
        };
    }
}

/// Sends a part of a request, or all of it and reads a part of the answer; then the connection is gone.
fn cut(served: &Served, bytes: &[u8], dice: &mut Dice) {
    let mut socket = served.connect();
    if dice.below(2) == 0 {
        let part = dice.below(bytes.len());
        let _ = socket.write_all(&bytes[..part]);
        return;
    }
    socket.write_all(bytes).unwrap();
    let mut part = vec![0; dice.below(400)];
    let _ = socket.read_exact(&mut part);
}
