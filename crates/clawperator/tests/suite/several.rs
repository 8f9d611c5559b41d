//! One command for several phones, with their journals as the judge.

use serde_json::{Value, json};

use super::private_adb::{Phones, PrivateAdb, json_of, programs};
use super::skills_run::SHIPPED;

/// A serial that no phone has.
const ABSENT: &str = "localhost:1";

fn list(phones: &Phones, count: usize) -> String {
    let serials: Vec<&str> = (0..count).map(|number| phones.serial(number)).collect();
    serials.join(",")
}

fn codes(answer: &Value) -> Vec<(String, String)> {
    let phones = answer["phones"].as_array().unwrap();
    let code = |phone: &Value| match &phone["failure"]["code"] {
        Value::Null => phone["result"]["envelope"]["status"].clone(),
        code => code.clone(),
    };
    let text = |value: Value| value.as_str().unwrap().to_owned();
    phones
        .iter()
        .map(|phone| (text(phone["deviceId"].clone()), text(code(phone))))
        .collect()
}

#[test]
fn one_document_has_every_answer_in_the_order_given() {
    let adb = PrivateAdb::started(&programs()[0]);
    let phones = Phones::start(&adb, &["--count", "3"]);
    let named = format!(
        "{},{ABSENT},{},{}",
        phones.serial(2),
        phones.serial(0),
        phones.serial(1)
    );
    let ran = adb.clawperator(&["press", "home", "--device", &named, "--json"]);
    let success = |number: usize| (phones.serial(number).to_owned(), "success".to_owned());
    let expected = [
        success(2),
        (ABSENT.to_owned(), "DEVICE_NOT_FOUND".to_owned()),
        success(0),
        success(1),
    ];
    // A phone that is not there is worse than one that did it.
    assert_eq!((codes(&json_of(&ran)), ran.exit), (expected.to_vec(), 3));
    for number in 0..3 {
        assert_eq!(phones.inputs(phones.serial(number)), 1);
    }

    let payload = json!({
        "commandId": "several", "taskId": "several", "source": "test",
        "expectedFormat": "android-ui-automator", "timeoutMs": 20_000,
        "actions": [
            { "id": "home", "type": "press_key", "params": { "key": "home" } },
            { "id": "gone", "type": "read_text", "params": {
                "matcher": { "textEquals": "Never shown" }, "retry": { "maxAttempts": 1 },
            } },
        ],
    });
    let ran = adb.clawperator(&["exec", &payload.to_string(), "--all-phones", "--json"]);
    let mut all: Vec<String> = codes(&json_of(&ran))
        .into_iter()
        .map(|(serial, _)| serial)
        .collect();
    all.sort_unstable();
    let mut known: Vec<String> = (0..3)
        .map(|number| phones.serial(number).to_owned())
        .collect();
    known.sort_unstable();
    assert_eq!((all, ran.exit), (known, 4), "{}", ran.stdout);
    for number in 0..3 {
        assert_eq!(phones.inputs(phones.serial(number)), 2);
    }
}

#[test]
fn a_phone_that_another_run_has_keeps_nobody_else() {
    let adb = PrivateAdb::started(&programs()[0]);
    let phones = Phones::start(&adb, &["--count", "2"]);
    let mut busy = adb
        .command(&["sleep", "20000", "--device", phones.serial(0)])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while json_of(&adb.clawperator(&["runs", "list"]))["runs"][0]["fate"] != "running" {}
    let ran = adb.clawperator(&["press", "home", "--device", &list(&phones, 2), "--json"]);
    let _ = busy.kill();
    let _ = busy.wait();
    let expected = [
        (
            phones.serial(0).to_owned(),
            "EXECUTION_CONFLICT_IN_FLIGHT".to_owned(),
        ),
        (phones.serial(1).to_owned(), "success".to_owned()),
    ];
    assert_eq!(codes(&json_of(&ran)), expected, "{}", ran.stdout);
    assert_eq!(phones.inputs(phones.serial(0)), 0);
    assert_eq!(phones.inputs(phones.serial(1)), 1);
}

#[test]
fn what_means_one_phone_is_refused_before_anything_is_sent() {
    let adb = PrivateAdb::started(&programs()[0]);
    let phones = Phones::start(&adb, &["--count", "2"]);
    let named = list(&phones, 2);
    let twice = format!("{0},{0}", phones.serial(0));
    let hole = format!("{},", phones.serial(0));
    for (words, code, exit) in [
        (
            &["click", "@e1", "--device", &named][..],
            "EXECUTION_VALIDATION_FAILED",
            2,
        ),
        (
            &["screenshot", "--path", "one.png", "--device", &named],
            "EXECUTION_VALIDATION_FAILED",
            2,
        ),
        (&["doctor", "--device", &hole], "USAGE", 2),
        (&["operator", "status", "--all-phones"], "USAGE", 2),
        (&["snapshot", "--device", &named], "USAGE", 2),
        (&["press", "home", "--device", &twice], "USAGE", 2),
        (&["press", "home", "--device", &hole], "USAGE", 2),
        (
            &["press", "home", "--device", &named, "--all-phones"],
            "USAGE",
            2,
        ),
    ] {
        let ran = adb.clawperator(&[words, &["--json"]].concat());
        let told = json_of(&ran);
        assert_eq!(
            (told["code"].as_str(), ran.exit),
            (Some(code), exit),
            "{words:?}: {told}"
        );
    }
    for number in 0..2 {
        assert_eq!(phones.inputs(phones.serial(number)), 0);
    }
}

#[test]
fn people_read_a_line_for_each_phone_and_a_sum() {
    let adb = PrivateAdb::started(&programs()[0]);
    let phones = Phones::start(&adb, &["--count", "2"]);
    let named = format!("{},{ABSENT}", list(&phones, 2));
    let ran = adb.clawperator(&["press", "home", "--device", &named, "--output", "text"]);
    assert!(
        ran.stdout.ends_with("2 of 3 phones: done\n"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .contains(&format!("{ABSENT}:\n  error[DEVICE_NOT_FOUND]")),
        "{}",
        ran.stdout
    );
    let pictures = adb.clawperator(&["screenshot", "--device", &list(&phones, 2), "--json"]);
    let answer = json_of(&pictures);
    let path = |number: usize| {
        answer["phones"][number]["result"]["envelope"]["stepResults"][0]["data"]["path"].clone()
    };
    assert!(path(0).is_string() && path(0) != path(1), "{answer}");
}

#[test]
fn the_doctor_examines_each_and_says_what_the_worst_needs() {
    let adb = PrivateAdb::started(&programs()[0]);
    let phones = Phones::start(&adb, &["--count", "2"]);
    let asleep =
        json!({ "do": "fault", "name": "screen_off", "on": true, "phone": phones.serial(1) });
    assert_eq!(phones.control(&asleep), json!({ "answer": "done" }));
    let named = format!("{},{ABSENT},{}", phones.serial(1), phones.serial(0));
    let ran = adb.clawperator(&["doctor", "--device", &named, "--json"]);
    let answer = json_of(&ran);
    let found: Vec<(&Value, &Value)> = answer["phones"]
        .as_array()
        .unwrap()
        .iter()
        .map(|phone| (&phone["deviceId"], &phone["report"]["criticalOk"]))
        .collect();
    assert_eq!(
        found,
        [
            (&json!(phones.serial(1)), &json!(false)),
            (&json!(ABSENT), &json!(false)),
            (&json!(phones.serial(0)), &json!(true)),
        ]
    );
    assert_eq!(ran.exit, 3);
    let ran = adb.clawperator(&["doctor", "--device", &named, "--output", "text"]);
    assert!(
        ran.stdout.ends_with("1 of 3 phones can be used\n"),
        "{}",
        ran.stdout
    );
    // One that is only asleep is woken, beside all others.
    let ran = adb.clawperator(&["doctor", "--fix", "--all-phones", "--json"]);
    assert_eq!(ran.exit, 0, "{}", ran.stdout);
    let answer = json_of(&ran);
    let all = answer["phones"].as_array().unwrap();
    let repaired = |phone: &&Value| phone["report"]["repairs"][0]["outcome"] == "repaired";
    assert_eq!((all.len(), all.iter().filter(repaired).count()), (2, 1));
}

#[test]
fn a_skill_runs_on_each() {
    let adb = PrivateAdb::started(&programs()[0]);
    let phones = Phones::start(&adb, &["--count", "2"]);
    let skill = "com.android.settings.read-battery-level";
    let named = format!("{},{ABSENT},{}", phones.serial(1), phones.serial(0));
    let words = ["skills", "run", skill, "--skills-dir", SHIPPED];
    let ran = adb.clawperator(&[&words[..], &["--device", &named, "--json"]].concat());
    let answer = json_of(&ran);
    for (place, serial) in [(0, phones.serial(1)), (2, phones.serial(0))] {
        let phone = &answer["phones"][place];
        assert_eq!(phone["deviceId"], serial);
        let result = &phone["result"];
        assert_eq!(
            (&result["status"], &result["deviceId"]),
            (&json!("success"), &json!(serial)),
            "{phone}"
        );
    }
    assert_eq!(answer["phones"][1]["failure"]["code"], "DEVICE_NOT_FOUND");
    assert_eq!(ran.exit, 3);
    let all = adb.clawperator(&[&words[..], &["--all-phones", "--output", "text"]].concat());
    assert!(
        all.exit == 0 && all.stdout.ends_with("2 of 2 phones: success\n"),
        "{}",
        all.stdout
    );
    // Each has a run of its own.
    let runs = json_of(&adb.clawperator(&["runs", "list", "--json"]));
    let of = |serial: &str| {
        let runs = runs["runs"].as_array().unwrap();
        runs.iter().filter(|run| run["deviceId"] == serial).count()
    };
    assert_eq!(
        (of(phones.serial(0)), of(phones.serial(1))),
        (2, 2),
        "{runs}"
    );
}
