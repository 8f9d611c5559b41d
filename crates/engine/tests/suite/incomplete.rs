//! Screens that are larger than what is kept of them: what is missing is said, and may be in the way of everything.

use clawperator_contract::ErrorCode;
use serde_json::json;

use super::played::{Played, data, execution, run};

/// A page with a button that lies under what is nested too deeply to be kept, and one that does not.
fn deep() -> String {
    let button = |text: &str, top: u32| {
        format!(
            r#"<node text="{text}" class="android.widget.Button" clickable="true" bounds="[0,{top}][1000,{}]" />"#,
            top + 100
        )
    };
    let levels = r#"<node bounds="[0,500][1000,900]">"#.repeat(300);
    format!(
        r#"<hierarchy rotation="0"><node class="android.widget.FrameLayout" bounds="[0,0][1000,2000]">{}{}{levels}{}</node></hierarchy>"#,
        button("Under", 600),
        button("Free", 1_000),
        "</node>".repeat(300),
    )
}

#[tokio::test(start_paused = true)]
async fn nothing_is_pressed_where_the_tree_leaves_something_out() {
    let screen = deep();
    for (text, pressed) in [("Under", None), ("Free", Some("tap 500,1050"))] {
        let phone = Played::default().shows(&[&screen]);
        let click = json!([{ "type": "click",
            "params": { "matcher": { "textEquals": text }, "retry": { "maxAttempts": 1 } } }]);
        let result = run(&phone, &execution(&click)).await.unwrap();
        let calls = phone.calls();
        assert_eq!(calls.get(1).map(String::as_str), pressed, "{result:?}");
        assert_eq!(data(&result, 0, "incomplete"), Some("nodes omitted: 45"));
        if pressed.is_none() {
            let code = data(&result, 0, "error");
            assert_eq!(code, Some(ErrorCode::NodeNotClickable.name()));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_not_found_may_be_in_the_rest() {
    let screen = deep();
    let phone = Played::default().shows(&[&screen]);
    let read = json!([{ "type": "read_text",
        "params": { "matcher": { "textEquals": "Buy" }, "retry": { "maxAttempts": 1 } } }]);
    let result = run(&phone, &execution(&read)).await.unwrap();
    let message = data(&result, 0, "message").unwrap();
    assert!(
        message.contains("incomplete (nodes omitted: 45)"),
        "{message}"
    );
    assert_eq!(data(&result, 0, "incomplete"), Some("nodes omitted: 45"));
}

#[tokio::test(start_paused = true)]
async fn a_snapshot_says_what_it_lacks() {
    let screen = deep();
    let phone = Played::default().shows(&[&screen]);
    let result = run(&phone, &execution(&json!([{ "type": "snapshot_ui" }])))
        .await
        .unwrap();
    assert_eq!(data(&result, 0, "incomplete"), Some("nodes omitted: 45"));
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_verifies_does_not_say_no_by_half_a_tree() {
    let screen = deep();
    let phone = Played::default().shows(&[&screen]);
    let actions = json!([
        { "id": "go", "type": "click", "params": { "matcher": { "textEquals": "Free" } } },
        { "id": "check", "type": "wait_for_node", "params": {
            "matcher": { "textEquals": "Done" }, "verifies": "go", "timeoutMs": 200 } }
    ]);
    let result = run(&phone, &execution(&actions)).await.unwrap();
    assert_eq!(
        data(&result, 1, "error"),
        Some(ErrorCode::OutcomeUnknown.name())
    );
    assert_eq!(data(&result, 1, "held_before"), Some("unknown"));
}
