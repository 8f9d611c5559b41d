//! A retry reads and resolves again; an act is sent again only when it provably was not done.

use clawperator_contract::ErrorCode;
use clawperator_device::driver::{ActError, ObserveError};
use serde_json::json;
use tokio::time::Instant;

use super::played::{Played, Reply, buttons, click, data, execution, run};

#[tokio::test(start_paused = true)]
async fn a_node_is_looked_for_as_the_preset_says() {
    let (without, with) = (buttons(&["B"]), buttons(&["B", "A"]));
    let phone = Played::default().shows(&[&without, &without, &with]);
    let started = Instant::now();
    let result = run(&phone, &execution(&json!([click("A")]))).await.unwrap();
    assert!(result.envelope.step_results[0].success);
    assert_eq!(
        phone.calls(),
        ["observe", "condition", "observe", "observe", "tap 100,150"]
    );
    assert_eq!(started.elapsed().as_millis(), 1500);
}

#[tokio::test(start_paused = true)]
async fn a_node_that_never_appears_is_named_with_what_is_there() {
    let phone = Played::default().shows(&[&buttons(&["Sign in", "Help"])]);
    let started = Instant::now();
    let result = run(&phone, &execution(&json!([click("Sign on")])))
        .await
        .unwrap();
    assert_eq!(data(&result, 0, "error"), Some("NODE_NOT_FOUND"));
    let message = data(&result, 0, "message").unwrap();
    assert!(
        message.contains("Sign on") && message.contains("Sign in"),
        "{message}"
    );
    let calls = phone.calls();
    assert_eq!(calls.iter().filter(|call| *call == "observe").count(), 5);
    assert_eq!(calls.len(), 6, "{calls:?}");
    assert_eq!(started.elapsed().as_millis(), 6500);
    assert_eq!(
        result.envelope.error_code.as_deref(),
        Some("NODE_NOT_FOUND")
    );
    assert!(result.envelope.hint.is_some());
}

#[tokio::test(start_paused = true)]
async fn what_was_refused_is_sent_again_and_what_was_lost_is_not() {
    let shown = buttons(&["A"]);
    let refused = Reply::Fails(ActError::Refused {
        code: ErrorCode::GestureFailed,
        message: "no".to_owned(),
    });
    let phone = Played::default()
        .shows(&[&shown])
        .replies(&[refused.clone(), Reply::Done]);
    let result = run(&phone, &execution(&json!([click("A")]))).await.unwrap();
    assert!(result.envelope.step_results[0].success);
    assert_eq!(
        phone.calls(),
        ["observe", "tap 100,50", "observe", "tap 100,50"]
    );

    let lost = Reply::Fails(ActError::Unknown {
        message: "cut".to_owned(),
    });
    let phone = Played::default().shows(&[&shown]).replies(&[lost]);
    let result = run(&phone, &execution(&json!([click("A"), click("A")])))
        .await
        .unwrap();
    assert_eq!(phone.calls(), ["observe", "tap 100,50"]);
    assert_eq!(data(&result, 0, "error"), Some("OUTCOME_UNKNOWN"));
    assert_eq!(data(&result, 1, "error"), Some("STEP_NOT_RUN"));
    assert!(data(&result, 1, "message").unwrap().contains("s0"));
    assert_eq!(result.envelope.exit().code(), 8);
}

#[tokio::test(start_paused = true)]
async fn a_screen_that_cannot_be_read_is_not_an_empty_one() {
    let phone = Played::default()
        .cannot_be_read(ObserveError::Killed {
            likely: String::new(),
        })
        .shows(&[&buttons(&["A"])]);
    let result = run(&phone, &execution(&json!([click("A")]))).await.unwrap();
    assert!(result.envelope.step_results[0].success);

    let phone = Played::default().cannot_be_read(ObserveError::NoWindow);
    let result = run(&phone, &execution(&json!([click("A")]))).await.unwrap();
    assert_eq!(data(&result, 0, "error"), Some("UI_TREE_UNAVAILABLE"));
    let result = run(&phone, &execution(&json!([{ "type": "snapshot_ui" }])))
        .await
        .unwrap();
    assert_eq!(
        data(&result, 0, "error"),
        Some("SNAPSHOT_EXTRACTION_FAILED")
    );
}
