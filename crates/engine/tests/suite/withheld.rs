//! What answers keep to themselves of a screen that may not be read.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use clawperator_contract::events::{Event, Happened};
use clawperator_contract::{Execution, RunOptions, SnapshotForm, TraceDetail};
use clawperator_engine::{
    ActQuestion, AllowAll, Escort, Events, Guard, Intent, Phone, Reading, Refusal, Verdict, never,
};
use serde_json::{Value, json};

use super::played::{Played, buttons, data, execution, run_heard, run_with};

/// Lets everything be done, and nothing be read of some apps.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unreadable {
    /// The one that may not be read; none where nothing may.
    package: Option<&'static str>,
}

impl Unreadable {
    pub(super) const fn everywhere() -> Self {
        Self { package: None }
    }

    fn is_shown(self, shown: Option<&Reading>) -> bool {
        match (self.package, shown) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(package), Some(shown)) => shown.packages().any(|name| name == package),
        }
    }
}

#[async_trait]
impl Guard for Unreadable {
    async fn may_run(&self, _: &Execution, _: &Phone) -> Result<Box<dyn Escort>, Verdict> {
        Ok(Box::new(*self))
    }
}

#[async_trait]
impl Escort for Unreadable {
    async fn may_act(&self, asked: ActQuestion<'_>) -> Verdict {
        self.may_show(&asked)
    }

    fn may_show(&self, asked: &ActQuestion<'_>) -> Verdict {
        match asked.intent {
            Intent::Read(shown) if self.is_shown(shown) => Verdict::Deny(Refusal {
                rule: Some("rule".to_owned()),
                reason: "not to be read".to_owned(),
                advice: None,
            }),
            _ => Verdict::Allow,
        }
    }

    fn wants_windows(&self) -> bool {
        true
    }
}

#[derive(Debug, Default)]
struct Heard(Mutex<Vec<Event>>);

impl Events for Heard {
    fn on_event(&self, event: &Event) {
        self.0.lock().unwrap().push(event.clone());
    }
}

const SETTLE: RunOptions = RunOptions {
    settle: true,
    snapshot: SnapshotForm::Xml,
    budget: None,
    park: false,
    trace: TraceDetail::On,
};

const SECRET: &str = "IBAN DE00";

#[tokio::test(start_paused = true)]
async fn a_miss_tells_nothing_of_a_screen_that_may_not_be_read() {
    let secret = SECRET;
    let like = json!({ "nameContains": "IBAN" });
    let nowhere = json!({ "name": "IBAN DE01" });
    let with = |action: &str, mut params: Value, target: &Value| {
        params["where"] = target.clone();
        json!({ "type": action, "params": params })
    };
    let once = json!({ "retry": { "maxAttempts": 1 } });
    let actions = [
        with("click", once.clone(), &nowhere),
        // The run ends while it looks.
        with(
            "click",
            json!({ "retry": { "withinMs": 60_000 } }),
            &nowhere,
        ),
        with("click", json!({ "strict": true }), &like),
        with(
            "enter_text",
            json!({ "text": "x", "retry": { "maxAttempts": 1 } }),
            &nowhere,
        ),
        with("scroll_and_click", json!({}), &nowhere),
        with("scroll_until", json!({}), &nowhere),
        with("wait_for_navigation", json!({ "timeoutMs": 500 }), &nowhere),
        with(
            "wait_for_navigation",
            json!({ "timeoutMs": 30_000 }),
            &nowhere,
        ),
        with("wait_for_navigation", json!({ "timeoutMs": 500 }), &like),
        json!({ "type": "scroll", "params": { "containerWhere": nowhere } }),
        json!({ "type": "click", "params": { "ref": "@e1", "generation": 0 } }),
        json!({ "type": "wait_for_node", "params": { "where": nowhere, "timeoutMs": 500 } }),
    ];
    for action in actions {
        let shown = buttons(&[secret, "IBAN DE02"]);
        let phone = Played::default().shows(&[&shown]).fronts(&["com.b"]);
        let steps = execution(&json!([action]));
        let guard = Arc::new(Unreadable::everywhere());
        let result = run_with(&phone, &steps, RunOptions::default(), guard, never())
            .await
            .unwrap();
        let said = serde_json::to_string(&result.envelope).unwrap();
        assert!(!said.contains(secret), "{action}: {said}");
        assert_eq!(data(&result, 0, "error"), Some("POLICY_DENIED"), "{said}");
    }
}

/// A field of an app, with the focus, that shows a text.
fn field(text: &str) -> String {
    format!(
        r#"<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="p" bounds="[0,0][400,800]">
        <node class="android.widget.EditText" resource-id="p:id/field" package="p" text="{text}" hint="IBAN DE09"
              enabled="true" focusable="true" focused="true" clickable="true" bounds="[0,0][400,100]" /></node></hierarchy>"#
    )
}

#[tokio::test(start_paused = true)]
async fn what_was_done_is_said_without_what_the_screen_shows() {
    let like = json!({ "nameContains": "IBAN" });
    let pressed = buttons(&[SECRET, "IBAN DE02"]);
    let typing = json!({ "type": "enter_text", "params": { "matcher": { "role": "textfield" }, "text": "x" } });
    let (before, after) = (field(SECRET), field(&format!("{SECRET}x")));
    let other = field(&format!("{SECRET} and more"));
    let press = json!({ "type": "click", "params": { "where": like } });
    let long = json!({ "type": "click", "params": { "where": like, "clickType": "long_click" } });
    for (action, screens, error) in [
        (&press, vec![pressed.as_str()], None),
        (&long, vec![pressed.as_str()], None),
        (&typing, vec![before.as_str(), after.as_str()], None),
        // What was typed was typed, whoever may read it.
        (
            &typing,
            vec![before.as_str(), other.as_str()],
            Some("TEXT_MISMATCH"),
        ),
    ] {
        let phone = Played::default().shows(&screens).fronts(&["p"]);
        let steps = execution(&json!([action]));
        let heard = Heard::default();
        let guard = Arc::new(Unreadable::everywhere());
        let result = run_heard(&phone, &steps, SETTLE, guard, &heard, never())
            .await
            .unwrap();
        let said = serde_json::to_string(&result.envelope).unwrap();
        assert!(!said.contains("IBAN DE"), "{action}: {said}");
        assert_eq!(data(&result, 0, "error"), error, "{said}");
        assert!(said.contains("not to be read"), "{said}");
        let events = heard.0.lock().unwrap().clone();
        let acted = events
            .iter()
            .any(|event| matches!(event.event, Happened::Acting { .. }));
        assert!(acted, "{events:?}");
        let told = serde_json::to_string(&events).unwrap();
        assert!(!told.contains("IBAN DE"), "{told}");
        // The same is told to whoever may read it.
        let phone = Played::default().shows(&screens).fronts(&["p"]);
        let guard = Arc::new(AllowAll);
        let result = run_with(&phone, &steps, SETTLE, guard, never())
            .await
            .unwrap();
        let said = serde_json::to_string(&result.envelope).unwrap();
        assert!(said.contains("IBAN DE"), "{action}: {said}");
    }
}

/// A screen of an app, with its name on a button.
fn of_app(package: &str) -> String {
    buttons(&[package]).replace("com.a", package)
}

#[tokio::test(start_paused = true)]
async fn a_difference_is_judged_by_the_screens_on_both_sides() {
    let (bank, home) = (of_app("com.bank"), of_app("com.home"));
    let key = json!({ "type": "press_key", "params": { "key": "home" } });
    for (before, after, is_shown) in [
        (&bank, &home, false),
        (&home, &bank, false),
        (&home, &home, true),
    ] {
        let phone = Played::default().shows(&[before, after]);
        let guard = Arc::new(Unreadable {
            package: Some("com.bank"),
        });
        let steps = execution(&json!([key]));
        let result = run_with(&phone, &steps, SETTLE, guard, never())
            .await
            .unwrap();
        let said = serde_json::to_string(&result.envelope).unwrap();
        assert!(result.envelope.step_results[0].success, "{said}");
        assert_eq!(data(&result, 0, "diff").is_some(), is_shown, "{said}");
        assert!(!said.contains("com.bank"), "{said}");
    }
}

/// A picture shows an app that came and went while it was taken.
#[tokio::test(start_paused = true)]
async fn a_picture_is_judged_by_the_screens_around_it() {
    let (bank, home) = (of_app("com.bank"), of_app("com.home"));
    let picture = execution(&json!([{ "type": "take_screenshot" }]));
    for (screens, error) in [
        ([&home, &home], None),
        ([&bank, &home], Some("POLICY_DENIED")),
        ([&home, &bank], Some("POLICY_DENIED")),
    ] {
        let phone = Played::default().shows(&screens.map(String::as_str));
        let guard = Arc::new(Unreadable {
            package: Some("com.bank"),
        });
        let options = RunOptions::default();
        let result = run_with(&phone, &picture, options, guard, never())
            .await
            .unwrap();
        assert_eq!(data(&result, 0, "error"), error);
        assert_eq!(phone.calls()[..3], ["observe", "screenshot", "observe"]);
    }
}
