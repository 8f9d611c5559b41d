//! What a model can call, and what it reads.

use serde_json::{Value, json};

use super::client::Client;
use crate::suite::private_adb::{Bench, json_of};

/// What a model needs to know before its first step.
const MOST_OF_THE_LIST: usize = 8_000;

#[test]
fn a_stranger_gets_from_a_snippet_to_a_press() {
    let bench = Bench::start(&[]);
    let printed = bench.adb.clawperator(&["mcp", "config", "claude-code"]);
    assert_eq!(printed.exit, 0, "{}", printed.stderr);
    let program = env!("CARGO_BIN_EXE_clawperator");
    assert!(
        printed.stdout.contains(&format!(" -- {program} mcp")),
        "{}",
        printed.stdout
    );
    let mut client = Client::start(&bench, &[]);
    let list = client.ask("tools/list", &json!({}))["result"].clone();
    let bytes = list.to_string().len();
    assert!(bytes <= MOST_OF_THE_LIST, "{bytes}");
    let generation = client.generation();
    let opened = client.call(
        "open",
        &json!({ "generation": generation, "app": "com.android.settings" }),
    );
    assert_eq!(opened.data["outcome"], "done", "{opened:?}");
    assert!(
        opened.text.contains("[button] \"Search settings\""),
        "{}",
        opened.text
    );
    let steps = json!([
        { "do": "scroll_to", "on": { "nameContains": "About phone" } },
        { "do": "tap", "on": { "nameContains": "About phone" } },
    ]);
    let acted = client.call(
        "act",
        &json!({ "generation": opened.generation(), "steps": steps }),
    );
    assert_eq!(acted.data["outcome"], "done", "{acted:?}");
    assert!(acted.text.contains("Android version, 14"), "{}", acted.text);
    let read = client.call(
        "read",
        &json!({ "on": { "nameContains": "Android version" } }),
    );
    assert!(
        read.text
            .contains("\n| Android version, 14\n(end of the text of the phone)"),
        "{}",
        read.text
    );
    assert!(!client.notes.is_empty(), "no progress");
    // Clients show what is printed there as errors.
    assert_eq!(client.leave(), "");
}

#[test]
fn every_tool_answers() {
    let bench = Bench::start(&[]);
    let mut client = Client::start(&bench, &[]);
    let snapshot = client.call("snapshot", &json!({ "budget": 600 }));
    assert!(
        snapshot.text.contains("screen com.android"),
        "{}",
        snapshot.text
    );
    assert!(snapshot.text.chars().count() < 800, "{}", snapshot.text);
    let wait = client.call("wait", &json!({ "for": { "name": "Settings" } }));
    assert!(wait.text.contains("[button] \"Settings\""), "{}", wait.text);
    let failed = client.call("wait", &json!({ "for": { "name": "never" }, "seconds": 1 }));
    assert!(
        failed.is_error && failed.data["code"] == "WAIT_TIMEOUT",
        "{failed:?}"
    );
    let shot = client.call("screenshot", &json!({ "marks": true }));
    let picture = &shot.content[1];
    assert_eq!(picture["mimeType"], "image/jpeg");
    // In base64, of 150,000 bytes at most.
    assert!(picture["data"].as_str().unwrap().len() <= 200_000);
    let tapped = client.call(
        "act",
        &json!({ "generation": shot.generation(), "steps": [{ "do": "press", "key": "home" }] }),
    );
    assert_eq!(tapped.data["outcome"], "done", "{tapped:?}");
    let closed = client.call(
        "close",
        &json!({ "generation": tapped.generation(), "app": "com.android.settings" }),
    );
    assert_eq!(closed.data["outcome"], "done", "{closed:?}");
    let again = client.call("run", &json!({ "run": closed.data["run"] }));
    assert_eq!(again.data["outcome"], "done", "{again:?}");
    let guide = client.call("guide", &json!({ "topic": "mcp" }));
    assert!(guide.text.contains("generation"), "{}", guide.text);
    let resources = client.ask("resources/list", &json!({}));
    let uri = &resources["result"]["resources"][0]["uri"];
    let read = client.ask("resources/read", &json!({ "uri": uri }));
    let text = read["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(text.len() > 100, "{read}");
}

#[test]
fn what_is_wrong_is_told_and_nothing_is_sent() {
    let bench = Bench::start(&[]);
    let mut client = Client::start(&bench, &[]);
    let generation = client.generation();
    let press = json!([{ "do": "press", "key": "home" }]);
    for (tool, arguments) in [
        ("act", json!({ "steps": press })),
        ("act", json!({ "generation": generation, "steps": [] })),
        (
            "act",
            json!({ "generation": generation, "steps": press, "force": true }),
        ),
        (
            "act",
            json!({ "generation": generation, "steps": [{ "do": "press", "key": "power" }] }),
        ),
        (
            "act",
            json!({ "generation": generation + 1, "steps": press }),
        ),
        ("act", json!({ "generation": 0, "steps": press })),
        (
            "act",
            json!({ "generation": generation, "device": "other:1", "steps": press }),
        ),
        (
            "open",
            json!({ "generation": generation, "app": "a.b", "uri": "https://a.example" }),
        ),
        ("read", json!({ "on": "@e1" })),
        ("snapshot", json!({ "budget": 100 })),
        ("run", json!({ "run": "../../etc" })),
        ("guide", json!({ "topic": "selector" })),
    ] {
        let answer = client.call(tool, &arguments);
        assert!(answer.is_error, "{tool} {arguments}: {answer:?}");
        assert!(
            answer.text.contains("next: "),
            "{tool} {arguments}: {}",
            answer.text
        );
    }
    let unknown = client.ask("tools/call", &json!({ "name": "shell", "arguments": {} }));
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
    assert_eq!(bench.inputs(), 0);
}

#[test]
fn the_profile_for_agents_holds() {
    let bench = Bench::start(&[]);
    let mut client = Client::start(&bench, &[]);
    let generation = client.generation();
    let opened = client.call(
        "open",
        &json!({ "generation": generation, "uri": "shop://product/lamp" }),
    );
    let to_cart = json!([{ "do": "tap", "on": { "idName": "add_to_cart" } }]);
    let added = client.call(
        "act",
        &json!({ "generation": opened.generation(), "steps": to_cart }),
    );
    let before = bench.inputs();
    let cart = client.call(
        "open",
        &json!({ "generation": added.generation(), "uri": "shop://cart" }),
    );
    let buy = json!([{ "do": "tap", "on": { "idName": "checkout" } }]);
    let refused = client.call(
        "act",
        &json!({ "generation": cart.generation(), "steps": buy }),
    );
    assert_eq!(
        refused.data["code"], "POLICY_DENIED",
        "{refused:?}\n{}",
        cart.text
    );
    assert_eq!(bench.inputs(), before);
}

#[test]
fn the_newer_actions_are_steps_and_judged_as_on_the_command_line() {
    let bench = Bench::start(&[]);
    let mut client = Client::start(&bench, &["--operator", "resident"]);
    let generation = client.generation();
    let opened = client.call(
        "open",
        &json!({ "generation": generation, "app": "settings" }),
    );
    assert_eq!(opened.data["outcome"], "done", "{opened:?}");
    let mut generation = opened.generation();
    for (step, is_sent) in [
        (
            json!({ "do": "double_tap", "on": { "name": "Search settings" } }),
            true,
        ),
        (
            json!({ "do": "press", "key": "back", "with": { "times": 2 } }),
            true,
        ),
        (
            json!({ "do": "swipe", "point": [540, 1600], "to": [540, 900], "with": { "durationMs": 500 } }),
            true,
        ),
        (
            json!({ "do": "drag", "point": [540, 1500], "to": [540, 1100], "with": { "holdMs": 100 } }),
            true,
        ),
        (
            json!({ "do": "pinch", "point": [540, 1200], "with": { "scale": 1.5 } }),
            true,
        ),
        (
            json!({ "do": "touch_path", "with": { "fingers": [[{ "x": 500, "y": 1200, "atMs": 0 }, { "x": 500, "y": 900, "atMs": 300 }]] } }),
            true,
        ),
        (json!({ "do": "hide_keyboard" }), false),
        (json!({ "do": "wake_device" }), false),
        (
            json!({ "do": "list_apps", "with": { "contains": "settings" } }),
            false,
        ),
    ] {
        let before = bench.inputs();
        let acted = client.call("act", &json!({ "generation": generation, "steps": [step] }));
        assert_eq!(acted.data["outcome"], "done", "{step}: {acted:?}");
        assert_eq!(bench.inputs() > before, is_sent, "{step}: {acted:?}");
        if step["do"] == "list_apps" {
            assert!(
                acted.text.contains("\n| [{\"applicationId\""),
                "{}",
                acted.text
            );
        }
        generation = acted.generation();
    }
    let rested = client.call("wait", &json!({}));
    assert_eq!(rested.data["outcome"], "done", "{rested:?}");
    let gone = client.call(
        "wait",
        &json!({ "for": { "name": "never there" }, "gone": true }),
    );
    assert_eq!(gone.data["outcome"], "done", "{gone:?}");
    let wrong = client.call("wait", &json!({ "gone": true }));
    assert_eq!(wrong.data["code"], "EXECUTION_VALIDATION_FAILED");
    // The profile for agents wants a person asked before apps and the clipboard: nothing happens until then.
    let before = bench.inputs();
    for step in [
        json!({ "do": "clear_app", "with": { "applicationId": "com.android.settings" } }),
        json!({ "do": "uninstall_app", "with": { "applicationId": "com.android.settings" } }),
        json!({ "do": "set_clipboard", "text": "hello" }),
        json!({ "do": "get_clipboard" }),
    ] {
        let asked = client.call("act", &json!({ "generation": generation, "steps": [step] }));
        assert_eq!(asked.data["outcome"], "parked", "{step}: {asked:?}");
        let run = &asked.data["run"];
        client.call("run", &json!({ "run": run, "do": "cancel" }));
        let over = client.call("run", &json!({ "run": run }));
        assert_eq!(over.data["outcome"], "failed", "{step}: {over:?}");
        generation = client.call("snapshot", &json!({})).generation();
    }
    assert_eq!(bench.inputs(), before);
}

#[test]
fn what_the_shell_driver_cannot_do_is_refused() {
    let bench = Bench::start(&[]);
    let mut client = Client::start(&bench, &[]);
    let steps = json!([{ "do": "pinch", "point": [540, 1200], "with": { "scale": 1.5 } }]);
    let arguments = json!({ "generation": client.generation(), "steps": steps });
    let refused = client.call("act", &arguments);
    assert_eq!(
        refused.data["code"], "CAPABILITY_UNSUPPORTED",
        "{refused:?}"
    );
    assert_eq!(bench.inputs(), 0);
}

#[test]
fn a_call_that_is_taken_back_ends() {
    let bench = Bench::start(&[]);
    let mut client = Client::start(&bench, &[]);
    let waiting = client.send(
        "tools/call",
        &json!({ "name": "wait", "arguments": { "for": { "name": "never" }, "seconds": 40 } }),
    );
    let newest = || json_of(&bench.adb.clawperator(&["runs", "list"]))["runs"][0].clone();
    while newest()["fate"] != "running" {}
    client.tell("notifications/cancelled", &json!({ "requestId": waiting }));
    let mut run = newest();
    while run["fate"] == "running" {
        run = newest();
    }
    // Not that it waited to its end.
    assert_eq!(run["code"], "EXECUTION_CANCELLED", "{run}");
    let snapshot = client.call("snapshot", &json!({}));
    assert_eq!(snapshot.data["outcome"], "done", "{snapshot:?}");
}

#[test]
fn a_server_for_one_phone_drives_no_other() {
    let bench = Bench::start(&["--count", "2"]);
    let (one, two) = (bench.phone.serial(0), bench.phone.serial(1));
    let mut any = Client::start(&bench, &[]);
    let vague = any.call("snapshot", &json!({}));
    assert!(
        vague.is_error && vague.text.contains("`device`"),
        "{}",
        vague.text
    );
    let named = any.call("snapshot", &json!({ "device": two }));
    assert_eq!(named.data["device"], two);
    let mut fixed = Client::start(&bench, &["--device", one]);
    let devices = fixed.call("devices", &json!({}));
    assert_eq!(devices.data["devices"].as_array().unwrap().len(), 1);
    assert_eq!(fixed.call("snapshot", &json!({})).data["device"], one);
    let other = fixed.call("snapshot", &json!({ "device": two }));
    assert_eq!(other.data["code"], "NOT_PERMITTED");
}

#[test]
fn the_newer_revision_needs_no_handshake() {
    let bench = Bench::start(&[]);
    let mut client = Client::silent(&bench, &[]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = client.ask("server/discover", &json!({ "_meta": meta }));
    let versions: Vec<&str> = found["result"]["supportedVersions"]
        .as_array()
        .unwrap_or_else(|| panic!("{found}"))
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(versions, ["2025-11-25", "2026-07-28"]);
    let called = client.ask(
        "tools/call",
        &json!({ "name": "snapshot", "arguments": {}, "_meta": meta }),
    );
    assert_eq!(called["result"]["resultType"], "complete", "{called}");
    assert_eq!(called["result"]["structuredContent"]["outcome"], "done");
}
