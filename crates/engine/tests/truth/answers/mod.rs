//! Generated answers of `input`, `am` and `cmd`: whatever a phone's programs write and however they end, nothing is sent
//! twice that may have been done, and nothing is called done that was not.
//!
//! A [`Fake`](fake::Fake) stands in the place of an adb server. It knows what each line truly did, which its answers
//! may or may not tell.

mod fake;
mod generate;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use clawperator_engine::Parts;
use clawperator_test_support::FakeSources;
use serde_json::{Value, json};

use self::fake::{Fake, Reply};
use self::generate::{Case, KINDS, case};
use super::dice::Dice;
use super::rig::{execution, parts, run};

/// How many answers are generated.
const CASES: usize = 1_200;

/// Sleeps up to this are delays, which are skipped. Longer ones are limits.
const LONGEST_DELAY: Duration = Duration::from_millis(1_500);

/// An act and the line that carries it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Act {
    Tap,
    Hold,
    Swipe,
    Key,
    /// The first of the lines of a text, which moves the cursor.
    TextCursor,
    /// The line that types.
    Text,
    OpenApp,
    OpenUri,
    Close,
}

const ACTS: [Act; 9] = [
    Act::Tap,
    Act::Hold,
    Act::Swipe,
    Act::Key,
    Act::TextCursor,
    Act::Text,
    Act::OpenApp,
    Act::OpenUri,
    Act::Close,
];

impl Act {
    /// Whether the line is several events.
    const fn is_several(self) -> bool {
        matches!(self, Self::Hold | Self::Swipe | Self::Text)
    }

    /// The word after the program's name.
    const fn command(self) -> &'static str {
        match self {
            Self::Tap => "tap",
            Self::Hold | Self::Swipe => "swipe",
            Self::Key | Self::TextCursor => "keyevent",
            Self::Text => "text",
            Self::OpenApp | Self::OpenUri => "start",
            Self::Close => "force-stop",
        }
    }

    const fn program(self) -> &'static str {
        match self {
            Self::OpenApp | Self::OpenUri | Self::Close => "am",
            _ => "input",
        }
    }

    fn action(self) -> Value {
        let button = json!({ "textEquals": "A" });
        let retry = json!({ "maxAttempts": 4, "initialDelayMs": 100 });
        match self {
            Self::Tap => json!({ "type": "click", "params": { "matcher": button } }),
            Self::Hold => json!({ "type": "click",
                "params": { "matcher": button, "clickType": "long_click" } }),
            Self::Swipe => json!({ "type": "scroll", "params": { "retry": retry } }),
            Self::Key => {
                json!({ "type": "press_key", "params": { "key": "back", "retry": retry } })
            }
            Self::TextCursor | Self::Text => json!({ "type": "enter_text", "params": {
                "where": { "class": "android.widget.EditText" }, "text": "hello" } }),
            Self::OpenApp => json!({ "type": "open_app", "params": { "applicationId": "com.a" } }),
            Self::OpenUri => json!({ "type": "open_uri", "params": { "uri": "a://b" } }),
            Self::Close => json!({ "type": "close_app", "params": { "applicationId": "com.a" } }),
        }
    }
}

#[tokio::test]
async fn no_answer_makes_the_engine_lie_or_repeat() {
    let fake = Fake::listen().await;
    let mut dice = Dice(0x00a0_54e7);
    let mut told = BTreeMap::<(Act, String), usize>::new();
    let mut kinds = BTreeMap::<&str, usize>::new();
    for number in 0..CASES {
        let act = ACTS[number % ACTS.len()];
        let case = case(act, &mut dice);
        *kinds.entry(case.kind).or_default() += 1;
        let outcome = try_one(&fake, act, &case).await;
        *told.entry((act, outcome)).or_default() += 1;
    }
    println!("{kinds:?}\n{told:?}");
    // Every kind of answer was tried, and the answers of the engine are not all the same.
    assert!(KINDS.iter().all(|kind| kinds.get(kind) > Some(&50)));
    for act in ACTS {
        let count = |code: &str| told.get(&(act, code.to_owned())).copied().unwrap_or(0);
        assert!(count("done") >= 10, "{act:?}: {told:?}");
        assert!(count("OUTCOME_UNKNOWN") >= 10, "{act:?}: {told:?}");
    }
}

/// Runs one act against one answer, and holds what is told against what was done.
async fn try_one(fake: &Fake, act: Act, case: &Case) -> String {
    fake.begin(act, case.reply.clone());
    let actions = json!([act.action()]);
    let result = run(
        fake.device.clone(),
        Parts {
            // Delays are skipped and limits are as long as they are.
            sources: Arc::new(FakeSources::start().skipping(LONGEST_DELAY)),
            ..parts(1)
        },
        &execution(&actions, 120_000),
    )
    .await
    .unwrap();
    let step = &result.envelope.step_results[0];
    let code = step.data.get("error").map_or("done", String::as_str);
    let facts = fake.facts();
    let context = || format!("{act:?} {case:#?}\n{:?}\n{facts:?}", step.data);
    let first = &case.reply;
    // What may have been done is not sent again, and what is several events is never sent again.
    if first.happened > 0 || act.is_several() {
        assert_eq!(facts.sent, 1, "sent again: {}", context());
    }
    assert!(facts.done <= 1, "done twice: {}", context());
    match code {
        "done" => assert_eq!(facts.done, 1, "nothing was done: {}", context()),
        "OUTCOME_UNKNOWN" => {}
        // A text may be refused after its first line, and is then read back.
        "ACTION_FAILED" | "TEXT_MISMATCH" if act == Act::Text => {
            assert_eq!(first.happened, 0, "called refused: {}", context());
        }
        _ => assert_eq!(facts.happened, 0, "called refused: {}", context()),
    }
    if first.is_done() {
        assert_eq!(code, "done", "called not done: {}", context());
    }
    code.to_owned()
}

impl Reply {
    /// Whether everything was done and the program says so by its status.
    fn is_done(&self) -> bool {
        self.happened == Self::ALL && self.status == Some(0)
    }
}
