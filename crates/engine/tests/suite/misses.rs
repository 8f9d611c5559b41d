//! A phone that is dark, locked or covered, and a screen that never rests: said at once, and said as what it is.

use clawperator_contract::{ErrorCode, Next};
use clawperator_device::driver::{Condition, Front, Lock, ObserveError, Unavailable};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::played::{Played, buttons, data, execution, run};

fn dark() -> Condition {
    Condition {
        screen_on: Some(false),
        lock: Lock::Closed {
            secret: Some(false),
        },
        ..Condition::default()
    }
}

fn in_front(package: &str, activity: Option<&str>) -> Condition {
    Condition {
        screen_on: Some(true),
        lock: Lock::Open,
        front: Front {
            package: Some(package.to_owned()),
            activity: activity.map(str::to_owned),
        },
        covered_by: None,
    }
}

/// Every action that looks for something, with a target that is not there.
fn looking() -> Vec<Value> {
    let target = json!({ "textEquals": "Nowhere" });
    vec![
        json!({ "type": "click", "params": { "matcher": target } }),
        json!({ "type": "click", "params": { "matcher": target, "clickType": "long_click" } }),
        json!({ "type": "enter_text", "params": { "matcher": target, "text": "x" } }),
        json!({ "type": "read_text", "params": { "matcher": target } }),
        json!({ "type": "read_key_value_pair", "params": { "labelMatcher": target } }),
        json!({ "type": "scroll", "params": {} }),
        json!({ "type": "scroll_until", "params": { "matcher": target } }),
        json!({ "type": "scroll_and_click", "params": { "matcher": target } }),
        json!({ "type": "wait_for_node", "params": { "matcher": target, "timeoutMs": 9000 } }),
        json!({ "type": "wait_for_node", "params": { "matcher": target } }),
        json!({ "type": "wait_for_navigation",
            "params": { "expectedPackage": "com.nowhere", "timeoutMs": 9000 } }),
    ]
}

#[tokio::test(start_paused = true)]
async fn a_dark_phone_is_noticed_at_the_first_miss() {
    for action in looking() {
        let phone = Played::default().shows(&[&buttons(&["B"])]).is(dark());
        let started = Instant::now();
        let result = run(&phone, &execution(&json!([action]))).await.unwrap();
        assert_eq!(
            data(&result, 0, "error"),
            Some("DEVICE_NOT_INTERACTIVE"),
            "{action}"
        );
        let message = data(&result, 0, "message").unwrap();
        assert!(message.contains("off and locked"), "{message}");
        assert_eq!(data(&result, 0, "next"), Some("fix_phone"));
        assert_eq!(result.envelope.next, [Next::FixPhone]);
        assert_eq!(result.envelope.exit().code(), 3, "{action}");
        assert_eq!(started.elapsed().as_millis(), 0, "{action}");
        assert_eq!(phone.calls().len(), 2, "{action}: {:?}", phone.calls());
    }
}

#[tokio::test(start_paused = true)]
async fn a_screen_that_cannot_be_read_may_be_dark() {
    for action in looking().iter().chain([&json!({ "type": "snapshot_ui" })]) {
        if action["type"] == "wait_for_navigation" {
            continue;
        }
        let phone = Played::default()
            .cannot_be_read(ObserveError::NoWindow)
            .is(dark());
        let result = run(&phone, &execution(&json!([action]))).await.unwrap();
        assert_eq!(
            data(&result, 0, "error"),
            Some("DEVICE_NOT_INTERACTIVE"),
            "{action}"
        );
        assert_eq!(phone.calls(), ["observe", "condition"], "{action}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_lock_with_a_secret_is_for_a_person() {
    let locked = Condition {
        screen_on: Some(true),
        lock: Lock::Closed { secret: Some(true) },
        ..Condition::default()
    };
    let phone = Played::default().shows(&[&buttons(&["B"])]).is(locked);
    let click = json!([{ "type": "click", "params": { "matcher": { "textEquals": "A" } } }]);
    let result = run(&phone, &execution(&click)).await.unwrap();
    assert!(
        data(&result, 0, "hint")
            .unwrap()
            .starts_with("unlock the phone by hand"),
        "{result:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_phone_without_android_is_named() {
    let phone = Played::default()
        .cannot_be_read(ObserveError::Killed {
            likely: String::new(),
        })
        .cannot_say(Unavailable {
            code: ErrorCode::ServiceUnavailable,
            message: "Android's `window` service is not running".to_owned(),
        });
    let result = run(&phone, &execution(&json!([{ "type": "snapshot_ui" }])))
        .await
        .unwrap();
    assert_eq!(data(&result, 0, "error"), Some("SERVICE_UNAVAILABLE"));
    assert_eq!(phone.calls(), ["observe", "condition"]);
}

#[tokio::test(start_paused = true)]
async fn what_lies_over_the_app_is_named() {
    let covered = Condition {
        covered_by: Some("the dialog that says com.a isn't responding".to_owned()),
        ..in_front("com.a", None)
    };
    let phone = Played::default().shows(&[&buttons(&["B"])]).is(covered);
    let click = json!([{ "type": "click", "params": { "matcher": { "textEquals": "A" } } }]);
    let result = run(&phone, &execution(&click)).await.unwrap();
    assert_eq!(data(&result, 0, "error"), Some("NODE_NOT_FOUND"));
    let message = data(&result, 0, "message").unwrap();
    assert!(message.contains("isn't responding"), "{message}");
}

#[tokio::test(start_paused = true)]
async fn a_screen_that_never_rests_is_named_at_once() {
    for action in looking() {
        let is_wait = action["type"].as_str().unwrap().starts_with("wait");
        if action["type"] == "wait_for_navigation" {
            continue;
        }
        let phone = Played::default().cannot_be_read(ObserveError::NeverIdle);
        let result = run(&phone, &execution(&json!([action]))).await.unwrap();
        assert_eq!(
            data(&result, 0, "error"),
            Some("UI_TREE_UNAVAILABLE"),
            "{action}"
        );
        assert!(
            data(&result, 0, "message")
                .unwrap()
                .contains("keeps moving")
        );
        assert!(data(&result, 0, "hint").unwrap().contains("screenshot"));
        let looks = phone.calls();
        let looks = looks.iter().filter(|call| *call == "observe").count();
        assert_eq!(looks > 1, is_wait, "{action}: {looks}");
    }
    let phone = Played::default().cannot_be_read(ObserveError::NeverIdle);
    let result = run(&phone, &execution(&json!([{ "type": "snapshot_ui" }])))
        .await
        .unwrap();
    assert_eq!(
        data(&result, 0, "error"),
        Some("SNAPSHOT_EXTRACTION_FAILED")
    );
    assert_eq!(phone.calls(), ["observe", "condition"]);
}

fn open(fresh: bool) -> Value {
    json!([{ "type": "open_app", "params": { "applicationId": "com.a", "fresh": fresh } }])
}

#[tokio::test(start_paused = true)]
async fn what_is_open_is_what_is_in_front() {
    for (condition, effect) in [
        (in_front("com.a", None), "observed"),
        (in_front("com.b", None), "unverified"),
        (
            Condition {
                lock: Lock::Unknown,
                ..in_front("com.a", None)
            },
            "unverified",
        ),
        (
            Condition {
                screen_on: None,
                ..in_front("com.a", None)
            },
            "unverified",
        ),
    ] {
        let phone = Played::default().is(condition.clone());
        let result = run(&phone, &execution(&open(false))).await.unwrap();
        assert_eq!(data(&result, 0, "effect"), Some(effect), "{condition:?}");
        assert_eq!(data(&result, 0, "launch"), Some("started"));
        assert_eq!(
            data(&result, 0, "front_package"),
            condition.front.package.as_deref()
        );
        assert_eq!(phone.calls(), ["launch com.a", "condition"]);
    }
    let phone = Played::default().is(dark());
    let result = run(&phone, &execution(&open(false))).await.unwrap();
    assert_eq!(data(&result, 0, "error"), Some("DEVICE_NOT_INTERACTIVE"));
    assert_eq!(data(&result, 0, "effect"), Some("unverified"));
    assert_eq!(phone.calls(), ["launch com.a", "condition"]);
}

#[tokio::test(start_paused = true)]
async fn a_fresh_app_is_stopped_before() {
    let phone = Played::default().is(in_front("com.a", None));
    let result = run(&phone, &execution(&open(true))).await.unwrap();
    assert_eq!(data(&result, 0, "fresh"), Some("true"));
    assert_eq!(phone.calls(), ["stop com.a", "launch com.a", "condition"]);
}

#[tokio::test(start_paused = true)]
async fn a_picture_of_a_dark_phone_says_so() {
    let shot = json!([{ "type": "take_screenshot" }]);
    let phone = Played::default().is(dark());
    let result = run(&phone, &execution(&shot)).await.unwrap();
    assert!(data(&result, 0, "warn").unwrap().contains("off and locked"));
    let phone = Played::default();
    let result = run(&phone, &execution(&shot)).await.unwrap();
    assert_eq!(data(&result, 0, "warn"), None);
}
