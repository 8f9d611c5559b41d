//! What is said of a step is what was seen.

use serde_json::json;

use super::played::{Played, buttons, click, data, execution, run};

#[tokio::test(start_paused = true)]
async fn several_matches_are_said_and_refused_when_strict() {
    let phone = Played::default().shows(&[&buttons(&["A", "B", "A"])]);
    let result = run(&phone, &execution(&json!([click("A")]))).await.unwrap();
    assert_eq!(data(&result, 0, "match_count"), Some("2"));
    assert!(data(&result, 0, "warn").is_some());
    let strict = json!([{ "type": "click",
        "params": { "matcher": { "textEquals": "A" }, "strict": true } }]);
    let before = phone.calls().len();
    let result = run(&phone, &execution(&strict)).await.unwrap();
    assert_eq!(data(&result, 0, "error"), Some("NODE_AMBIGUOUS"));
    assert_eq!(phone.calls().len(), before + 1);
    assert_eq!(result.envelope.exit().code(), 6);
}

#[tokio::test(start_paused = true)]
async fn text_that_cannot_be_typed_is_refused_before_anything_is_touched() {
    let phone = Played::default().shows(&[&buttons(&["A"])]);
    let payload = json!([{ "type": "enter_text",
        "params": { "matcher": { "textEquals": "A" }, "text": "grün" } }]);
    let result = run(&phone, &execution(&payload)).await.unwrap();
    assert_eq!(data(&result, 0, "error"), Some("TEXT_UNSUPPORTED"));
    assert!(phone.calls().is_empty());
}

#[tokio::test(start_paused = true)]
async fn recordings_are_refused_before_anything_is_sent() {
    let phone = Played::default().shows(&[&buttons(&["A"])]);
    let payload = json!([click("A"), { "type": "start_recording" }]);
    let failure = run(&phone, &execution(&payload)).await.unwrap_err();
    assert_eq!(failure.code.name(), "CAPABILITY_UNSUPPORTED");
    let hint = failure.hint.unwrap();
    assert_eq!(hint, "drive the phone through the Operator, which records");
    assert!(phone.calls().is_empty());
}
