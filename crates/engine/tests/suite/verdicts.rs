//! Somebody says no.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use clawperator_contract::{ErrorCode, Execution};
use clawperator_engine::{
    Asked, Escort, Guard, Intent, Options, PointJudgement, Refusal, Verdict, never,
};
use clawperator_ui::Gesture;
use serde_json::{Value, json};

use super::played::{Played, buttons, click, data, execution, run_with};

/// Says no to whatever its function does not let pass, and keeps what it was asked.
#[derive(Debug, Clone)]
struct Says {
    begin: Verdict,
    act: Verdict,
    points: PointJudgement,
    activity: bool,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Says {
    fn new(begin: Verdict, act: Verdict) -> Self {
        Self {
            begin,
            act,
            points: PointJudgement::Free,
            activity: false,
            asked: Arc::default(),
        }
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

#[async_trait]
impl Guard for Says {
    async fn may_run(&self, _: &Execution, _: &str) -> Result<Box<dyn Escort>, Verdict> {
        match &self.begin {
            Verdict::Allow => Ok(Box::new(self.clone())),
            no => Err(no.clone()),
        }
    }
}

#[async_trait]
impl Escort for Says {
    async fn may_act(&self, asked: Asked<'_>) -> Verdict {
        let mut what = match asked.intent {
            Intent::Node { node, gesture } => format!("{gesture:?} {}", node.text()),
            Intent::Swipe(node) => format!("swipe {}", node.class()),
            Intent::Point { x, y, nodes, .. } => {
                let texts =
                    nodes.map(|nodes| nodes.iter().map(|node| node.text()).collect::<Vec<_>>());
                format!("{x},{y} {texts:?}")
            }
            Intent::Whole => "all".to_owned(),
        };
        if let Some(activity) = asked.activity {
            what.push_str(&format!(" in {activity}"));
        }
        self.asked.lock().unwrap().push(what);
        self.act.clone()
    }

    fn wants_activity(&self) -> bool {
        self.activity
    }

    fn point_judgement(&self) -> PointJudgement {
        self.points
    }
}

fn refusal(reason: &str, hint: Option<&str>) -> Refusal {
    Refusal {
        reason: reason.to_owned(),
        hint: hint.map(str::to_owned),
    }
}

fn point() -> Value {
    json!({ "type": "click", "params": { "coordinate": { "x": 60, "y": 20 } } })
}

#[tokio::test(start_paused = true)]
async fn a_refused_execution_causes_no_device_call() {
    for (verdict, code, hint) in [
        (
            Verdict::Deny(refusal("not today", None)),
            ErrorCode::PolicyDenied,
            "ask whoever keeps the policy; nothing refused was dispatched",
        ),
        (
            Verdict::Confirm(refusal("not today", Some("clawperator approve 1"))),
            ErrorCode::PolicyConfirmationRequired,
            "clawperator approve 1",
        ),
    ] {
        let phone = Played::default().shows(&[&buttons(&["A"])]);
        let guard = Arc::new(Says::new(verdict, Verdict::Allow));
        let steps = execution(&json!([click("A")]));
        let failure = run_with(&phone, &steps, Options::default(), guard, never())
            .await
            .unwrap_err();
        assert_eq!(
            (failure.code, failure.message.as_str()),
            (code, "not today")
        );
        assert_eq!(failure.hint.as_deref(), Some(hint));
        assert!(phone.calls().is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn every_change_is_asked_for_with_what_it_touches() {
    let shown = buttons(&["Pay"]);
    for (action, asked, looks) in [
        (click("Pay"), "Tap Pay", 1),
        (point(), "60,20 None", 0),
        (
            json!({ "type": "press_key", "params": { "key": "home" } }),
            "all",
            0,
        ),
        (
            json!({ "type": "open_app", "params": { "applicationId": "com.a" } }),
            "all",
            0,
        ),
        (
            json!({ "type": "open_uri", "params": { "uri": "https://a" } }),
            "all",
            0,
        ),
        (
            json!({ "type": "close_app", "params": { "applicationId": "com.a" } }),
            "all",
            0,
        ),
    ] {
        let phone = Played::default().shows(&[&shown]);
        let guard = Arc::new(Says::new(
            Verdict::Allow,
            Verdict::Deny(refusal("no", None)),
        ));
        let steps = execution(&json!([action]));
        let result = run_with(&phone, &steps, Options::default(), guard.clone(), never())
            .await
            .unwrap();
        assert_eq!(data(&result, 0, "error"), Some("POLICY_DENIED"));
        assert_eq!(data(&result, 0, "message"), Some("no"));
        assert_eq!(guard.asked(), [asked]);
        assert_eq!(phone.calls(), vec!["observe"; looks]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_no_ends_the_run_there() {
    let phone = Played::default().shows(&[&buttons(&["Pay"])]);
    let hint = "clawperator approve 1";
    let verdict = Verdict::Confirm(refusal("not yet", Some(hint)));
    let guard = Arc::new(Says::new(Verdict::Allow, verdict));
    let read = json!({ "type": "read_text", "params": { "matcher": { "textEquals": "Pay" } } });
    let steps = execution(&json!([read, click("Pay"), read]));
    let result = run_with(&phone, &steps, Options::default(), guard, never())
        .await
        .unwrap();
    let steps = &result.envelope.step_results;
    assert!(steps[0].success);
    assert_eq!(
        data(&result, 1, "error"),
        Some("POLICY_CONFIRMATION_REQUIRED")
    );
    assert_eq!(data(&result, 1, "hint"), Some(hint));
    assert_eq!(data(&result, 2, "error"), Some("STEP_NOT_RUN"));
    assert_eq!(result.envelope.hint.as_deref(), Some(hint));
    assert_eq!(result.envelope.exit().code(), 7);
    assert_eq!(phone.calls(), ["observe", "observe"]);
}

#[tokio::test(start_paused = true)]
async fn a_coordinate_is_looked_at_where_that_is_wanted() {
    for (points, asked, calls, told) in [
        (PointJudgement::Free, "60,20 None", &["tap"][..], None),
        (
            PointJudgement::Unjudged,
            "60,20 None",
            &["tap"],
            Some("unjudged"),
        ),
        (
            PointJudgement::Look,
            "60,20 Some([\"\", \"Pay\"])",
            &["observe", "tap"],
            Some("look"),
        ),
    ] {
        let phone = Played::default().shows(&[&buttons(&["Pay"])]);
        let guard = Arc::new(Says {
            points,
            ..Says::new(Verdict::Allow, Verdict::Allow)
        });
        let steps = execution(&json!([point()]));
        let result = run_with(&phone, &steps, Options::default(), guard.clone(), never())
            .await
            .unwrap();
        assert_eq!(guard.asked(), [asked]);
        assert_eq!(data(&result, 0, "policy"), told);
        let words: Vec<String> = phone
            .calls()
            .iter()
            .map(|call| call.split(' ').next().unwrap_or_default().to_owned())
            .collect();
        assert_eq!(words, calls);
    }
}

#[tokio::test(start_paused = true)]
async fn a_long_press_is_asked_for_as_one() {
    let phone = Played::default().shows(&[&buttons(&["Pay"])]);
    let guard = Arc::new(Says::new(Verdict::Allow, Verdict::Allow));
    let long = json!({ "type": "click", "params": { "matcher": { "textEquals": "Pay" }, "clickType": "long_click" } });
    run_with(
        &phone,
        &execution(&json!([long])),
        Options::default(),
        guard.clone(),
        never(),
    )
    .await
    .unwrap();
    assert_eq!(guard.asked(), [format!("{:?} Pay", Gesture::LongPress)]);
}
