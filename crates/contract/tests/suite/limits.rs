//! Every row of the limits table against validation: at the bound accepted, beyond it what the row says.

use clawperator_contract::{WarningRule, limits, validate};
use serde_json::{Value, json};

/// What happens beyond a bound.
#[derive(Debug, PartialEq)]
enum Beyond {
    Refused,
    TooLarge,
    Clamped,
}

#[test]
fn every_row_is_what_validation_does() {
    let probes = probes();
    for row in limits::TABLE {
        let mut tried = 0;
        for (_, at, beyond, what) in probes
            .iter()
            .filter(|(subject, ..)| *subject == row.subject)
        {
            tried += 1;
            let accepted = validate(at)
                .unwrap_or_else(|failure| panic!("{}: at the bound: {failure:?}", row.subject));
            assert!(
                accepted.warnings.is_empty(),
                "{}: {:?}",
                row.subject,
                accepted.warnings
            );
            match validate(beyond) {
                Ok(validated) => {
                    assert_eq!(*what, Beyond::Clamped, "{}: accepted", row.subject);
                    let rules: Vec<_> = validated
                        .warnings
                        .iter()
                        .map(|warning| warning.rule)
                        .collect();
                    assert_eq!(rules, [WarningRule::Clamped], "{}", row.subject);
                }
                Err(failure) if failure.code.name() == "PAYLOAD_TOO_LARGE" => {
                    assert_eq!(*what, Beyond::TooLarge, "{}", row.subject);
                }
                Err(failure) => assert_eq!(*what, Beyond::Refused, "{}: {failure:?}", row.subject),
            }
            let told = match what {
                Beyond::Refused => "refused",
                Beyond::TooLarge => "refused: `PAYLOAD_TOO_LARGE`",
                Beyond::Clamped => "clamped, with a warning",
            };
            assert_eq!(row.beyond, told, "{}", row.subject);
        }
        assert!(
            tried > 0 || row.subject == "`details.issues`",
            "{}: no probe",
            row.subject
        );
    }
    for (subject, ..) in &probes {
        assert!(
            limits::TABLE.iter().any(|row| row.subject == *subject),
            "{subject}: no such row"
        );
    }
}

#[test]
fn issues_are_cut_but_counted() {
    let keys: serde_json::Map<String, Value> = (0..1_500)
        .map(|index| (format!("k{index}"), json!(0)))
        .collect();
    let failure = validate(Value::Object(keys).to_string().as_bytes()).unwrap_err();
    let details = serde_json::to_value(&failure).unwrap()["details"].clone();
    assert_eq!(
        details["issues"].as_array().unwrap().len(),
        limits::MAX_REPORTED_ISSUES
    );
    // The 1500 unknown keys and the six required ones that are missing.
    assert_eq!(details["issueCount"], 1_506);
}

type Probe = (&'static str, Vec<u8>, Vec<u8>, Beyond);

fn probes() -> Vec<Probe> {
    let mut probes = size_probes();
    probes.extend(text_probes());
    probes.extend(file_probes());
    probes.extend(number_probes());
    probes.extend(where_probes());
    probes
}

fn size_probes() -> Vec<Probe> {
    let padded = |bytes: usize| {
        let payload = one(&json!({ "id": "a", "type": "snapshot_ui" }));
        [payload.clone(), vec![b' '; bytes - payload.len()]].concat()
    };
    let typed = |bytes: usize| {
        let with = |text: String| {
            one(
                &json!({ "id": "a", "type": "enter_text", "params": { "matcher": { "role": "button" }, "text": text } }),
            )
        };
        let base = validate(&with("x".to_owned()))
            .unwrap()
            .execution
            .to_canonical_json()
            .len()
            - 1;
        with("x".repeat(bytes - base))
    };
    let many = |count: usize| {
        let actions: Vec<Value> = (0..count)
            .map(|index| json!({ "id": format!("a{index}"), "type": "snapshot_ui" }))
            .collect();
        with_top("actions", json!(actions))
    };
    vec![
        (
            "input document",
            padded(1_048_576),
            padded(1_048_577),
            Beyond::TooLarge,
        ),
        (
            "execution, compact canonical form",
            typed(64_000),
            typed(64_001),
            Beyond::TooLarge,
        ),
        (
            "`text` of enter_text",
            typed(64_000),
            typed(64_001),
            Beyond::TooLarge,
        ),
        ("`actions`", many(50), many(51), Beyond::Refused),
        ("`actions`", many(1), many(0), Beyond::Refused),
        (
            "`timeoutMs` of the execution",
            with_top("timeoutMs", json!(1000)),
            with_top("timeoutMs", json!(999)),
            Beyond::Refused,
        ),
        (
            "`timeoutMs` of the execution",
            with_top("timeoutMs", json!(120_000)),
            with_top("timeoutMs", json!(120_001)),
            Beyond::Refused,
        ),
    ]
}

fn file_probes() -> Vec<Probe> {
    let pull = |name: usize, path: usize| {
        // A part of a path has 255 bytes at most.
        let mut path = format!("/sdcard/{}", "ab/".repeat(200))[..path - 1].to_owned();
        path.push('z');
        action(
            "pull_file",
            &json!({ "phonePath": path, "hostFile": "a".repeat(name) }),
        )
    };
    let names = "`hostFile` (extension)";
    let paths = "`phonePath` (extension)";
    vec![
        (names, pull(100, 20), pull(101, 20), Beyond::Refused),
        (names, pull(1, 20), pull(0, 20), Beyond::Refused),
        (paths, pull(1, 512), pull(1, 513), Beyond::Refused),
    ]
}

fn text_probes() -> Vec<Probe> {
    let ids = "`commandId`, `taskId`, action `id`, `sessionId`";
    let packages = "matcher values, `applicationId`, `expectedPackage`";
    let mut probes = Vec::new();
    for key in ["commandId", "taskId"] {
        probes.push((
            ids,
            with_top(key, text(128)),
            with_top(key, text(129)),
            Beyond::Refused,
        ));
        probes.push((
            ids,
            with_top(key, text(1)),
            with_top(key, text(0)),
            Beyond::Refused,
        ));
    }
    probes.push((
        "`source`",
        with_top("source", text(64)),
        with_top("source", text(65)),
        Beyond::Refused,
    ));
    let action_id = |length| one(&json!({ "id": text(length), "type": "snapshot_ui" }));
    probes.push((ids, action_id(128), action_id(129), Beyond::Refused));
    let padded_type =
        |length: usize| one(&json!({ "id": "a", "type": format!("{:<length$}", "snapshot_ui") }));
    probes.push((
        "action `type`",
        padded_type(64),
        one(&json!({ "id": "a", "type": text(65) })),
        Beyond::Refused,
    ));
    let mut by_param = |subject, action_type: &str, pointer: &str, most: usize| {
        let with = |length: usize| {
            one(&json!({ "id": "a", "type": action_type, "params": nest(pointer, text(length)) }))
        };
        probes.push((subject, with(most), with(most + 1), Beyond::Refused));
        probes.push((subject, with(1), with(0), Beyond::Refused));
    };
    by_param(ids, "start_recording", "sessionId", 128);
    by_param(packages, "open_app", "applicationId", 512);
    by_param(packages, "click", "matcher.textEquals", 512);
    by_param("`uri`", "open_uri", "uri", 2048);
    by_param("`path` of a screenshot", "take_screenshot", "path", 4096);
    let package = |length: usize| {
        action(
            "wait_for_navigation",
            &json!({ "expectedPackage": text(length), "timeoutMs": 1 }),
        )
    };
    probes.push((packages, package(512), package(513), Beyond::Refused));
    let pattern = |pattern: &str| {
        action(
            "read_text",
            &json!({ "matcher": { "role": "button" }, "validator": "regex", "validatorPattern": pattern }),
        )
    };
    let patterns = "`validatorPattern`, `textMatches`, `contentDescMatches`, `nameMatches`";
    probes.push((
        patterns,
        pattern(&"x".repeat(512)),
        pattern(&"x".repeat(513)),
        Beyond::Refused,
    ));
    probes.push((
        patterns,
        pattern("[0-9]{100}"),
        pattern(r"\pL{1000}"),
        Beyond::Refused,
    ));
    let of_where = |count: usize| {
        let all = vec![json!({ "nameMatches": "a" }); count];
        action("wait_for_node", &json!({ "where": { "allOf": all } }))
    };
    let in_one = "patterns of a `where` expression";
    probes.push((in_one, of_where(8), of_where(9), Beyond::Refused));
    let touch = |fingers: usize, points: usize| {
        let point = json!({ "x": 1, "y": 1, "atMs": 0 });
        let mut ways = vec![vec![point.clone()]; fingers];
        ways[0].extend(vec![point; points - fingers]);
        action("touch_path", &json!({ "fingers": ways }))
    };
    let fingers = "`fingers` of touch_path (extension)";
    probes.push((fingers, touch(10, 10), touch(11, 11), Beyond::Refused));
    probes.push((fingers, touch(1, 500), touch(1, 501), Beyond::Refused));
    probes.push((fingers, touch(10, 500), touch(10, 501), Beyond::Refused));
    let clip = |length: usize| action("set_clipboard", &json!({ "text": text(length) }));
    let clips = "`text` of set_clipboard (extension)";
    probes.push((clips, clip(10_000), clip(10_001), Beyond::Refused));
    let run = |words: Vec<String>| action("device_shell", &json!({ "words": words }));
    let words = "`words` of device_shell (extension)";
    let most = |count: usize| run(vec!["x".to_owned(); count]);
    probes.push((words, most(64), most(65), Beyond::Refused));
    let long = |length: usize| run(vec!["x".repeat(length - 1), "y".to_owned()]);
    probes.push((words, long(4_096), long(4_097), Beyond::Refused));
    let nested = |depth: usize| pattern(&format!("{}x{}", "(".repeat(depth), ")".repeat(depth)));
    probes.push((patterns, nested(64), nested(65), Beyond::Refused));
    probes
}

/// Bounds of numbers: where they stand, values that fit, and for each one that just does not.
const RANGES: &str = r#"[
  ["`x` and `y` of `coordinate`, `from` and `to`", "click", {"coordinate":{"x":0,"y":0}}, "/coordinate/x", [0,2147483647,1], [-1,2147483648,0.5], "refused"],
  ["`x` and `y` of `coordinate`, `from` and `to`", "click", {"coordinate":{"x":0,"y":0}}, "/coordinate/y", [0,2147483647,1], [-1,2147483648,0.5], "refused"],
  ["`x` and `y` of `coordinate`, `from` and `to`", "swipe", {"from":{"x":0,"y":0},"to":{"x":0,"y":0}}, "/from/x", [0,2147483647,1], [-1,2147483648,0.5], "refused"],
  ["`x` and `y` of `coordinate`, `from` and `to`", "swipe", {"from":{"x":0,"y":0},"to":{"x":0,"y":0}}, "/to/y", [0,2147483647,1], [-1,2147483648,0.5], "refused"],
  ["`durationMs` of swipe", "swipe", {"from":{"x":0,"y":0},"to":{"x":0,"y":0},"durationMs":20}, "/durationMs", [20,10000], [19,10001], "refused"],
  ["`holdMs` of click (extension)", "click", {"matcher":{"role":"button"},"clickType":"long_click","holdMs":600}, "/holdMs", [600,10000], [599,10001], "refused"],
  ["`holdMs` and `restMs` of drag (extension)", "drag", {"from":{"x":1,"y":1},"to":{"x":1,"y":1},"holdMs":0}, "/holdMs", [0,10000], [-1,10001], "refused"],
  ["`holdMs` and `restMs` of drag (extension)", "drag", {"from":{"x":1,"y":1},"to":{"x":1,"y":1},"restMs":0}, "/restMs", [0,10000], [-1,10001], "refused"],
  ["`durationMs` of drag (extension)", "drag", {"from":{"x":1,"y":1},"to":{"x":1,"y":1},"durationMs":20}, "/durationMs", [20,10000], [19,10001], "refused"],
  ["`maxSide` of a screenshot (extension)", "take_screenshot", {"maxSide":64}, "/maxSide", [64,16384], [63,16385], "refused"],
  ["`scale` of pinch (extension)", "pinch", {"matcher":{"role":"image"},"scale":1}, "/scale", [0.1,10], [0.09,10.1], "refused"],
  ["`degrees` of pinch (extension)", "pinch", {"matcher":{"role":"image"},"degrees":1}, "/degrees", [-360,360], [-360.5,361], "refused"],
  ["`durationMs` of pinch (extension)", "pinch", {"matcher":{"role":"image"},"scale":1,"durationMs":20}, "/durationMs", [20,10000], [19,10001], "refused"],
  ["`x` and `y` of `coordinate`, `from` and `to`", "pinch", {"coordinate":{"x":0,"y":0},"scale":1}, "/coordinate/x", [0,2147483647], [-1,2147483648], "refused"],
  ["`atMs` of touch_path (extension)", "touch_path", {"fingers":[[{"x":1,"y":1,"atMs":0}]]}, "/fingers/0/0/atMs", [0,10000], [-1,10001], "refused"],
  ["`times` of press_key (extension)", "press_key", {"key":"back","times":1}, "/times", [1,50], [0,51,1.5], "refused"],
  ["`durationMs` of sleep", "sleep", {"durationMs":0}, "/durationMs", [0,120000], [-1,120001], "refused"],
  ["`timeoutMs` of wait_for_navigation", "wait_for_navigation", {"expectedPackage":"p","timeoutMs":1}, "/timeoutMs", [1,30000], [0,30001], "refused"],
  ["`timeoutMs` of wait_for_node, wait_for_toast and wait_for_idle", "wait_for_node", {"matcher":{"role":"button"},"timeoutMs":1}, "/timeoutMs", [1,120000], [0,120001], "clamped"],
  ["`timeoutMs` of wait_for_node, wait_for_toast and wait_for_idle", "wait_for_toast", {"timeoutMs":1}, "/timeoutMs", [1,120000], [0,120001], "clamped"],
  ["`timeoutMs` of wait_for_node, wait_for_toast and wait_for_idle", "wait_for_idle", {"quietMs":0,"timeoutMs":1}, "/timeoutMs", [1,120000], [0,120001], "clamped"],
  ["`timeoutMs` of device_shell (extension)", "device_shell", {"words":["id"],"timeoutMs":100}, "/timeoutMs", [100,60000], [99,60001,100.5], "refused"],
  ["`limit` of list_apps (extension)", "list_apps", {"limit":1}, "/limit", [1,500], [0,501], "refused"],
  ["`quietMs` of wait_for_idle (extension)", "wait_for_idle", {"quietMs":0,"timeoutMs":120000}, "/quietMs", [0,60000], [-1,60001], "clamped"],
  ["`distanceRatio`, `settleDelayMs` of scroll and scroll_until", "scroll", {"distanceRatio":0}, "/distanceRatio", [0,1], [-0.1,1.1], "refused"],
  ["`distanceRatio`, `settleDelayMs` of scroll and scroll_until", "scroll", {"settleDelayMs":0}, "/settleDelayMs", [0,10000], [-1,10001], "refused"],
  ["`distanceRatio`, `settleDelayMs` of scroll and scroll_until", "scroll_until", {"distanceRatio":0}, "/distanceRatio", [0,1], [-0.1,1.1], "refused"],
  ["`distanceRatio`, `settleDelayMs` of scroll and scroll_until", "scroll_until", {"settleDelayMs":0}, "/settleDelayMs", [0,10000], [-1,10001], "refused"],
  ["`distanceRatio`, `settleDelayMs` of scroll_and_click", "scroll_and_click", {"matcher":{"role":"button"},"distanceRatio":0}, "/distanceRatio", [0,1], [-0.1,1.1], "clamped"],
  ["retry `withinMs` (extension)", "snapshot_ui", {"retry":{"withinMs":0}}, "/retry/withinMs", [0,120000], [-1,120001], "clamped"],
  ["`distanceRatio`, `settleDelayMs` of scroll_and_click", "scroll_and_click", {"matcher":{"role":"button"},"settleDelayMs":0}, "/settleDelayMs", [0,10000], [-1,10001], "clamped"],
  ["`maxScrolls`", "scroll_until", {"maxScrolls":1}, "/maxScrolls", [1,200,2], [0,201,1.5], "refused"],
  ["`maxDurationMs`", "scroll_until", {"maxDurationMs":0}, "/maxDurationMs", [0,120000], [-1,120001], "refused"],
  ["`noPositionChangeThreshold`", "scroll_until", {"noPositionChangeThreshold":1}, "/noPositionChangeThreshold", [1,20], [0,21], "refused"],
  ["`maxSwipes`", "scroll_and_click", {"matcher":{"role":"button"},"maxSwipes":1}, "/maxSwipes", [1,50], [0,51], "clamped"],
  ["retry `maxAttempts`", "snapshot_ui", {"retry":{"maxAttempts":1}}, "/retry/maxAttempts", [1,10], [0,11], "clamped"],
  ["retry `initialDelayMs`", "snapshot_ui", {"retry":{"initialDelayMs":0}}, "/retry/initialDelayMs", [0,30000], [-1,30001], "clamped"],
  ["retry `maxDelayMs`", "snapshot_ui", {"retry":{"initialDelayMs":5,"maxDelayMs":5}}, "/retry/maxDelayMs", [5,60000], [4,60001], "clamped"],
  ["retry `backoffMultiplier`", "snapshot_ui", {"retry":{"backoffMultiplier":1}}, "/retry/backoffMultiplier", [1,5], [0.9,5.1], "clamped"],
  ["retry `jitterRatio`", "snapshot_ui", {"retry":{"jitterRatio":0}}, "/retry/jitterRatio", [0,1], [-0.1,1.1], "clamped"],
  ["`nth` (extension), `indexInParent` (extension)", "click", {"where":{"nth":1}}, "/where/nth", [1,10000], [0,10001], "refused"],
  ["`nth` (extension), `indexInParent` (extension)", "click", {"where":{"indexInParent":0}}, "/where/indexInParent", [0,10000], [-1,10001], "refused"]
]"#;

type Range = (
    &'static str,
    String,
    Value,
    String,
    Vec<Value>,
    Vec<Value>,
    String,
);

fn number_probes() -> Vec<Probe> {
    let ranges: Vec<Range> = serde_json::from_str(RANGES).unwrap();
    let mut probes = Vec::new();
    for (subject, action_type, params, pointer, inside, outside, what) in ranges {
        let with = |value: &Value| {
            let mut params = params.clone();
            *params.pointer_mut(&pointer).unwrap() = value.clone();
            action(&action_type, &params)
        };
        for (inside, outside) in inside.iter().zip(&outside) {
            let what = if what == "clamped" {
                Beyond::Clamped
            } else {
                Beyond::Refused
            };
            probes.push((subject, with(inside), with(outside), what));
        }
    }
    probes
}

fn where_probes() -> Vec<Probe> {
    let subject = "`where` expression (extension)";
    let leaf = json!({ "role": "button" });
    let deep =
        |levels: usize| (1..levels).fold(leaf.clone(), |inner, _| json!({ "allOf": [inner] }));
    let wide = |count: usize| json!({ "anyOf": vec![leaf.clone(); count] });
    let both = |objects: usize| json!({ "anyOf": vec![leaf.clone(); 32], "allOf": vec![leaf.clone(); objects - 33] });
    let with = |expression: Value| action("click", &json!({ "where": expression }));
    vec![
        (subject, with(deep(8)), with(deep(9)), Beyond::Refused),
        (subject, with(wide(32)), with(wide(33)), Beyond::Refused),
        (subject, with(both(64)), with(both(65)), Beyond::Refused),
    ]
}

fn action(action_type: &str, params: &Value) -> Vec<u8> {
    one(&json!({ "id": "a", "type": action_type, "params": params }))
}

fn one(action: &Value) -> Vec<u8> {
    with_top("actions", json!([action]))
}

fn with_top(key: &str, value: Value) -> Vec<u8> {
    let mut execution = super::case::execution(&[json!({ "id": "a", "type": "snapshot_ui" })]);
    execution[key] = value;
    execution.to_string().into_bytes()
}

fn text(length: usize) -> Value {
    // Two bytes each: limits count characters.
    json!("é".repeat(length))
}

/// `a.b` as `{ "a": { "b": value } }`.
fn nest(pointer: &str, value: Value) -> Value {
    pointer
        .rsplit('.')
        .fold(value, |inner, key| json!({ key: inner }))
}
