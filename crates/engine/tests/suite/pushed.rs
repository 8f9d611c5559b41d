//! A phone that says when its screen has changed is looked at then, and not by the clock.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::played::{Played, Pushes, buttons, data, execution, run};

/// Behind the fifth look by the clock of a wait that polls, and long before the sixth.
const LATER: Duration = Duration::from_millis(2_345);

fn wait(text: &str, timeout_ms: u64) -> Value {
    json!({ "type": "wait_for_node", "params": { "matcher": { "textEquals": text }, "timeoutMs": timeout_ms } })
}

fn looks(phone: &Played) -> usize {
    let is_look = |call: &&String| *call == "observe";
    phone.calls().iter().filter(is_look).count()
}

fn later() -> Played {
    Played::default()
        .shows(&[&buttons(&["A"])])
        .shows_later(LATER, &buttons(&["B"]))
}

#[tokio::test(start_paused = true)]
async fn a_change_is_seen_when_it_happens() {
    for action in [
        wait("B", 10_000),
        json!({ "type": "click", "params": { "matcher": { "textEquals": "B" }, "retry": { "withinMs": 10_000 } } }),
    ] {
        let started = Instant::now();
        let pushing = later().pushes(Pushes::Changes);
        let result = run(&pushing, &execution(&json!([action]))).await.unwrap();
        assert!(result.envelope.step_results[0].success, "{result:?}");
        assert_eq!(started.elapsed(), LATER);
        // One at the beginning, one each second in case that a change is not told, and one behind the change.
        assert_eq!(looks(&pushing), 4, "{:?}", pushing.calls());
        let polled = later();
        run(&polled, &execution(&json!([action]))).await.unwrap();
        assert!(looks(&polled) > looks(&pushing), "{:?}", polled.calls());
    }
}

#[tokio::test(start_paused = true)]
async fn a_phone_that_pushes_all_the_time_costs_neither_the_wait_nor_the_machine() {
    let started = Instant::now();
    let phone = Played::default()
        .shows(&[&buttons(&["A"])])
        .pushes(Pushes::AllTheTime);
    let result = run(&phone, &execution(&json!([wait("B", 2_000)])))
        .await
        .unwrap();
    assert_eq!(data(&result, 0, "error"), Some("WAIT_TIMEOUT"));
    assert_eq!(started.elapsed(), Duration::from_secs(2));
    // A look every 16 ms.
    assert!(looks(&phone) <= 127, "{}", looks(&phone));
}

#[tokio::test(start_paused = true)]
async fn changes_do_not_use_up_the_looks_of_a_retry() {
    let retry = json!({ "maxAttempts": 3, "initialDelayMs": 1000, "maxDelayMs": 1000, "backoffMultiplier": 1, "jitterRatio": 0 });
    let click =
        json!({ "type": "click", "params": { "matcher": { "textEquals": "B" }, "retry": retry } });
    let execution = execution(&json!([click]));
    let started = Instant::now();
    let quiet = Played::default().shows(&[&buttons(&["A"])]);
    run(&quiet, &execution).await.unwrap();
    assert_eq!(started.elapsed(), Duration::from_secs(2));
    let started = Instant::now();
    let pushing = Played::default()
        .shows(&[&buttons(&["A"])])
        .shows_later(Duration::from_millis(500), &buttons(&["C"]))
        .pushes(Pushes::Changes);
    let result = run(&pushing, &execution).await.unwrap();
    assert_eq!(data(&result, 0, "error"), Some("NODE_NOT_FOUND"));
    assert_eq!(looks(&pushing), looks(&quiet) + 1);
    assert!(started.elapsed() >= Duration::from_secs(2));
    // However often it is woken, there is an end.
    let restless = Played::default()
        .shows(&[&buttons(&["A"])])
        .pushes(Pushes::AllTheTime);
    run(&restless, &execution).await.unwrap();
    assert!(looks(&restless) <= 3 * 34, "{}", looks(&restless));
}
