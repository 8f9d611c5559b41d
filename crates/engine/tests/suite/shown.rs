//! Which screens and pictures a listener is shown.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use clawperator_contract::events::{Event, StepName};
use clawperator_contract::runs::PictureMoment;
use clawperator_contract::{RunOptions, TraceDetail};
use clawperator_device::driver::Observation;
use clawperator_engine::{AllowAll, Events, Guard, never};
use serde_json::{Value, json};

use super::events::{Discreet, field};
use super::played::{Played, buttons, click, execution, run_heard};
use super::withheld::Unreadable;

/// Keeps what it is shown: each screen by the step that looked at it, each picture by its step and moment.
#[derive(Debug, Default)]
struct Shown {
    screens: Mutex<Vec<(String, String)>>,
    pictures: Mutex<Vec<(String, PictureMoment)>>,
}

impl Events for Shown {
    fn on_event(&self, _: &Event) {}

    fn on_screen(&self, step: &StepName, seen: &Observation) {
        let dump = String::from_utf8(seen.to_dump().to_vec()).unwrap();
        let mut screens = self.screens.lock().unwrap();
        screens.push((step.id.clone(), dump));
    }

    fn on_picture(&self, step: &StepName, moment: PictureMoment, _: &Bytes) {
        let mut pictures = self.pictures.lock().unwrap();
        pictures.push((step.id.clone(), moment));
    }
}

async fn shown(phone: &Played, steps: &Value, trace: TraceDetail, guard: Arc<dyn Guard>) -> Shown {
    let shown = Shown::default();
    let options = RunOptions {
        trace,
        ..RunOptions::default()
    };
    let answer = run_heard(phone, &execution(steps), options, guard, &shown, never()).await;
    assert!(answer.is_ok(), "{answer:?}");
    shown
}

fn two_presses() -> Value {
    let mut steps = json!([click("A"), click("B")]);
    steps[0]["id"] = json!("one");
    steps[1]["id"] = json!("two");
    steps
}

#[tokio::test(start_paused = true)]
async fn every_screen_that_was_looked_at_is_shown_with_its_step() {
    let [none, both] = [&[][..], &["A", "B"]].map(buttons);
    let phone = Played::default().shows(&[&none, &both]);
    let shown = shown(&phone, &two_presses(), TraceDetail::On, Arc::new(AllowAll)).await;
    let steps = shown.screens.into_inner().unwrap();
    let steps: Vec<&str> = steps.iter().map(|(step, _)| step.as_str()).collect();
    assert_eq!(steps, ["one", "one", "two"]);
    assert_eq!(shown.pictures.into_inner().unwrap(), []);
}

#[tokio::test(start_paused = true)]
async fn pictures_are_taken_around_acts_where_they_are_asked_for() {
    let phone = Played::default().shows(&[&buttons(&["A", "B"])]);
    let mut steps = two_presses();
    steps[1] = json!({ "id": "two", "type": "press_key", "params": { "key": "back" } });
    let last = json!({ "id": "three", "type": "wait_for_node", "params": {
        "matcher": { "textEquals": "A" } } });
    steps.as_array_mut().unwrap().push(last);
    let shown = shown(&phone, &steps, TraceDetail::Full, Arc::new(AllowAll)).await;
    let expected = [
        ("one", PictureMoment::Before),
        ("one", PictureMoment::After),
        ("two", PictureMoment::Before),
        ("two", PictureMoment::After),
    ];
    let expected = expected.map(|(step, moment)| (step.to_owned(), moment));
    assert_eq!(shown.pictures.into_inner().unwrap(), expected);
    // What was read is what was sent to: no picture comes between the two.
    let calls = phone.calls();
    let of_first: Vec<&str> = calls.iter().take(3).map(String::as_str).collect();
    assert!(of_first[0].starts_with("screenshot"), "{calls:?}");
    assert!(
        of_first[1].starts_with("observe") || of_first[1].starts_with("look"),
        "{calls:?}"
    );
    assert!(!of_first[2].starts_with("screenshot"), "{calls:?}");
}

#[tokio::test(start_paused = true)]
async fn nothing_is_shown_that_may_not_be_read() {
    for guard in [
        Arc::new(Discreet) as Arc<dyn Guard>,
        Arc::new(Unreadable::everywhere()),
    ] {
        let phone = Played::default().shows(&[&buttons(&["A", "B"])]);
        let shown = shown(&phone, &two_presses(), TraceDetail::Full, guard).await;
        assert_eq!(shown.screens.into_inner().unwrap(), []);
        assert_eq!(shown.pictures.into_inner().unwrap(), []);
        let calls = phone.calls();
        assert!(
            !calls.iter().any(|call| call.starts_with("screenshot")),
            "{calls:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_is_shown_after_something_was_typed() {
    let steps = json!([
        { "id": "type", "type": "enter_text", "params": {
            "matcher": { "resourceId": "p:id/field" }, "text": "hunter2" } },
        { "id": "go", "type": "click", "params": { "matcher": { "resourceId": "p:id/go" } } },
    ]);
    let phone = Played::default().shows(&[&field(""), &field("hunter2")]);
    let shown = shown(&phone, &steps, TraceDetail::Full, Arc::new(AllowAll)).await;
    let screens = shown.screens.into_inner().unwrap();
    assert!(!screens.is_empty());
    for (step, screen) in screens {
        assert_eq!(step, "type");
        assert!(!screen.contains("hunter2"), "{screen}");
    }
    let pictures = shown.pictures.into_inner().unwrap();
    assert!(
        pictures
            .iter()
            .all(|(step, moment)| step == "type" && *moment == PictureMoment::Before)
    );
}
