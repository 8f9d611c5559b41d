//! Somebody says no.

use std::sync::Arc;

use async_trait::async_trait;
use clawperator_contract::{Action, ErrorCode, Execution};
use clawperator_engine::{Guard, Intent, Options, Verdict, never};
use serde_json::json;

use super::played::{Played, buttons, click, data, execution, run_with};

#[derive(Debug)]
struct No {
    from_the_start: bool,
}

#[async_trait]
impl Guard for No {
    async fn may_run(&self, _: &Execution, _: &str) -> Verdict {
        if self.from_the_start {
            Verdict::Deny {
                reason: "not today".to_owned(),
            }
        } else {
            Verdict::Allow
        }
    }

    async fn may_act(&self, _: &Action, intent: Intent<'_>) -> Verdict {
        let what = match intent {
            Intent::Node(node) => node.text().to_owned(),
            Intent::Point { x, y } => format!("{x},{y}"),
            Intent::Whole => "all".to_owned(),
        };
        Verdict::Deny {
            reason: format!("not {what}"),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_denied_execution_causes_no_device_call() {
    let phone = Played::default().shows(&[&buttons(&["A"])]);
    let guard = Arc::new(No {
        from_the_start: true,
    });
    let failure = run_with(
        &phone,
        &execution(&json!([click("A")])),
        Options::default(),
        guard,
        never(),
    )
    .await
    .unwrap_err();
    assert_eq!(failure.code, ErrorCode::PolicyDenied);
    assert_eq!(failure.message, "not today");
    assert!(phone.calls().is_empty());
}

#[tokio::test(start_paused = true)]
async fn every_change_is_asked_for_with_what_it_touches() {
    let shown = buttons(&["Pay"]);
    for (action, reason, looks) in [
        (click("Pay"), "not Pay", 1),
        (
            json!({ "type": "click", "params": { "coordinate": { "x": 1, "y": 2 } } }),
            "not 1,2",
            0,
        ),
        (
            json!({ "type": "press_key", "params": { "key": "home" } }),
            "not all",
            0,
        ),
        (
            json!({ "type": "open_app", "params": { "applicationId": "com.a" } }),
            "not all",
            0,
        ),
        (
            json!({ "type": "open_uri", "params": { "uri": "https://a" } }),
            "not all",
            0,
        ),
        (
            json!({ "type": "close_app", "params": { "applicationId": "com.a" } }),
            "not all",
            0,
        ),
    ] {
        let phone = Played::default().shows(&[&shown]);
        let guard = Arc::new(No {
            from_the_start: false,
        });
        let result = run_with(
            &phone,
            &execution(&json!([action])),
            Options::default(),
            guard,
            never(),
        )
        .await
        .unwrap();
        assert_eq!(data(&result, 0, "error"), Some("POLICY_DENIED"));
        assert_eq!(data(&result, 0, "message"), Some(reason));
        assert_eq!(phone.calls(), vec!["observe"; looks]);
    }
}
