//! `observe` and `agent act` with the real binary, a virtual phone, and its journal as the judge.

use std::process::Command;

use serde_json::{Value, json};

use super::private_adb::Bench;

const APP: &str = "dev.clawperator.conformance";

impl Bench {
    /// The id of what an agent is shown now, and all of it.
    fn observe(&self) -> (String, Value) {
        let (shown, exit) = self.run(&["observe", "--device", self.phone.serial(0)]);
        assert_eq!(exit, 0, "{shown}");
        (shown["id"].as_str().unwrap().to_owned(), shown)
    }

    fn act(&self, call: &Value, more: &[&str]) -> (Value, i32) {
        let call = call.to_string();
        self.run(
            &[
                &["agent", "act", &call, "--device", self.phone.serial(0)],
                more,
            ]
            .concat(),
        )
    }
}

fn center(shown: &Value, text: &str) -> (i64, i64) {
    let elements = shown["uiElements"].as_array().unwrap();
    let found = elements.iter().find(|element| element["text"] == text);
    let center = &found.unwrap_or_else(|| panic!("{elements:#?}"))["scaledCenter"];
    (center["x"].as_i64().unwrap(), center["y"].as_i64().unwrap())
}

fn tap((x, y): (i64, i64)) -> Value {
    json!({ "name": "tap", "arguments": { "thought": "", "x": x, "y": y } })
}

#[test]
fn an_agent_touches_what_it_was_shown_or_nothing() {
    let bench = Bench::start(&[]);
    let launch = json!({ "type": "launch_app", "packageName": APP });
    let (done, exit) = bench.act(&launch, &[]);
    assert_eq!(exit, 0, "{done}");
    let (menu, shown) = bench.observe();
    assert_eq!(
        (&shown["currentApp"], &shown["coherent"]),
        (&json!(APP), &json!(true))
    );
    assert_eq!(
        (&shown["width"], &shown["scaledWidth"]),
        (&json!(1080), &json!(768))
    );
    let counter = center(&shown, "Counter, A number and three buttons");
    let before = bench.inputs();
    let (done, exit) = bench.act(&tap(counter), &["--snapshot", &menu]);
    assert_eq!((exit, bench.inputs()), (0, before + 1), "{done}");
    // The page is another one now, and the point was of the other.
    let (done, exit) = bench.act(&tap(counter), &["--snapshot", &menu]);
    let step = &done["result"]["envelope"]["stepResults"][0];
    assert_eq!(step["data"]["error"], "STALE_REF", "{done}");
    assert_eq!((exit, bench.inputs()), (1, before + 1));
    // Marks keep their numbers as long as the page stays.
    let ((_, one), (_, two)) = (bench.observe(), bench.observe());
    assert_eq!(one["uiElements"], two["uiElements"]);
    assert_eq!(two["captureMetrics"]["visualHashHammingDistance"], 0);
}

#[test]
fn what_cannot_be_done_is_never_something_similar() {
    let bench = Bench::start(&[]);
    let (menu, _) = bench.observe();
    let before = bench.inputs();
    let unsupported = json!("CAPABILITY_UNSUPPORTED");
    for call in [
        json!({ "type": "keyevent", "keycode": "KEYCODE_POWER" }),
        json!({ "type": "shell", "command": "reboot" }),
        json!({ "type": "long_press_drag", "x1": 1, "y1": 2, "x2": 3, "y2": 4 }),
        json!({ "type": "exec", "command": "true" }),
    ] {
        let (done, exit) = bench.act(&call, &["--snapshot", &menu]);
        assert_eq!((&done["code"], exit), (&unsupported, 3), "{done}");
    }
    // A repair is the answer, and not a touch at (0,0).
    let broken = json!({ "name": "tap", "arguments": { "thought": "" } });
    let (done, exit) = bench.act(&broken, &["--snapshot", &menu]);
    assert_eq!(
        done["refused"]["code"], "EXECUTION_VALIDATION_FAILED",
        "{done}"
    );
    assert_eq!((done["normalized"].as_array().unwrap().len(), exit), (2, 2));
    let unknown = json!({ "name": "buy_everything", "arguments": {} });
    let (done, _) = bench.act(&unknown, &[]);
    assert_eq!(
        (&done["action"]["type"], done["refused"].is_null()),
        (&json!("wait"), false)
    );
    // Points without a snapshot, with one that nobody was shown, and of nothing at all.
    assert_eq!(bench.act(&tap((1, 1)), &[]).0["code"], "MISSING_ARGUMENT");
    let (done, _) = bench.act(&tap((1, 1)), &["--snapshot", "s1-00000000"]);
    assert_eq!(done["code"], "STALE_REF");
    assert_eq!(bench.inputs(), before);
    let (done, exit) = bench.act(&json!({ "type": "finish", "message": "ok" }), &[]);
    assert_eq!((&done["finished"], exit), (&json!("ok"), 0));
}

#[test]
fn a_snapshot_of_one_phone_is_not_for_another() {
    let bench = Bench::start(&["--count", "2"]);
    let (menu, _) = bench.observe();
    let other = bench.phone.serial(1);
    let call = tap((1, 1)).to_string();
    let words = [
        "agent",
        "act",
        &call,
        "--snapshot",
        &menu,
        "--device",
        other,
    ];
    let (done, _) = bench.run(&words);
    assert_eq!(done["code"], "STALE_REF", "{done}");
    assert!(done["message"].as_str().unwrap().contains(other), "{done}");
}

#[test]
fn elements_of_a_screen_that_stands_still_are_read_once() {
    let bench = Bench::start(&[]);
    let (_, first) = bench.observe();
    let (id, again) = bench.observe();
    let source = |shown: &Value| shown["captureMetrics"]["uiElementsSource"].clone();
    assert_eq!(
        (source(&first), source(&again)),
        (json!("fresh"), json!("cache"))
    );
    assert_eq!(again["captureMetrics"]["uiDumpMs"], 0);
    for same in ["uiElements", "generation", "currentApp", "screenState"] {
        assert_eq!(first[same], again[same], "{same}");
    }
    assert!(again["coherent"].is_null(), "{}", again["coherent"]);
    // What was shown a second time can be touched like what was shown once.
    let element = again["uiElements"]
        .as_array()
        .unwrap()
        .iter()
        .find(|element| element["clickable"] == true);
    let at = &element.unwrap()["scaledCenter"];
    let call = tap((at["x"].as_i64().unwrap(), at["y"].as_i64().unwrap()));
    let (done, exit) = bench.act(&call, &["--snapshot", &id]);
    assert_eq!(exit, 0, "{done}");
    let (_, other) = bench.observe();
    assert_eq!(source(&other), json!("fresh"));
    assert_ne!(other["generation"], again["generation"]);
}

#[test]
fn of_a_screen_that_keeps_moving_an_agent_sees_the_picture() {
    let bench = Bench::start(&[]);
    let component = format!("{APP}/.RestlessActivity");
    let serial = bench.phone.serial(0);
    bench.adb.adb(&[
        "-s", serial, "shell", "am", "start", "-S", "-W", "-n", &component,
    ]);
    let (id, shown) = bench.observe();
    let metrics = &shown["captureMetrics"];
    assert_eq!(
        (
            &shown["uiElements"],
            &metrics["uiElementsSource"],
            &metrics["uiDumpTimedOut"]
        ),
        (&json!([]), &json!("fresh_empty"), &json!(true))
    );
    assert_eq!(
        (&shown["currentApp"], &shown["screenState"]),
        (&json!(APP), &json!("on"))
    );
    assert!(
        shown["generation"].is_null() && shown["coherent"].is_null(),
        "{shown}"
    );
    // There is nothing to compare a point with, so it is pressed as it is.
    let before = bench.inputs();
    let (done, exit) = bench.act(&tap((384, 853)), &["--snapshot", &id]);
    assert_eq!((exit, bench.inputs()), (0, before + 1), "{done}");
    assert_eq!(
        done["execution"]["actions"][1]["params"]["coordinate"],
        json!({ "x": 540, "y": 1199 })
    );
}

#[test]
fn a_picture_alone_is_for_its_app_alone() {
    let bench = Bench::start(&[]);
    let component = format!("{APP}/.RestlessActivity");
    let start = [
        "-s",
        bench.phone.serial(0),
        "shell",
        "am",
        "start",
        "-S",
        "-W",
        "-n",
    ];
    bench.adb.adb(&[&start[..], &[&component]].concat());
    let (id, _) = bench.observe();
    bench
        .adb
        .adb(&[&start[..3], &["input", "keyevent", "3"]].concat());
    let before = bench.inputs();
    let (done, exit) = bench.act(&tap((384, 853)), &["--snapshot", &id]);
    assert_eq!((exit, bench.inputs()), (5, before), "{done}");
}

#[test]
fn elements_of_a_screen_that_cannot_be_seen_are_read_every_time() {
    let bench = Bench::start(&[]);
    let component = format!("{APP}/.SecureActivity");
    let serial = bench.phone.serial(0);
    bench.adb.adb(&[
        "-s", serial, "shell", "am", "start", "-S", "-W", "-n", &component,
    ]);
    for _ in 0..2 {
        let (_, shown) = bench.observe();
        assert_eq!(shown["screenState"], "secure", "{}", shown["uiElements"]);
        assert_eq!(shown["captureMetrics"]["uiElementsSource"], "fresh");
        assert!(shown["coherent"].is_null(), "{}", shown["coherent"]);
    }
}

#[test]
fn of_a_screen_that_is_off_an_agent_is_told_so() {
    let bench = Bench::start(&[]);
    let serial = bench.phone.serial(0);
    bench
        .adb
        .adb(&["-s", serial, "shell", "input", "keyevent", "26"]);
    let (_, shown) = bench.observe();
    assert_eq!(shown["screenState"], "off", "{}", shown["captureMetrics"]);
    assert_eq!(shown["uiElements"], json!([]));
}

#[test]
fn a_point_outside_of_the_picture_is_not_pressed() {
    let bench = Bench::start(&[]);
    let (id, _) = bench.observe();
    let before = bench.inputs();
    let (done, exit) = bench.act(&tap((5000, 151)), &["--snapshot", &id]);
    assert_eq!((exit, bench.inputs()), (2, before), "{done}");
    let message = done["refused"]["message"].as_str().unwrap();
    assert_eq!(message, "nothing was sent: x was 5000");
}

#[test]
fn what_is_typed_is_not_in_the_answer() {
    let bench = Bench::start(&[]);
    let secret = "correct-horse-battery";
    let call = json!({ "name": "type_text", "arguments": { "thought": "", "text": secret } });
    let component = format!("{APP}/.FieldsActivity");
    let serial = bench.phone.serial(0);
    bench.adb.adb(&[
        "-s", serial, "shell", "am", "start", "-S", "-W", "-n", &component,
    ]);
    let focus = [
        "click",
        "--id",
        "dev.clawperator.conformance:id/name",
        "--focus",
    ];
    let (focused, exit) = bench.run(&focus);
    assert_eq!(exit, 0, "{focused}");
    for more in [&[][..], &["--dry-run"]] {
        let (done, exit) = bench.act(&call, more);
        assert_eq!(exit, 0, "{done}");
        assert!(!done.to_string().contains(secret), "{done}");
    }
    // A model's fence around its call is not the name of a file that could be repeated.
    let fenced = format!("```json\n{call}\n```");
    let ran = bench.adb.clawperator(&["agent", "act", &fenced, "--json"]);
    assert!(!ran.stdout.contains(secret), "{}", ran.stdout);
}

#[test]
fn the_loop_in_python_comes_to_its_end() {
    let bench = Bench::start(&[]);
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let output = Command::new("python3")
        .arg(format!("{examples}/agent-loop.py"))
        .arg(env!("CARGO_BIN_EXE_clawperator"))
        .arg(format!("{examples}/agent-steps.json"))
        .envs(bench.adb.environment())
        .current_dir(bench.adb.home())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let trouble = String::from_utf8_lossy(&output.stderr);
    let expected =
        "launch_app success\ntap success\ntap success\nwait success\nfinish The counter shows 1.\n";
    assert_eq!(said, expected, "{trouble}");
    let shows = bench
        .run(&["read", "--id", "dev.clawperator.conformance:id/count"])
        .0;
    assert_eq!(
        shows["envelope"]["stepResults"][0]["data"]["text"], "1",
        "{shows}"
    );
}
