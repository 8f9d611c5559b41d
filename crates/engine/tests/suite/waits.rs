//! Waiting.

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
    assert!((9_400..=10_000).contains(&waited), "{waited}");
    assert!(phone.calls().len() > 15);
}

#[tokio::test(start_paused = true)]
async fn attempts_and_a_timeout_end_with_whichever_is_first() {
    let wait = |timeout: u64, attempts: u64| {
        json!([{ "type": "wait_for_node", "params": {
            "matcher": { "textEquals": "A" }, "timeoutMs": timeout,
            "retry": { "maxAttempts": attempts, "initialDelayMs": 1000 } } }])
    };
    for (timeout, attempts, looks) in [(10_000, 3, 3), (2_500, 10, 3)] {
        let phone = Played::default().shows(&[&buttons(&["B"])]);
        let result = run(&phone, &execution(&wait(timeout, attempts)))
            .await
            .unwrap();
        assert_eq!(data(&result, 0, "error"), Some("WAIT_TIMEOUT"));
        assert_eq!(phone.calls().len(), looks);
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
        ["front", "front", "observe", "front", "observe"]
    );

    let phone = Played::default().fronts(&["com.b"]);
    let result = run(&phone, &execution(&wait)).await.unwrap();
    assert_eq!(data(&result, 0, "error"), Some("NAVIGATION_TIMEOUT"));
    assert_eq!(data(&result, 0, "last_package"), Some("com.b"));
}
