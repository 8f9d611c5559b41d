//! What a swipe brought up is pressed where it comes to rest.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::played::{Played, data, execution, run};

/// A list with two rows, the second of which is named by these words.
fn list(first_row: u32, word: &str) -> String {
    let row = |top: u32, text: &str| {
        format!(
            r#"<node index="0" text="{text}" resource-id="" class="android.widget.Button" package="com.a" content-desc="" clickable="true" enabled="true" scrollable="false" bounds="[0,{top}][1000,{}]" />"#,
            top + 100
        )
    };
    format!(
        r#"<hierarchy rotation="0"><node index="0" text="" resource-id="com.a:id/list" class="androidx.recyclerview.widget.RecyclerView" package="com.a" content-desc="" clickable="false" enabled="true" scrollable="true" bounds="[0,0][1000,2000]">{}{}</node></hierarchy>"#,
        row(first_row, "first"),
        row(first_row + 500, word),
    )
}

#[tokio::test(start_paused = true)]
async fn a_list_that_still_moves_is_read_until_it_rests() {
    let moving = [
        list(100, "other"),
        // The target shows up, moves on, and rests.
        list(700, "target"),
        list(400, "target"),
        list(300, "target"),
        list(300, "target"),
    ];
    let moving: Vec<&str> = moving.iter().map(String::as_str).collect();
    for action in [
        json!({ "type": "scroll_and_click", "params": { "matcher": { "textEquals": "target" } } }),
        json!({ "type": "scroll_until",
            "params": { "matcher": { "textEquals": "target" }, "clickAfter": true } }),
    ] {
        let phone = Played::default().shows(&moving);
        let result = run(&phone, &execution(&json!([action]))).await.unwrap();
        assert!(result.envelope.step_results[0].success, "{result:?}");
        let calls = phone.calls();
        assert_eq!(calls[0], "observe");
        assert!(calls[1].starts_with("swipe"), "{calls:?}");
        assert_eq!(calls[2..6], ["observe"; 4]);
        assert_eq!(calls[6], "tap 500,850");
        assert_eq!(data(&result, 0, "scrolls_executed"), Some("1"));
    }
}

#[tokio::test(start_paused = true)]
async fn a_tree_that_lagged_behind_a_swipe_is_given_time() {
    let lagging = [
        list(100, "other"),
        // The first swipe does not show yet; after the second comes what the first had brought up.
        list(100, "other"),
        list(700, "target"),
        list(300, "target"),
        list(300, "target"),
    ];
    let lagging: Vec<&str> = lagging.iter().map(String::as_str).collect();
    let phone = Played::default().shows(&lagging);
    let action = json!({ "type": "scroll_and_click",
        "params": { "matcher": { "textEquals": "target" } } });
    let started = Instant::now();
    let result = run(&phone, &execution(&json!([action]))).await.unwrap();
    assert!(result.envelope.step_results[0].success, "{result:?}");
    assert!(started.elapsed() >= Duration::from_secs(6));
    let calls = phone.calls();
    assert_eq!(
        calls[calls.len() - 3..],
        ["observe", "observe", "tap 500,850"]
    );
}

#[tokio::test(start_paused = true)]
async fn one_that_never_rests_is_not_pressed() {
    let tops = [100, 700, 710, 720, 730, 740, 750, 760, 770, 780, 790];
    let moving: Vec<String> = tops
        .iter()
        .map(|top| list(*top, if *top == 100 { "other" } else { "target" }))
        .collect();
    let moving: Vec<&str> = moving.iter().map(String::as_str).collect();
    let phone = Played::default().shows(&moving);
    let action = json!({ "type": "scroll_and_click",
        "params": { "matcher": { "textEquals": "target" } } });
    let result = run(&phone, &execution(&json!([action]))).await.unwrap();
    assert_eq!(data(&result, 0, "error"), Some("NODE_NOT_CLICKABLE"));
    let calls = phone.calls();
    assert!(
        !calls.iter().any(|call| call.starts_with("tap")),
        "{calls:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn what_is_there_already_is_read_once() {
    let phone = Played::default().shows(&[&list(300, "target")]);
    let action = json!({ "type": "scroll_and_click",
        "params": { "matcher": { "textEquals": "target" } } });
    run(&phone, &execution(&json!([action]))).await.unwrap();
    assert_eq!(phone.calls(), ["observe", "tap 500,850"]);
}
