//! Waiting.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::played::{Played, buttons, data, execution, run};

#[tokio::test(start_paused = true)]
async fn a_timeout_is_waited_out_and_no_longer() {
    let phone = Played::default().shows(&[&buttons(&["B"])]);
    let wait = json!([{ "type": "wait_for_node",
        "params": { "matcher": { "textEquals": "A" }, "timeoutMs": 10000 } }]);
    let started = Instant::now();
    let result = run(&phone, &execution(&wait)).await.unwrap();
    assert_eq!(data(&result, 0, "error"), Some("WAIT_TIMEOUT"));
    let waited = started.elapsed().as_millis();
    assert_eq!(waited, 10_000);
    let looks = looks(&phone, "observe");
    assert!(looks > 15);
    let message = data(&result, 0, "message").unwrap();
    let said = format!("not found after {looks} looks in 10.0 s: no node");
    assert!(message.starts_with(&said), "{message}");
}

/// How often the phone was looked at: at the first miss it is also asked whether it can be used.
fn looks(phone: &Played, call: &str) -> usize {
    let calls = phone.calls();
    calls.iter().filter(|made| *made == call).count()
}

/// Numbers that look like chance and are the same in every run.
fn numbers(seed: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(seed), |number| {
        Some(
            number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407),
        )
    })
    .map(|number| number >> 33)
    .skip(1)
}

#[tokio::test(start_paused = true)]
async fn whatever_is_there_before_the_deadline_is_found() {
    let mut numbers = numbers(11);
    let mut number = |most: u64| numbers.next().unwrap() % (most + 1);
    for round in 0..400 {
        let timeout = 1 + number(6_000);
        let appears = Duration::from_millis(number(timeout));
        let takes = Duration::from_millis([0, number(50), number(1_500)][round % 3]);
        let said = format!("timeout {timeout}, there at {appears:?}, a look takes {takes:?}");
        let retry = match round % 4 {
            0 => json!({ "maxAttempts": 10, "initialDelayMs": 1_000, "backoffMultiplier": 3,
                "maxDelayMs": 20_000 }),
            _ => json!(null),
        };
        let mut node = json!({ "matcher": { "textEquals": "A" }, "timeoutMs": timeout });
        if retry.is_object() {
            node["retry"] = retry;
        }
        let steps = [
            json!({ "type": "wait_for_node", "params": node }),
            json!({ "type": "click", "params": { "matcher": { "textEquals": "A" },
                "retry": { "withinMs": timeout } } }),
            json!({ "type": "wait_for_navigation", "params": {
                "expectedPackage": "com.a", "timeoutMs": timeout } }),
        ];
        for step in steps {
            let phone = Played::default()
                .shows(&[&buttons(&["B"])])
                .fronts(&["com.b"])
                .takes(takes)
                .shows_later(appears, &buttons(&["A"]))
                .fronts_later(appears, "com.a");
            let result = run(&phone, &execution(&json!([step.clone()])))
                .await
                .unwrap();
            assert!(
                result.envelope.step_results[0].success,
                "{said}: {step} {:?}",
                result.envelope.step_results[0].data
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_comes_after_the_deadline_is_not_waited_for() {
    let phone = Played::default()
        .shows(&[&buttons(&["B"])])
        .shows_later(Duration::from_millis(3_001), &buttons(&["A"]));
    let wait = json!([{ "type": "wait_for_node",
        "params": { "matcher": { "textEquals": "A" }, "timeoutMs": 3000 } }]);
    let result = run(&phone, &execution(&wait)).await.unwrap();
    assert_eq!(data(&result, 0, "error"), Some("WAIT_TIMEOUT"));
    assert_eq!(data(&result, 0, "looked_ms"), Some("3000"));
}

#[tokio::test(start_paused = true)]
async fn a_navigation_says_how_often_and_how_long_was_looked() {
    let phone = Played::default().fronts(&["com.b"]);
    let wait = json!([{ "type": "wait_for_navigation",
        "params": { "expectedPackage": "com.a", "timeoutMs": 3000 } }]);
    let started = Instant::now();
    let result = run(&phone, &execution(&wait)).await.unwrap();
    assert_eq!(started.elapsed().as_millis(), 3_000);
    let message = data(&result, 0, "message").unwrap();
    let said = format!("after {} looks in 3.0 s", looks(&phone, "front"));
    assert!(message.contains(&said), "{message}");
}

#[tokio::test(start_paused = true)]
async fn a_press_can_be_as_patient_as_it_is_told_to_be() {
    let press = |retry: serde_json::Value| {
        json!([{ "type": "click", "params": {
            "matcher": { "textEquals": "A" }, "retry": retry } }])
    };
    for (retry, waited, said) in [
        (
            json!({ "withinMs": 2000 }),
            2_000,
            "(after 9 looks in 2.0 s)",
        ),
        (json!({ "maxAttempts": 1 }), 0, "no node"),
        (
            json!({ "maxAttempts": 2, "withinMs": 9000, "initialDelayMs": 100 }),
            100,
            "no node",
        ),
    ] {
        let phone = Played::default().shows(&[&buttons(&["B"])]);
        let started = Instant::now();
        let result = run(&phone, &execution(&press(retry))).await.unwrap();
        assert_eq!(data(&result, 0, "error"), Some("NODE_NOT_FOUND"));
        assert_eq!(started.elapsed().as_millis(), waited);
        let message = data(&result, 0, "message").unwrap();
        assert!(message.contains(said), "{message}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_disabled_is_refused_at_once_unless_patience_is_asked_for() {
    let disabled = buttons(&["A"]).replace(
        r#"clickable="true" enabled="true""#,
        r#"clickable="true" enabled="false""#,
    );
    let enabled_later = || {
        Played::default()
            .shows(&[&disabled])
            .shows_later(Duration::from_millis(800), &buttons(&["A"]))
    };
    let mut press = json!([{ "type": "click", "params": { "matcher": { "textEquals": "A" } } }]);
    let phone = enabled_later();
    let started = Instant::now();
    let result = run(&phone, &execution(&press)).await.unwrap();
    assert_eq!(data(&result, 0, "error"), Some("NODE_NOT_CLICKABLE"));
    assert_eq!(started.elapsed(), Duration::ZERO);
    assert_eq!(phone.calls(), ["observe"]);
    press[0]["params"]["retry"] = json!({ "withinMs": 2000 });
    let result = run(&enabled_later(), &execution(&press)).await.unwrap();
    assert!(result.envelope.step_results[0].success);
}

#[tokio::test(start_paused = true)]
async fn attempts_and_a_timeout_end_with_whichever_is_first() {
    let wait = |timeout: u64, attempts: u64| {
        json!([{ "type": "wait_for_node", "params": {
            "matcher": { "textEquals": "A" }, "timeoutMs": timeout,
            "retry": { "maxAttempts": attempts, "initialDelayMs": 1000 } } }])
    };
    for (timeout, attempts, looks) in [(10_000, 3, 3), (2_500, 10, 4)] {
        let phone = Played::default().shows(&[&buttons(&["B"])]);
        let result = run(&phone, &execution(&wait(timeout, attempts)))
            .await
            .unwrap();
        assert_eq!(data(&result, 0, "error"), Some("WAIT_TIMEOUT"));
        let calls = phone.calls();
        assert_eq!(
            calls.iter().filter(|call| *call == "observe").count(),
            looks
        );
        let message = data(&result, 0, "message").unwrap();
        let by_retry = message.contains("3 looks in 2.0 s, the limit of its retry");
        let by_time = message.contains("after 4 looks in 2.5 s: ");
        assert_eq!((by_retry, by_time), (looks == 3, looks == 4), "{message}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_app_that_is_in_front_already_is_there() {
    let phone = Played::default().fronts(&["com.a"]);
    let wait = json!([{ "type": "wait_for_navigation",
        "params": { "expectedPackage": "com.a", "timeoutMs": 5000 } }]);
    let result = run(&phone, &execution(&wait)).await.unwrap();
    assert_eq!(data(&result, 0, "resolved_package"), Some("com.a"));
    assert_eq!(phone.calls(), ["front"]);
}

#[tokio::test(start_paused = true)]
async fn both_targets_of_a_navigation_must_hold() {
    let (without, with) = (buttons(&["B"]), buttons(&["A"]));
    let phone = Played::default()
        .fronts(&["com.b", "com.a"])
        .shows(&[&without, &with]);
    let wait = json!([{ "type": "wait_for_navigation", "params": {
        "expectedPackage": "com.a", "expectedNode": { "textEquals": "A" }, "timeoutMs": 5000 } }]);
    let result = run(&phone, &execution(&wait)).await.unwrap();
    assert!(result.envelope.step_results[0].success);
    assert_eq!(
        phone.calls(),
        ["front", "condition", "front", "observe", "front", "observe"]
    );

    let phone = Played::default().fronts(&["com.b"]);
    let result = run(&phone, &execution(&wait)).await.unwrap();
    assert_eq!(data(&result, 0, "error"), Some("NAVIGATION_TIMEOUT"));
    assert_eq!(data(&result, 0, "last_package"), Some("com.b"));
}
