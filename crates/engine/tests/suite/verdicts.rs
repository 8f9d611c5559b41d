//! Somebody says no.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use clawperator_contract::{Advice, ErrorCode, Execution, RunOptions};
use clawperator_device::driver::Front;
use clawperator_engine::{
    ActQuestion, Escort, Finger, Guard, Intent, Phone, PointJudgement, Refusal, Touch, Verdict,
    never,
};
use serde_json::{Value, json};

use super::played::{Played, buttons, click, data, execution, run_with};

/// Says no to whatever its function does not let pass, and keeps what it was asked.
#[derive(Debug, Clone)]
struct Says {
    begin: Verdict,
    act: Verdict,
    points: PointJudgement,
    place: bool,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Says {
    fn new(begin: Verdict, act: Verdict) -> Self {
        Self {
            begin,
            act,
            points: PointJudgement::Free,
            place: false,
            asked: Arc::default(),
        }
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

#[async_trait]
impl Guard for Says {
    async fn may_run(&self, _: &Execution, _: &Phone) -> Result<Box<dyn Escort>, Verdict> {
        match &self.begin {
            Verdict::Allow => Ok(Box::new(self.clone())),
            no => Err(no.clone()),
        }
    }
}

#[async_trait]
impl Escort for Says {
    async fn may_act(&self, asked: ActQuestion<'_>) -> Verdict {
        if matches!(asked.intent, Intent::Read(_)) && !self.place {
            return Verdict::Allow;
        }
        let mut what = match asked.intent {
            Intent::Touch(finger) => touch(finger),
            Intent::Focus { field, tap } => format!("text {} after {}", field.hint(), touch(tap)),
            Intent::Text { field, .. } => format!("text {}", field.hint()),
            Intent::Submit(field) => format!("submit {}", field.hint()),
            Intent::Key(_) | Intent::Press(_) => "key".to_owned(),
            Intent::Clip(_) => "clip".to_owned(),
            Intent::ReadClip => "read clip".to_owned(),
            Intent::Run(_) => "run".to_owned(),
            Intent::Open(_) => format!("open {:?}", asked.leads_to.map(<[Front]>::len)),
            Intent::Arrived => "arrived".to_owned(),
            Intent::Wake => "wake".to_owned(),
            Intent::DismissLock => "dismiss lock".to_owned(),
            Intent::TryInput => "try input".to_owned(),
            Intent::Record(_) | Intent::StopRecording(_) => "record".to_owned(),
            Intent::Close { .. } => "close".to_owned(),
            Intent::ManageApp(change) => change.kind().to_owned(),
            Intent::Push(_) => "push".to_owned(),
            Intent::Pull(_) => "pull".to_owned(),
            Intent::ListApps(apps) => format!("list {}", apps.len()),
            Intent::Read(_) => "read".to_owned(),
        };
        if let Some(front) = asked.front {
            what.push_str(&format!(" in {}", front.package.as_deref().unwrap_or("?")));
        }
        self.asked.lock().unwrap().push(what);
        self.act.clone()
    }

    fn may_show(&self, _: &ActQuestion<'_>) -> Verdict {
        Verdict::Allow
    }

    fn wants_front(&self, _: &ActQuestion<'_>) -> bool {
        self.place
    }

    fn wants_destination(&self) -> bool {
        self.place
    }

    fn point_judgement(&self) -> PointJudgement {
        self.points
    }
}

/// Gesture, motion, whom it is meant for and whom it meets.
fn touch(finger: &Finger<'_>) -> String {
    let named = finger.named().map(|named| named.taker.text());
    let met = finger.met();
    let met = met.map(|met| met.nodes.iter().map(|node| node.text()).collect::<Vec<_>>());
    let at = match finger.touch() {
        Touch::Tap(at) => format!("tap {},{}", at.x, at.y),
        Touch::Hold { at, .. } => format!("hold {},{}", at.x, at.y),
        other => {
            let (from, to) = other.ends();
            format!("swipe {},{} {},{}", from.x, from.y, to.x, to.y)
        }
    };
    format!("{at} for {named:?} on {met:?}")
}

fn refusal(reason: &str, hint: Option<&'static str>) -> Refusal {
    Refusal {
        rule: Some("rule".to_owned()),
        reason: reason.to_owned(),
        advice: hint.map(Advice::new),
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
            "ask whoever maintains the policy; nothing that was refused was sent",
        ),
        (
            Verdict::Confirm {
                refusal: refusal("not today", Some("ask a person")),
                ticket: None,
            },
            ErrorCode::PolicyConfirmationRequired,
            "ask a person",
        ),
    ] {
        let phone = Played::default().shows(&[&buttons(&["A"])]);
        let guard = Arc::new(Says::new(verdict, Verdict::Allow));
        let steps = execution(&json!([click("A")]));
        let failure = run_with(&phone, &steps, RunOptions::default(), guard, never())
            .await
            .unwrap_err();
        assert_eq!(
            (failure.code.known(), failure.message.as_str()),
            (Some(code), "not today")
        );
        assert_eq!(failure.hint.as_deref(), Some(hint));
        assert!(phone.calls().is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn every_change_is_asked_for_with_what_it_touches() {
    let shown = buttons(&["Pay"]);
    for (action, asked, looks) in [
        (
            click("Pay"),
            "tap 100,50 for Some(\"Pay\") on Some([\"\", \"Pay\"])",
            1,
        ),
        (point(), "tap 60,20 for None on None", 0),
        (
            json!({ "type": "press_key", "params": { "key": "home" } }),
            "key",
            0,
        ),
        (
            json!({ "type": "open_app", "params": { "applicationId": "com.a" } }),
            "open None",
            0,
        ),
        (
            json!({ "type": "open_uri", "params": { "uri": "https://a" } }),
            "open None",
            0,
        ),
        (
            json!({ "type": "close_app", "params": { "applicationId": "com.a" } }),
            "close",
            0,
        ),
    ] {
        let phone = Played::default().shows(&[&shown]);
        let guard = Arc::new(Says::new(
            Verdict::Allow,
            Verdict::Deny(refusal("no", None)),
        ));
        let steps = execution(&json!([action]));
        let result = run_with(
            &phone,
            &steps,
            RunOptions::default(),
            guard.clone(),
            never(),
        )
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
    let hint = "ask a person";
    let verdict = Verdict::Confirm {
        refusal: refusal("not yet", Some(hint)),
        ticket: None,
    };
    let guard = Arc::new(Says::new(Verdict::Allow, verdict));
    let read = json!({ "type": "read_text", "params": { "matcher": { "textEquals": "Pay" } } });
    let steps = execution(&json!([read, click("Pay"), read]));
    let result = run_with(&phone, &steps, RunOptions::default(), guard, never())
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
        (
            PointJudgement::Free,
            "tap 60,20 for None on None",
            &["tap"][..],
            None,
        ),
        (
            PointJudgement::Unjudged,
            "tap 60,20 for None on None",
            &["tap"],
            Some("unjudged"),
        ),
        (
            PointJudgement::Look,
            "tap 60,20 for None on Some([\"\", \"Pay\"])",
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
        let result = run_with(
            &phone,
            &steps,
            RunOptions::default(),
            guard.clone(),
            never(),
        )
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
        RunOptions::default(),
        guard.clone(),
        never(),
    )
    .await
    .unwrap();
    let asked = "hold 100,50 for Some(\"Pay\") on Some([\"\", \"Pay\"])";
    assert_eq!(guard.asked(), [asked]);
}

#[tokio::test(start_paused = true)]
async fn what_is_opened_is_asked_about_before_and_where_it_led_after() {
    let shown = buttons(&["Pay"]);
    let phone = Played::default().shows(&[&shown]).fronts(&["com.b"]);
    let guard = Arc::new(Says {
        place: true,
        ..Says::new(Verdict::Allow, Verdict::Allow)
    });
    let open = json!({ "type": "open_uri", "params": { "uri": "https://a" } });
    let read = json!({ "type": "read_text", "params": { "matcher": { "textEquals": "Pay" } } });
    let steps = execution(&json!([open, read]));
    run_with(
        &phone,
        &steps,
        RunOptions::default(),
        guard.clone(),
        never(),
    )
    .await
    .unwrap();
    // Reading is asked about on both sides: what was read is told only if it was readable to the end.
    assert_eq!(
        guard.asked(),
        [
            "open Some(0) in com.b",
            "arrived in com.b",
            "read in com.b",
            "read in com.b"
        ]
    );
    assert_eq!(
        phone.calls(),
        [
            "leads_to",
            "front",
            "open https://a",
            "condition",
            "front",
            "front",
            "observe",
            "front"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_text_is_asked_for_with_its_tap_and_its_enter_key_apart() {
    let field = |focused: bool, text: &str| {
        format!(
            r#"<hierarchy rotation="0"><node class="android.widget.FrameLayout" bounds="[0,0][400,800]"><node class="android.widget.EditText" text="{text}" hint="Name" clickable="true" focusable="true" enabled="true" focused="{focused}" bounds="[0,0][400,100]"/></node></hierarchy>"#
        )
    };
    let screens = [field(false, ""), field(true, ""), field(true, "x")];
    let phone = Played::default().shows(&screens.each_ref().map(String::as_str));
    let guard = Arc::new(Says::new(Verdict::Allow, Verdict::Allow));
    let typing = json!({
        "type": "enter_text", "params": { "matcher": { "role": "textfield" }, "text": "x", "submit": true },
    });
    let result = run_with(
        &phone,
        &execution(&json!([typing])),
        RunOptions::default(),
        guard.clone(),
        never(),
    )
    .await
    .unwrap();
    assert!(result.envelope.step_results[0].success, "{result:?}");
    let asked = guard.asked();
    assert!(asked[0].starts_with("text Name after tap "), "{asked:?}");
    assert_eq!(asked[1..], ["text Name", "submit Name"]);
}
