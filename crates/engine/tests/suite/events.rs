//! What a run tells on the way, and what it waits for.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_contract::events::{Event, Happened};
use clawperator_contract::{ErrorCode, FailureDetails, RunOptions, TraceDetail, read_answer};
use clawperator_engine::{AllowAll, Escort, Events, Guard, NotWritten, never};
use serde_json::{Value, json};

use super::played::{Played, buttons, click, execution, execution_within, run_heard};

/// Keeps what it hears, and does not return from one kind of event.
#[derive(Debug, Default)]
struct Heard {
    events: Mutex<Vec<Event>>,
    hangs_at: Option<&'static str>,
    fails_at: Option<&'static str>,
}

#[async_trait]
impl Events for Heard {
    fn on_event(&self, event: &Event) {
        self.events.lock().unwrap().push(event.clone());
    }

    async fn written(&self, event: &Event) -> Result<(), NotWritten> {
        if self.hangs_at.is_some_and(|kind| kind == kind_of(event)) {
            std::future::pending::<()>().await;
        }
        if self.fails_at.is_some_and(|kind| kind == kind_of(event)) {
            let message = "the disk is full".to_owned();
            return Err(NotWritten { message });
        }
        Ok(())
    }
}

impl Heard {
    fn hanging_at(kind: &'static str) -> Self {
        Self {
            hangs_at: Some(kind),
            ..Self::default()
        }
    }

    fn lines(&self) -> String {
        let events = self.events.lock().unwrap();
        let lines: Vec<String> = events
            .iter()
            .map(|event| serde_json::to_string(event).unwrap())
            .collect();
        lines.join("\n")
    }

    fn kinds(&self) -> Vec<String> {
        self.events.lock().unwrap().iter().map(kind_of).collect()
    }
}

fn kind_of(event: &Event) -> String {
    json!(event)["event"]["type"].as_str().unwrap().to_owned()
}

const SETTLE: RunOptions = RunOptions {
    settle: true,
    snapshot: clawperator_contract::SnapshotForm::Xml,
    budget: None,
    park: false,
    trace: TraceDetail::On,
};

/// The run that the page shows: a press that is found at the second look, and a key.
async fn run_of_page(heard: &Heard) {
    let [none, one, two] = [&[][..], &["A"], &["A", "B"]].map(buttons);
    let phone = Played::default().shows(&[&none, &one, &two, &buttons(&["Home"])]);
    let mut steps = json!([click("A"), { "type": "press_key", "params": { "key": "home" } }]);
    steps[0]["id"] = json!("press");
    steps[1]["id"] = json!("home");
    let execution = execution(&steps);
    let result = run_heard(
        &phone,
        &execution,
        SETTLE,
        Arc::new(AllowAll),
        heard,
        never(),
    )
    .await;
    result.unwrap();
}

#[tokio::test(start_paused = true)]
async fn the_page_shows_what_a_run_tells() {
    let heard = Heard::default();
    run_of_page(&heard).await;
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/events.md");
    let page = fs::read_to_string(page).unwrap();
    let shown = page.split("```jsonl\n").nth(1).unwrap();
    let shown = shown.split("```").next().unwrap();
    assert_eq!(shown.trim_end(), heard.lines());
}

#[tokio::test(start_paused = true)]
async fn events_are_numbered_and_read_as_they_were_told() {
    let heard = Heard::default();
    run_of_page(&heard).await;
    let events = heard.events.lock().unwrap();
    for (index, event) in events.iter().enumerate() {
        assert_eq!(event.sequence, index as u64);
        let text = json!(event).to_string();
        assert_eq!(read_answer(text.as_bytes()), Ok(event.clone()));
    }
    assert!(events.is_sorted_by_key(|event| event.at_ms));
    let newer = br#"{"sequence":0,"atMs":0,"event":{"type":"took_off","height":5}}"#;
    let newer: Event = read_answer(newer).unwrap();
    assert_eq!(newer.event, Happened::Other);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_before_it_is_written() {
    for (kind, calls) in [("execution_accepted", 0), ("acting", 1)] {
        let heard = Heard::hanging_at(kind);
        let phone = Played::default().shows(&[&buttons(&["A"])]);
        let steps = execution_within(&json!([click("A")]), 5000);
        let options = RunOptions::default();
        let guard = Arc::new(AllowAll);
        let failure = run_heard(&phone, &steps, options, guard, &heard, never())
            .await
            .unwrap_err();
        assert_eq!(failure.code, ErrorCode::ResultEnvelopeTimeout);
        assert_eq!(phone.calls().len(), calls, "{:?}", phone.calls());
        assert_eq!(heard.kinds().last().unwrap(), "execution_interrupted");
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_that_could_not_be_written() {
    for (kind, calls) in [("execution_accepted", 0), ("acting", 1)] {
        let heard = Heard {
            fails_at: Some(kind),
            ..Heard::default()
        };
        let phone = Played::default().shows(&[&buttons(&["A"])]);
        let steps = execution(&json!([click("A")]));
        let options = RunOptions::default();
        let answer = run_heard(&phone, &steps, options, Arc::new(AllowAll), &heard, never()).await;
        let answer = match answer {
            Ok(result) => json!(result),
            Err(failure) => json!(failure),
        };
        let text = answer.to_string();
        assert!(text.contains("HOST_IO_FAILED"), "{text}");
        assert!(text.contains("the disk is full"), "{text}");
        assert_eq!(phone.calls().len(), calls, "{:?}", phone.calls());
    }
}

#[tokio::test(start_paused = true)]
async fn who_waits_for_a_listener_can_be_cancelled() {
    let heard = Heard::hanging_at("acting");
    let phone = Played::default().shows(&[&buttons(&["A"])]);
    let steps = execution(&json!([click("A")]));
    let cancel = Box::pin(tokio::time::sleep(Duration::from_millis(300)));
    let options = RunOptions::default();
    let guard = Arc::new(AllowAll);
    let failure = run_heard(&phone, &steps, options, guard, &heard, cancel)
        .await
        .unwrap_err();
    assert_eq!(failure.code, ErrorCode::ExecutionCancelled);
    let Some(FailureDetails::Interrupted(details)) = failure.details else {
        panic!("{failure:?}");
    };
    let dispatched = details.in_flight.unwrap().dispatched;
    assert_eq!(dispatched, clawperator_contract::Dispatched::No);
}

/// Allows everything and withholds labels.
#[derive(Debug)]
pub(super) struct Discreet;

#[async_trait]
impl Guard for Discreet {
    async fn may_run(
        &self,
        _: &clawperator_contract::Execution,
        _: &clawperator_engine::Phone,
    ) -> Result<Box<dyn Escort>, clawperator_engine::Verdict> {
        Ok(Box::new(Self))
    }

    fn withholds_labels(&self) -> bool {
        true
    }
}

#[async_trait]
impl Escort for Discreet {
    async fn may_act(&self, _: clawperator_engine::ActQuestion<'_>) -> clawperator_engine::Verdict {
        clawperator_engine::Verdict::Allow
    }

    fn may_show(&self, _: &clawperator_engine::ActQuestion<'_>) -> clawperator_engine::Verdict {
        clawperator_engine::Verdict::Allow
    }
}

const SECRET: &str = "hunter2";

/// A field that has the focus and shows a text, above a label that repeats it.
pub(super) fn field(text: &str) -> String {
    format!(
        r#"<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="p" bounds="[0,0][400,400]">
        <node class="android.widget.EditText" resource-id="p:id/field" package="p" text="{text}" enabled="true"
              focusable="true" focused="true" clickable="true" bounds="[0,0][400,100]" />
        <node class="android.widget.Button" resource-id="p:id/go" package="p" text="Search {text}" enabled="true"
              clickable="true" bounds="[0,100][400,200]" /></node></hierarchy>"#
    )
}

#[tokio::test(start_paused = true)]
async fn no_event_has_a_text_that_is_typed() {
    let typed = json!([
        { "type": "enter_text", "params": { "matcher": { "resourceId": "p:id/field" }, "text": SECRET, "submit": true } },
        { "type": "click", "params": { "matcher": { "resourceId": "p:id/go" } } },
    ]);
    let heard = Heard::default();
    let phone = Played::default().shows(&[&field(""), &field(SECRET)]);
    let guard = Arc::new(AllowAll);
    let result = run_heard(&phone, &execution(&typed), SETTLE, guard, &heard, never()).await;
    assert!(json!(result.unwrap()).to_string().contains(SECRET));
    assert!(!heard.lines().contains(SECRET), "{}", heard.lines());
    assert!(heard.lines().contains("[button] #go"), "{}", heard.lines());
}

#[tokio::test(start_paused = true)]
async fn no_event_has_a_label_where_labels_are_withheld() {
    let heard = Heard::default();
    let phone = Played::default().shows(&[&buttons(&["Jane"]), &buttons(&["Jane", "Doe"])]);
    let steps = execution(&json!([click("Jane")]));
    let result = run_heard(&phone, &steps, SETTLE, Arc::new(Discreet), &heard, never()).await;
    result.unwrap();
    let lines = heard.lines();
    assert!(!lines.contains("Jane") && !lines.contains("Doe"), "{lines}");
    let told: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of_kind = |kind: &str| {
        told.iter()
            .find(|line| line["event"]["type"] == kind)
            .unwrap()
    };
    assert_eq!(of_kind("acting")["event"]["target"], Value::Null);
    assert_eq!(of_kind("settled")["event"]["diff"], Value::Null);
}
