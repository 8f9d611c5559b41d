//! What an act did, as far as it was seen, and what seeing it costs.

use std::sync::Arc;

use clawperator_contract::RunOptions;
use clawperator_engine::{AllowAll, never};
use serde_json::json;

use super::played::{Played, buttons, click, data, execution, run, run_with};

#[tokio::test(start_paused = true)]
async fn the_next_tree_shows_what_a_press_did() {
    let (one, two) = (buttons(&["A"]), buttons(&["A", "B"]));
    for (after, effect) in [(&two, "observed"), (&one, "none")] {
        let phone = Played::default().shows(&[&one, after]);
        let payload = execution(&json!([click("A"), { "type": "snapshot_ui" }]));
        let result = run(&phone, &payload).await.unwrap();
        assert_eq!(data(&result, 0, "effect"), Some(effect));
        assert_eq!(data(&result, 0, "settled"), Some("true"));
        assert_eq!(phone.calls(), ["observe", "tap 100,50", "observe"]);
        assert!(
            data(&result, 1, "warn")
                .unwrap()
                .starts_with("snapshot captured without")
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_target_that_went_elsewhere_unchanged_was_not_seen_to_be_hit() {
    let (before, after) = (buttons(&["A"]), buttons(&["B", "A"]));
    // What took the press is in another state, wherever it is now.
    let checked = |of: &str| {
        let at = after.find(&format!("text=\"{of}\"")).unwrap();
        let (start, end) = after.split_at(at);
        format!(
            "{start}{}",
            end.replacen("checked=\"false\"", "checked=\"true\"", 1)
        )
    };
    let cases = [
        (after.clone(), "unverified", Some("true")),
        (checked("B"), "unverified", Some("true")),
        (checked("A"), "observed", None),
        (buttons(&["B"]), "observed", None),
        (buttons(&["A", "B"]), "observed", None),
        // Which of two it is cannot be told.
        (buttons(&["B", "A", "A"]), "observed", None),
        // A list that begins to scroll is another parent.
        (
            after.replacen("scrollable=\"false\"", "scrollable=\"true\"", 1),
            "unverified",
            Some("true"),
        ),
    ];
    for (after, effect, moved) in cases {
        let phone = Played::default().shows(&[&before, &after]);
        let payload = execution(&json!([click("A"), { "type": "snapshot_ui" }]));
        let result = run(&phone, &payload).await.unwrap();
        assert_eq!(data(&result, 0, "effect"), Some(effect), "{after}");
        assert_eq!(data(&result, 0, "target_moved"), moved, "{after}");
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_is_read_for_evidence_alone() {
    let phone = Played::default().shows(&[&buttons(&["A"])]);
    let result = run(&phone, &execution(&json!([click("A")]))).await.unwrap();
    assert_eq!(data(&result, 0, "effect"), Some("unverified"));
    assert_eq!(data(&result, 0, "settled"), None);
    assert_eq!(phone.calls().len(), 2);
    let point = json!([{ "type": "click", "params": { "coordinate": { "x": 5, "y": 6 } } }]);
    let result = run(&phone, &execution(&point)).await.unwrap();
    assert_eq!(data(&result, 0, "effect"), Some("unverified"));
    assert_eq!(phone.calls().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn who_asks_for_it_gets_what_changed() {
    let (one, two) = (buttons(&["A"]), buttons(&["A", "B"]));
    let phone = Played::default().shows(&[&one, &two]);
    let options = RunOptions {
        settle: true,
        ..RunOptions::default()
    };
    let result = run_with(
        &phone,
        &execution(&json!([click("A")])),
        options,
        Arc::new(AllowAll),
        never(),
    )
    .await
    .unwrap();
    assert_eq!(data(&result, 0, "effect"), Some("observed"));
    assert!(data(&result, 0, "diff").unwrap().contains("\"B\""));
    // Two looks, the tap, and the activity that the refs of the diff are of.
    assert_eq!(phone.calls().len(), 4);
}
