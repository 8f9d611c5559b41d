//! Another phone gets the name of the one that a run is on: it is not touched. The same phone, connected again, is.

use std::process::{Child, Stdio};

use serde_json::json;

use super::super::private_adb::{Phones, json_of};
use super::parking::Careful;
use super::{Bench, SCENE};

/// Ends the phone, and starts another one in its place.
fn swap(bench: &mut Bench) {
    let serial = bench.phone.serial(0).to_owned();
    let port = serial.rsplit(':').next().unwrap().to_owned();
    bench.phone.end("TERM");
    bench.phone = Phones::start(&bench.adb, &["--scene", SCENE, "--port", &port]);
    assert_eq!(bench.phone.serial(0), serial);
    bench.show();
}

fn approve(careful: &Careful, ticket: &str) {
    super::super::person::approve(&careful.bench.adb, ticket);
}

fn ends_with(code: &str, exit: i32, child: Child) {
    ends_with_one_of(&[code], exit, child);
}

fn ends_with_one_of(codes: &[&str], exit: i32, child: Child) {
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(codes.iter().any(|code| said.contains(code)), "{said}");
    assert_eq!(output.status.code(), Some(exit), "{said}");
}

#[test]
fn an_approval_is_not_used_on_another_phone_of_the_same_name() {
    let mut careful = Careful::start();
    let parked = careful.park();
    let ticket = careful.ticket();
    swap(&mut careful.bench);
    let before = careful.bench.last();
    approve(&careful, &ticket);
    ends_with("DEVICE_NOT_FOUND", 3, parked);
    assert_eq!(careful.bench.inputs_since(before), 0);
}

#[test]
fn a_run_does_not_go_on_with_another_phone() {
    let mut bench = Bench::start();
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator", "timeoutMs": 60000,
        "actions": [
            { "id": "wait", "type": "wait_for_node", "params": { "matcher": { "textEquals": "not there" }, "timeoutMs": 30000 } },
            { "id": "press", "type": "press_key", "params": { "key": "home" } },
        ],
    });
    let words = ["exec", "--payload", &payload.to_string(), "--json"];
    let running = bench
        .adb
        .command(&words)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let looks = || {
        let requests = bench.phone.control(&json!({ "do": "requests" }));
        requests.to_string().matches("uiautomator").count()
    };
    while looks() < 2 {
        std::thread::yield_now();
    }
    swap(&mut bench);
    let before = bench.last();
    // A look between the two phones finds neither.
    ends_with_one_of(&["DEVICE_NOT_FOUND", "DEVICE_OFFLINE"], 3, running);
    assert_eq!(bench.inputs_since(before), 0);
}

/// Two keys with a pause between them in which nobody looks: the phone is asked who it is by the second key itself.
/// Answers when the first one is over, with where the phone's journal began.
fn between_two_keys(bench: &Bench) -> (Child, u64) {
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator", "timeoutMs": 60000,
        "actions": [
            { "id": "home", "type": "press_key", "params": { "key": "home" } },
            { "id": "pause", "type": "sleep", "params": { "durationMs": 8000 } },
            { "id": "recents", "type": "press_key", "params": { "key": "recents" } },
        ],
    });
    let before = bench.last();
    let words = ["exec", "--payload", &payload.to_string(), "--json"];
    let running = bench
        .adb
        .command(&words)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The key is in the journal before the phone has answered.
    while bench.inputs_since(before) < 1 || bench.phone.open_streams() > 0 {
        std::thread::yield_now();
    }
    (running, before)
}

#[test]
fn a_point_of_one_phone_is_not_touched_on_another_of_the_same_name() {
    let mut bench = Bench::start();
    let look = |bench: &Bench| {
        let shown = json_of(&bench.adb.clawperator(&["observe", "--json"]));
        let middle = shown["uiElements"][0]["scaledCenter"].clone();
        (shown["id"].as_str().unwrap().to_owned(), middle)
    };
    let (id, middle) = look(&bench);
    swap(&mut bench);
    // The other phone shows the same page, and no snapshot of it has a number of the first one's.
    let (other, _) = look(&bench);
    assert_ne!(id.split('-').next(), other.split('-').next());
    let tap = json!({ "type": "tap", "x": middle["x"], "y": middle["y"] }).to_string();
    let before = bench.last();
    let words = ["agent", "act", &tap, "--snapshot", &id, "--json"];
    let ran = bench.adb.clawperator(&words);
    assert_eq!(json_of(&ran)["code"], "STALE_REF", "{}", ran.stdout);
    assert_eq!(bench.inputs_since(before), 0);
}

fn reconnect(bench: &Bench) {
    let serial = bench.phone.serial(0);
    bench.adb.adb(&["disconnect", serial]);
    bench.adb.adb(&["connect", serial]);
    bench.adb.until(serial, "device");
}

#[test]
fn a_key_is_pressed_on_a_phone_that_was_connected_again() {
    let bench = Bench::start();
    let (running, before) = between_two_keys(&bench);
    reconnect(&bench);
    ends_with("success", 0, running);
    assert_eq!(bench.inputs_since(before), 2);
}

#[test]
fn a_key_is_not_pressed_on_another_phone() {
    let mut bench = Bench::start();
    let (running, _) = between_two_keys(&bench);
    swap(&mut bench);
    let before = bench.last();
    ends_with("DEVICE_NOT_FOUND", 3, running);
    assert_eq!(bench.inputs_since(before), 0);
}

#[test]
fn a_phone_that_was_connected_again_is_still_the_same() {
    let careful = Careful::start();
    let parked = careful.park();
    let ticket = careful.ticket();
    reconnect(&careful.bench);
    assert_eq!(careful.keys(), 0);
    approve(&careful, &ticket);
    ends_with("success", 0, parked);
    assert_eq!(careful.keys(), 1);
}
