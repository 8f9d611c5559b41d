//! A run that waits for a person: what it does when they decide, and what it never does.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_contract::events::{Event, Happened};
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{ErrorCode, Execution, Failure, RunOptions};
use clawperator_engine::{
    ActQuestion, Cancel, Decision, Escort, Events, Guard, Intent, Phone, Refusal, Ticket, Verdict,
    never,
};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::played::{Played, Shown, buttons, click, data, execution, run_heard};

const MINUTE: Duration = Duration::from_mins(1);
const LIMIT: Duration = Duration::from_mins(10);

/// Wants a person for whatever has this word in its question, and knows what the person will say and when.
#[derive(Debug, Clone)]
struct Person(Arc<Mutex<Desk>>);

#[derive(Debug)]
struct Desk {
    word: &'static str,
    answers: VecDeque<(Duration, Decision)>,
    approved: BTreeSet<String>,
    asked: Vec<String>,
    withdrawn: Vec<String>,
}

impl Person {
    fn minds(word: &'static str, answers: &[(Duration, Decision)]) -> Self {
        Self(Arc::new(Mutex::new(Desk {
            word,
            answers: answers.iter().copied().collect(),
            approved: BTreeSet::new(),
            asked: Vec::new(),
            withdrawn: Vec::new(),
        })))
    }

    fn asked(&self) -> Vec<String> {
        self.0.lock().unwrap().asked.clone()
    }

    fn withdrawn(&self) -> Vec<String> {
        self.0.lock().unwrap().withdrawn.clone()
    }

    fn verdict(&self, question: String) -> Verdict {
        let mut desk = self.0.lock().unwrap();
        if !question.contains(desk.word) || desk.approved.remove(&question) {
            return Verdict::Allow;
        }
        desk.asked.push(question.clone());
        Verdict::Confirm {
            refusal: Refusal {
                rule: None,
                reason: format!("a person must approve {question}"),
                advice: None,
            },
            ticket: Some(Ticket {
                id: question,
                limit: LIMIT,
            }),
        }
    }
}

#[async_trait]
impl Guard for Person {
    async fn may_run(&self, _: &Execution, _: &Phone) -> Result<Box<dyn Escort>, Verdict> {
        match self.verdict("begin".to_owned()) {
            Verdict::Allow => Ok(Box::new(self.clone())),
            other => Err(other),
        }
    }

    async fn decision(&self, ticket: &Ticket) -> Decision {
        let answer = self.0.lock().unwrap().answers.pop_front();
        let Some((after, decision)) = answer else {
            return std::future::pending().await;
        };
        sleep(after).await;
        if decision == Decision::Approved {
            let mut desk = self.0.lock().unwrap();
            desk.approved.insert(ticket.id.clone());
        }
        decision
    }

    async fn withdraw(&self, ticket: &Ticket) {
        self.0.lock().unwrap().withdrawn.push(ticket.id.clone());
    }
}

#[async_trait]
impl Escort for Person {
    async fn may_act(&self, question: ActQuestion<'_>) -> Verdict {
        self.verdict(match question.intent {
            Intent::Touch(finger) => match finger.named() {
                Some(named) => format!("touch {}", named.taker.text()),
                None => "touch".to_owned(),
            },
            Intent::Focus { .. } => "focus".to_owned(),
            Intent::Text { .. } => "text".to_owned(),
            Intent::Submit(_) => "submit".to_owned(),
            Intent::Key(_) => "key".to_owned(),
            Intent::Read(_) => "read".to_owned(),
            other => format!("{other:?}"),
        })
    }

    fn may_show(&self, _: &ActQuestion<'_>) -> Verdict {
        Verdict::Allow
    }
}

/// Keeps what was said of waiting.
#[derive(Debug, Default)]
struct Heard(Mutex<Vec<String>>);

impl Events for Heard {
    fn on_event(&self, event: &Event) {
        let said = match &event.event {
            Happened::Parked {
                step,
                ticket,
                wait_ms,
            } => {
                let index = step.as_ref().map(|step| step.index);
                format!("parked {index:?} {ticket} {} s", wait_ms / 1_000)
            }
            Happened::Decided { decision, .. } => format!("decided {decision:?}"),
            _ => return,
        };
        self.0.lock().unwrap().push(said);
    }
}

struct Ran {
    result: Result<ExecutionResult, Failure>,
    heard: Vec<String>,
    took: Duration,
}

impl Ran {
    fn code(&self, step: usize) -> Option<&str> {
        data(self.result.as_ref().unwrap(), step, "error")
    }
}

async fn parked(phone: &Played, person: &Person, actions: Value, cancel: Cancel<'_>) -> Ran {
    let started = Instant::now();
    let heard = Heard::default();
    let options = RunOptions {
        park: true,
        ..RunOptions::default()
    };
    let execution = execution(&actions);
    let guard = Arc::new(person.clone());
    let result = run_heard(phone, &execution, options, guard, &heard, cancel).await;
    Ran {
        result,
        heard: heard.0.into_inner().unwrap(),
        took: started.elapsed(),
    }
}

fn approved(after: Duration) -> (Duration, Decision) {
    (after, Decision::Approved)
}

#[tokio::test(start_paused = true)]
async fn what_is_approved_is_done_once_and_nothing_before_it_again() {
    let phone = Played::default().shows(&[&buttons(&["Add", "Pay"])]);
    // Much longer than the execution's timeout, and than the retry's own time.
    let person = Person::minds("Pay", &[approved(MINUTE * 9)]);
    let mut pay = click("Pay");
    pay["params"]["retry"] = json!({ "withinMs": 1000 });
    let ran = parked(&phone, &person, json!([click("Add"), pay]), never()).await;
    assert!(ran.result.as_ref().unwrap().envelope.error.is_none());
    assert_eq!(ran.took, MINUTE * 9);
    assert_eq!(
        ran.heard,
        ["parked Some(1) touch Pay 600 s", "decided Approved"]
    );
    // It looked again before it touched.
    assert_eq!(
        phone.calls(),
        ["observe", "tap 100,50", "observe", "observe", "tap 100,150"]
    );
}

/// A minute later the keyboard may be gone, and back would leave the page.
#[tokio::test(start_paused = true)]
async fn back_is_pressed_only_where_a_keyboard_is_still_there() {
    let plain = buttons(&["Add"]);
    let keyboard = plain.replace(
        "<hierarchy ",
        r#"<hierarchy keyboard="[0,1000][1000,2000]" "#,
    );
    let hide = json!([{ "type": "hide_keyboard" }]);
    // It goes before a person has decided, or behind the key.
    for (gone_after, shown, keys) in [(30, "false", 0), (61, "true", 1)] {
        let phone = Played::default().follows(&[
            (Duration::ZERO, Shown::Screen(keyboard.clone())),
            (
                Duration::from_secs(gone_after),
                Shown::Screen(plain.clone()),
            ),
        ]);
        let person = Person::minds("key", &[approved(MINUTE)]);
        let ran = parked(&phone, &person, hide.clone(), never()).await;
        let result = ran.result.unwrap();
        assert_eq!(data(&result, 0, "keyboard_shown"), Some(shown));
        let calls = phone.calls();
        let pressed = calls.iter().filter(|call| *call != "observe").count();
        assert_eq!(pressed, keys, "{calls:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_refused_is_not_done() {
    let phone = Played::default().shows(&[&buttons(&["Pay"])]);
    let person = Person::minds("Pay", &[(MINUTE, Decision::Refused)]);
    let ran = parked(&phone, &person, json!([click("Pay")]), never()).await;
    assert_eq!(ran.code(0), Some("POLICY_DENIED"));
    assert_eq!(ran.heard[1..], ["decided Refused"]);
    assert_eq!(phone.calls(), ["observe"]);
}

#[tokio::test(start_paused = true)]
async fn nobody_is_waited_for_longer_than_the_limit() {
    let phone = Played::default().shows(&[&buttons(&["Pay"])]);
    let person = Person::minds("Pay", &[]);
    let ran = parked(&phone, &person, json!([click("Pay")]), never()).await;
    assert_eq!(ran.code(0), Some("POLICY_CONFIRMATION_REQUIRED"));
    assert_eq!(ran.took, LIMIT);
    assert_eq!(phone.calls(), ["observe"]);
    // An approval that came later would be for a run that is over.
    assert_eq!(person.withdrawn(), ["touch Pay"]);
}

#[tokio::test(start_paused = true)]
async fn a_run_that_waits_can_be_cancelled() {
    let phone = Played::default().shows(&[&buttons(&["Pay"])]);
    let person = Person::minds("Pay", &[]);
    let cancel = Box::pin(sleep(MINUTE));
    let ran = parked(&phone, &person, json!([click("Pay")]), cancel).await;
    let failure = ran.result.unwrap_err();
    assert_eq!(failure.code, ErrorCode::ExecutionCancelled);
    assert_eq!(ran.took, MINUTE);
    assert_eq!(phone.calls(), ["observe"]);
    assert_eq!(person.withdrawn(), ["touch Pay"]);
}

#[tokio::test(start_paused = true)]
async fn a_decided_question_is_not_withdrawn() {
    // It is cancelled while it looks for the node again, after the decision.
    for answer in [approved(MINUTE), (MINUTE, Decision::Refused)] {
        let phone = Played::default().shows(&[&buttons(&["Pay"]), &buttons(&["Sold out"])]);
        let person = Person::minds("Pay", &[answer]);
        let cancel = Box::pin(sleep(MINUTE + Duration::from_secs(2)));
        let ran = parked(&phone, &person, json!([click("Pay")]), cancel).await;
        assert_eq!(ran.heard.len(), 2, "{:?}", ran.heard);
        assert!(person.withdrawn().is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn another_node_is_another_question_within_the_same_limit() {
    let pay = json!({ "type": "click", "params": { "matcher": { "textContains": "Pay" } } });
    let screens = [buttons(&["Pay 5"]), buttons(&["Pay 9"])];
    let screens = screens.each_ref().map(String::as_str);
    let phone = Played::default().shows(&screens);
    let person = Person::minds("Pay", &[approved(MINUTE * 4)]);
    let ran = parked(&phone, &person, json!([pay]), never()).await;
    assert_eq!(ran.code(0), Some("POLICY_CONFIRMATION_REQUIRED"));
    assert_eq!(person.asked(), ["touch Pay 5", "touch Pay 9"]);
    assert_eq!(ran.took, LIMIT);
    assert_eq!(ran.heard[2], "parked Some(0) touch Pay 9 360 s");
    assert_eq!(phone.calls(), ["observe", "observe"]);

    // Nobody is left to be asked when the first decision takes all the time.
    let phone = Played::default().shows(&screens);
    let person = Person::minds("Pay", &[approved(LIMIT)]);
    let ran = parked(&phone, &person, json!([pay]), never()).await;
    assert_eq!(ran.code(0), Some("POLICY_CONFIRMATION_REQUIRED"));
    assert_eq!(person.withdrawn(), ["touch Pay 9"]);
    assert_eq!(phone.calls(), ["observe", "observe"]);

    let phone = Played::default().shows(&screens);
    let person = Person::minds("Pay", &[approved(MINUTE), approved(MINUTE)]);
    let ran = parked(&phone, &person, json!([pay]), never()).await;
    assert_eq!(ran.code(0), None);
    assert_eq!(
        phone.calls(),
        ["observe", "observe", "observe", "tap 100,50"]
    );
}

#[tokio::test(start_paused = true)]
async fn a_node_that_is_gone_is_a_failure_of_the_step() {
    let phone = Played::default().shows(&[&buttons(&["Pay"]), &buttons(&["Sold out"])]);
    let person = Person::minds("Pay", &[approved(MINUTE)]);
    let ran = parked(&phone, &person, json!([click("Pay")]), never()).await;
    assert_eq!(ran.code(0), Some("NODE_NOT_FOUND"));
    // The attempts of the retry are all there, and begin after the decision.
    assert_eq!(ran.took, MINUTE + Duration::from_millis(6500));
    assert!(phone.calls().iter().all(|call| !call.starts_with("tap")));
}

#[tokio::test(start_paused = true)]
async fn an_execution_waits_before_its_first_step_too() {
    let phone = Played::default().shows(&[&buttons(&["Pay"])]);
    let person = Person::minds("begin", &[approved(MINUTE)]);
    let ran = parked(&phone, &person, json!([click("Pay")]), never()).await;
    assert_eq!(ran.code(0), None);
    assert_eq!(ran.heard, ["parked None begin 600 s", "decided Approved"]);
    let phone = Played::default().shows(&[&buttons(&["Pay"])]);
    let person = Person::minds("begin", &[(MINUTE, Decision::Refused)]);
    let ran = parked(&phone, &person, json!([click("Pay")]), never()).await;
    assert_eq!(ran.result.unwrap_err().code, ErrorCode::PolicyDenied);
    assert!(phone.calls().is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_execution_cancelled_before_its_first_step_sent_nothing() {
    let phone = Played::default().shows(&[&buttons(&["Pay"])]);
    let person = Person::minds("begin", &[]);
    let cancel = Box::pin(sleep(MINUTE));
    let ran = parked(&phone, &person, json!([click("Pay")]), cancel).await;
    let failure = ran.result.unwrap_err();
    assert_eq!(failure.code, ErrorCode::ExecutionCancelled);
    assert!(phone.calls().is_empty());
    assert_eq!(person.withdrawn(), ["begin"]);
}

#[tokio::test(start_paused = true)]
async fn keys_and_reads_wait_without_a_second_look() {
    for (action, calls) in [
        (
            json!({ "type": "press_key", "params": { "key": "home" } }),
            &["key Home"][..],
        ),
        (
            json!({ "type": "read_text", "params": { "matcher": { "textEquals": "Pay" } } }),
            &["observe"],
        ),
    ] {
        let phone = Played::default().shows(&[&buttons(&["Pay"])]);
        let word = if calls == ["observe"] { "read" } else { "key" };
        let person = Person::minds(word, &[approved(MINUTE), approved(MINUTE)]);
        let ran = parked(&phone, &person, json!([action]), never()).await;
        assert_eq!(ran.code(0), None, "{action}");
        assert_eq!(phone.calls(), calls);
    }
}

fn field(focused: bool, text: &str) -> String {
    format!(
        r#"<hierarchy rotation="0"><node class="android.widget.FrameLayout" bounds="[0,0][400,800]"><node class="android.widget.EditText" text="{text}" hint="Name" clickable="true" focusable="true" enabled="true" focused="{focused}" bounds="[0,0][400,100]"/></node></hierarchy>"#
    )
}

#[tokio::test(start_paused = true)]
async fn a_text_waits_at_its_tap_its_keys_and_its_enter_key_and_types_once() {
    let typing = json!({
        "type": "enter_text", "params": { "matcher": { "role": "textfield" }, "text": "x", "submit": true },
    });
    let (empty, focused, typed) = (field(false, ""), field(true, ""), field(true, "x"));
    for (word, screens) in [
        ("focus", vec![&empty, &empty, &focused, &typed]),
        ("text", vec![&empty, &focused, &focused, &typed]),
        ("submit", vec![&empty, &focused, &typed, &typed]),
    ] {
        let screens: Vec<&str> = screens.into_iter().map(String::as_str).collect();
        let phone = Played::default().shows(&screens);
        let person = Person::minds(word, &[approved(MINUTE)]);
        let ran = parked(&phone, &person, json!([typing]), never()).await;
        assert_eq!(ran.code(0), None, "{word}: {:?}", ran.result);
        let focus_tap = data(ran.result.as_ref().unwrap(), 0, "focus_tap");
        assert_eq!(focus_tap, Some("(200,50)"), "{word}");
        let acts: Vec<String> = phone.calls();
        let acts: Vec<&String> = acts.iter().filter(|call| *call != "observe").collect();
        assert_eq!(acts, ["tap 200,50", "erase 0 type x", "submit"], "{word}");
    }
    // Refused at the enter key: what was typed stays typed, and nothing is sent after it.
    let phone = Played::default().shows(&[&focused, &typed]);
    let person = Person::minds("submit", &[(MINUTE, Decision::Refused)]);
    let ran = parked(&phone, &person, json!([typing]), never()).await;
    assert_eq!(ran.code(0), Some("POLICY_DENIED"));
    assert!(!phone.calls().contains(&"submit".to_owned()));
    // The field is not the one in front any more.
    let phone = Played::default().shows(&[&focused, &typed, &empty]);
    let person = Person::minds("submit", &[approved(MINUTE)]);
    let ran = parked(&phone, &person, json!([typing]), never()).await;
    assert_eq!(ran.code(0), Some("ACTION_FAILED"));
    assert!(!phone.calls().contains(&"submit".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn without_parking_it_ends_there() {
    let phone = Played::default().shows(&[&buttons(&["Pay"])]);
    let person = Person::minds("Pay", &[approved(MINUTE)]);
    let (execution, guard) = (execution(&json!([click("Pay")])), Arc::new(person));
    let heard = Heard::default();
    let options = RunOptions::default();
    let result = run_heard(&phone, &execution, options, guard, &heard, never())
        .await
        .unwrap();
    assert_eq!(
        data(&result, 0, "error"),
        Some("POLICY_CONFIRMATION_REQUIRED")
    );
    assert!(heard.0.into_inner().unwrap().is_empty());
    assert_eq!(phone.calls(), ["observe"]);
}
