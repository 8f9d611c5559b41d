//! Runs that are cut off: by their timeout, by somebody, by being dropped.

use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::{
    Dispatched, ErrorCode, Failure, FailureDetails, InterruptedDetails, RunOptions,
};
use clawperator_engine::AllowAll;
use serde_json::json;
use tokio::time::Instant;

use super::played::{Played, Reply, buttons, click, data, execution_within, run, run_with};

fn details(failure: &Failure) -> &InterruptedDetails {
    match failure.details.as_ref() {
        Some(FailureDetails::Interrupted(details)) => details,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_timeout_names_what_was_in_flight() {
    let phone = Played::default()
        .shows(&[&buttons(&["A"])])
        .replies(&[Reply::Done, Reply::Hangs]);
    let payload = execution_within(&json!([click("A"), click("A"), click("A")]), 5_000);
    let failure = run(&phone, &payload).await.unwrap_err();
    assert_eq!(failure.code, ErrorCode::ResultEnvelopeTimeout);
    let details = details(&failure);
    assert_eq!(details.step_results.len(), 1);
    assert_eq!(details.elapsed_ms, 5_000);
    assert_eq!(details.timeout_ms, 5_000);
    let step = details.in_flight.as_ref().unwrap();
    assert_eq!(
        (step.id.as_str(), step.dispatched),
        ("s1", Dispatched::Unknown)
    );
    assert_eq!(phone.calls().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn a_screen_that_was_never_read_is_a_timeout_that_sent_nothing() {
    let phone = Played::default()
        .shows(&[&buttons(&["B"])])
        .takes(Duration::from_mins(1));
    let failure = run(&phone, &execution_within(&json!([click("A")]), 1_000))
        .await
        .unwrap_err();
    assert_eq!(failure.code, ErrorCode::ResultEnvelopeTimeout);
    let step = details(&failure).in_flight.clone().unwrap();
    assert_eq!(step.dispatched, Dispatched::No);
}

#[tokio::test(start_paused = true)]
async fn a_search_that_the_deadline_ends_answers_with_what_it_missed() {
    for look in [0, 100, 300, 700] {
        let phone = Played::default()
            .shows(&[&buttons(&["Sign in"])])
            .takes(Duration::from_millis(look));
        let payload = execution_within(&json!([click("Sign on"), click("B")]), 1_500);
        let started = Instant::now();
        let result = run(&phone, &payload).await.unwrap();
        assert!(started.elapsed() <= Duration::from_millis(1_500));
        assert!(started.elapsed() >= Duration::from_millis(700));
        assert_eq!(data(&result, 0, "error"), Some("NODE_NOT_FOUND"));
        assert_eq!(data(&result, 1, "error"), Some("STEP_NOT_RUN"));
        let message = data(&result, 0, "message").unwrap();
        for part in ["[button] \"Sign in\"", "timeout of 1500 ms was reached"] {
            assert!(message.contains(part), "{look}: {message}");
        }
        assert_eq!(result.envelope.exit().code(), 4);
    }
}

#[tokio::test(start_paused = true)]
async fn a_look_that_hangs_does_not_take_back_what_was_missed() {
    let phone = Played::default().shows(&[&buttons(&["Sign in"])]);
    let slower = phone.clone();
    let slow_down = async {
        tokio::time::sleep(Duration::from_millis(400)).await;
        let _ = slower.takes(Duration::from_mins(1));
    };
    let payload = execution_within(&json!([click("Sign on")]), 2_000);
    let (result, ()) = tokio::join!(run(&phone, &payload), slow_down);
    assert_eq!(data(&result.unwrap(), 0, "error"), Some("NODE_NOT_FOUND"));
}

#[tokio::test(start_paused = true)]
async fn a_sleep_due_at_the_deadline_completes_and_a_longer_one_ends_the_run_at_once() {
    let phone = Played::default();
    let sleep = |millis: u64| json!([{ "type": "sleep", "params": { "durationMs": millis } }]);
    let result = run(&phone, &execution_within(&sleep(2_000), 2_000))
        .await
        .unwrap();
    assert!(result.envelope.step_results[0].success);
    let started = Instant::now();
    let failure = run(&phone, &execution_within(&sleep(2_051), 2_000))
        .await
        .unwrap_err();
    assert_eq!(failure.code, ErrorCode::ResultEnvelopeTimeout);
    assert_eq!(started.elapsed(), Duration::ZERO);
    assert_eq!(
        details(&failure).in_flight.as_ref().unwrap().dispatched,
        Dispatched::No
    );
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_after_a_cancellation() {
    let phone = Played::default().shows(&[&buttons(&["A"])]);
    let payload = execution_within(
        &json!([click("A"), { "type": "sleep", "params": { "durationMs": 10000 } }, click("A")]),
        30_000,
    );
    let cancel = Box::pin(tokio::time::sleep(Duration::from_secs(3)));
    let failure = run_with(
        &phone,
        &payload,
        RunOptions::default(),
        Arc::new(AllowAll),
        cancel,
    )
    .await
    .unwrap_err();
    assert_eq!(failure.code, ErrorCode::ExecutionCancelled);
    assert_eq!(failure.code.exit().code(), 130);
    assert!(
        failure
            .hint
            .as_ref()
            .unwrap()
            .contains("look at the screen")
    );
    assert_eq!(details(&failure).elapsed_ms, 3_000);
    tokio::time::sleep(Duration::from_mins(1)).await;
    assert_eq!(phone.calls(), ["observe", "tap 100,50"]);
}

#[tokio::test(start_paused = true)]
async fn whoever_cancels_a_wait_need_not_look_what_became_of_it() {
    let phone = Played::default().shows(&[&buttons(&["B"])]);
    let wait = json!([{ "type": "wait_for_node",
        "params": { "matcher": { "textEquals": "A" }, "timeoutMs": 20_000 } }]);
    let failure = run_with(
        &phone,
        &execution_within(&wait, 30_000),
        RunOptions::default(),
        Arc::new(AllowAll),
        Box::pin(tokio::time::sleep(Duration::from_secs(3))),
    )
    .await
    .unwrap_err();
    assert_eq!(failure.code, ErrorCode::ExecutionCancelled);
    let hint = failure.hint.unwrap();
    assert!(hint.starts_with("nothing was sent"), "{hint}");
}

/// A run that was never begun leaves nothing behind: the next one does not wait for it.
#[tokio::test(start_paused = true)]
async fn a_phone_that_does_not_say_whether_it_is_free_is_not_waited_for_after_a_cancellation() {
    let phone = Played::default().shows(&[&buttons(&["A"])]);
    let payload = execution_within(&json!([click("A")]), 30_000);
    phone.hold_hangs(true);
    let cancel = Box::pin(tokio::time::sleep(Duration::from_secs(3)));
    let everything = Arc::new(AllowAll);
    let cancelled = run_with(&phone, &payload, RunOptions::default(), everything, cancel);
    let cancelled = tokio::time::timeout(Duration::from_secs(4), cancelled).await;
    let failure = cancelled.unwrap().unwrap_err();
    assert_eq!(failure.code, ErrorCode::ExecutionCancelled);
    assert!(phone.calls().is_empty());
    phone.hold_hangs(false);
    let started = Instant::now();
    run(&phone, &payload).await.unwrap();
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_after_a_run_was_dropped() {
    let phone = Played::default().shows(&[&buttons(&["B"])]);
    let payload = execution_within(&json!([click("A")]), 30_000);
    let dropped = tokio::time::timeout(Duration::from_millis(700), run(&phone, &payload)).await;
    assert!(dropped.is_err());
    let calls = phone.calls();
    tokio::time::sleep(Duration::from_mins(1)).await;
    assert_eq!(phone.calls(), calls);
}
