//! What a person does on the real toolkit is recorded by the Operator, and made a recipe that does the same: with the app's
//! own record as the judge.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::{Envelope, RunOptions, Status};
use clawperator_framework_phone::RecordEntry;
use clawperator_phone_screen::{InputGesture, Screen, TouchPoint};
use clawperator_recipe::{Artifact, Levels, compile, load};
use clawperator_recording::{By, Draft, MAX_RECORDING_BYTES, Recording, What, draft, read};
use clawperator_ui::Node;
use serde_json::{Value, json};

#[cfg(feature = "api-36")]
use super::api36::on_the_newer_phone;
use super::drivers::Driven;
use super::file::payload;
use super::hand::Hand;
use super::rig::{APP, AppProcess, Phone, on_the_phone_by};

/// How busy this machine is must not decide a test.
const WITHIN: Duration = Duration::from_mins(6);
const HOLD: Duration = Duration::from_millis(1_200);

#[test]
fn a_walk_over_five_pages_becomes_a_recipe_that_does_the_same() {
    on_the_phone_by(Driven::ByOperator, walks);
}

#[cfg(feature = "api-36")]
#[test]
fn a_walk_over_five_pages_becomes_a_recipe_on_android_16() {
    on_the_newer_phone(async |phone| phone.driven(Driven::ByOperator, walks).await);
}

#[test]
fn no_password_is_in_a_recording() {
    on_the_phone_by(Driven::ByOperator, types_secrets);
}

#[test]
fn a_recording_of_an_operator_that_was_killed_is_incomplete() {
    on_the_phone_by(Driven::ByOperator, kills);
}

/// How often the walk is recorded until the Operator has looked at every page before it was left. On a busy machine a page
/// may be gone before that, and the draft says so with a marked step.
const TRIES: [&str; 5] = ["walk", "walk2", "walk3", "walk4", "walk5"];
/// What a draft says of a switch that was pressed before the Operator had looked at it.
const UNSEEN: &str = "The state before was not seen";

async fn walks(phone: &Phone) {
    let [first, others @ ..] = TRIES;
    let mut recorded = record_walk(phone, first).await;
    for name in others {
        if recorded.drafted.marked == 0 && !recorded.drafted.text.contains(UNSEEN) {
            break;
        }
        println!("{}", recorded.drafted.text);
        recorded = record_walk(phone, name).await;
    }
    let Recorded { drafted, by_hand } = recorded;
    println!("{}", drafted.text);
    assert_eq!(drafted.marked, 0, "{}", drafted.text);
    let recipe = completed(&drafted.text);
    let execution = compiled(&recipe);
    phone.begin(None, AppProcess::New).await;
    let before = phone.newest().await;
    let hand = Arc::new(Hand::new(phone.device(), Arc::clone(&phone.screen)));
    let answer = phone.run(hand, &execution, RunOptions::default()).await;
    let envelope = answer.unwrap().envelope;
    assert_eq!(envelope.status, Status::Success, "{recipe}\n{envelope:#?}");
    phone.rest().await;
    let by_recipe = deeds(&phone.happened(before).await);
    assert_eq!(by_recipe, by_hand, "{recipe}");
    assert!(by_hand.len() >= 12, "{by_hand:?}");
}

/// A walk as it was recorded, and what it did to the app.
struct Recorded {
    drafted: Draft,
    by_hand: Vec<String>,
}

async fn record_walk(phone: &Phone, name: &str) -> Recorded {
    let fresh = [
        json!({ "type": "close_app", "params": { "applicationId": APP } }),
        json!({ "type": "open_app", "params": { "applicationId": APP } }),
    ];
    phone.begin(None, AppProcess::New).await;
    run(phone, &fresh).await;
    phone.rest().await;
    start(phone, name, false).await;
    let before = phone.newest().await;
    walk(phone).await;
    let by_hand = deeds(&phone.happened(before).await);
    let recording = stop_and_pull(phone, name).await;
    assert!(recording.is_complete(), "{recording:#?}");
    assert_eq!(recording.header.package.as_deref(), Some(APP));
    let theirs = |event: &&clawperator_recording::Event| {
        matches!(event.what, What::Click | What::LongClick) && event.by == By::Person
    };
    assert_eq!(
        recording.events.iter().filter(theirs).count(),
        13,
        "{recording:#?}"
    );
    Recorded {
        drafted: draft(&recording),
        by_hand,
    }
}

/// Five pages and what is over them, by touch alone.
async fn walk(phone: &Phone) {
    tap(phone, "Counter").await;
    tap(phone, "increment").await;
    tap(phone, "increment").await;
    tap(phone, "Navigate up").await;
    tap(phone, "Toggle").await;
    tap(phone, "agree").await;
    tap(phone, "Navigate up").await;
    tap(phone, "Dialog").await;
    tap(phone, "open_dialog").await;
    tap(phone, "Delete").await;
    tap(phone, "Navigate up").await;
    tap(phone, "Long-press menu").await;
    let row = find(phone, "photo.jpg").await;
    let at = point(row);
    let hold = InputGesture::Swipe {
        from: at,
        to: at,
        duration: HOLD,
    };
    phone.screen.gesture(hold).await.unwrap();
    phone.rest().await;
}

/// What happened to the app, without what belongs to fingers, pages and processes.
fn deeds(record: &[RecordEntry]) -> Vec<String> {
    let told = [
        "click",
        "long_click",
        "check",
        "answer",
        "choose",
        "menu",
        "sign_in",
    ];
    let entries = record.iter();
    let entries = entries.filter(|entry| told.contains(&entry.what.as_str()));
    entries
        .map(|entry| format!("{} {} {}", entry.what, entry.view, entry.detail))
        .collect()
}

/// What a person adds: the version of the app, and what proves that each press worked.
fn completed(draft: &str) -> String {
    let mut text = draft.replace("# app_build:", "app_build:");
    let plus = format!("  resource_id: \"{APP}:id/increment\"\n```\n");
    let shows = |count: u32| {
        format!(
            "  resource_id: \"{APP}:id/increment\"\nconfirm:\n  selector:\n    resource_id: \"{APP}:id/count\"\n    text_equals: \"{count}\"\n```\n"
        )
    };
    let wait = text.find("type: wait_for_node").unwrap();
    let (before, after) = text.split_at(wait);
    let after = {
        let (waits, presses) = after.split_once("```\n").unwrap();
        let presses = presses
            .replacen(&plus, &shows(1), 1)
            .replacen(&plus, &shows(2), 1);
        format!("{waits}```\n{presses}")
    };
    text = format!("{before}{after}");
    // The last press has nothing behind it that would show what it did.
    let end = text.rfind("```").unwrap();
    text.truncate(end);
    text.push_str("confirm:\n  selector:\n    text_equals: \"Rename\"\n```\n");
    text
}

fn compiled(recipe: &str) -> Value {
    let loaded = load("walk.recipe.md", recipe.as_bytes(), &Levels::default());
    let loaded = loaded.unwrap_or_else(|findings| panic!("{recipe}\n{findings:#?}"));
    assert!(matches!(loaded.artifact, Artifact::Recipe(_)));
    let compiled = compile(&loaded, &BTreeMap::new()).unwrap_or_else(|error| panic!("{error:#?}"));
    let mut execution: Value = serde_json::from_str(compiled.template.json()).unwrap();
    execution["commandId"] = json!("walk");
    execution["taskId"] = json!("walk");
    execution
}

async fn types_secrets(phone: &Phone) {
    for (round, texts) in [(0, false), (1, true)] {
        let name = format!("secrets-{round}");
        phone
            .begin(Some("conformance://login"), AppProcess::New)
            .await;
        start(phone, &name, texts).await;
        let (user, secret) = (format!("anna{round}"), format!("hunter{round}zx9"));
        tap(phone, "username").await;
        phone.screen.text(&user).await.unwrap();
        phone.rest().await;
        tap(phone, "password").await;
        phone.screen.text(&secret).await.unwrap();
        phone.rest().await;
        let recording = stop_and_pull(phone, &name).await;
        let drafted = draft(&recording);
        let file = String::from_utf8(pull(phone, &name).await.unwrap()).unwrap();
        for text in [&file, &drafted.text] {
            assert!(!text.contains("hunter") && !text.contains("zx9"), "{text}");
            assert_eq!(text.contains(&user), texts, "{text}");
        }
        let password = format!("A password of {} characters was typed", secret.len());
        assert!(drafted.text.contains(&password), "{file}\n{}", drafted.text);
        // Both texts are inputs of steps that compile.
        assert_eq!(drafted.marked, 0, "{}", drafted.text);
    }
}

async fn kills(phone: &Phone) {
    phone
        .begin(Some("conformance://counter"), AppProcess::New)
        .await;
    start(phone, "killed", false).await;
    tap(phone, "increment").await;
    super::drivers::end(&phone.adb(), super::drivers::NAME).await;
    // The next question starts another.
    phone
        .driven(Driven::ByOperator, async |phone| {
            let file = pull(phone, "killed").await.unwrap();
            let recording = read(&file).unwrap();
            assert!(!recording.is_complete(), "{recording:#?}");
            let listed = phone.engine().recordings(WITHIN).await.unwrap();
            assert!(listed.iter().any(|one| one.name == "killed" && !one.runs));
        })
        .await;
}

async fn start(phone: &Phone, name: &str, texts: bool) {
    let params = json!({ "sessionId": name, "texts": texts });
    let begin = json!({ "type": "start_recording", "params": params });
    let answer = run(phone, &[begin]).await;
    assert_eq!(answer.step_results[0].data["session_id"], name);
    // A second one is refused, and nothing happens to the first.
    let again = run_any(phone, &[json!({ "type": "start_recording" })]).await;
    assert_eq!(
        again.error_code.as_deref(),
        Some("RECORDING_ALREADY_IN_PROGRESS")
    );
    phone.rest().await;
}

async fn stop_and_pull(phone: &Phone, name: &str) -> Recording {
    let end = json!({ "type": "stop_recording", "params": { "sessionId": name } });
    let ended = run(phone, &[end]).await;
    println!("{:?}", ended.step_results[0].data);
    let again = run_any(phone, &[json!({ "type": "stop_recording" })]).await;
    assert_eq!(
        again.error_code.as_deref(),
        Some("RECORDING_NOT_IN_PROGRESS")
    );
    let file = pull(phone, name).await.unwrap();
    println!("{}", String::from_utf8_lossy(&file));
    read(&file).unwrap()
}

async fn pull(phone: &Phone, name: &str) -> Option<Vec<u8>> {
    let file = phone
        .engine()
        .recording(name, MAX_RECORDING_BYTES, WITHIN)
        .await;
    let file = file.unwrap_or_else(|failure| panic!("{failure:?}"));
    assert!(!file.runs);
    Some(file.bytes)
}

async fn run(phone: &Phone, actions: &[Value]) -> Envelope {
    let envelope = run_any(phone, actions).await;
    assert_eq!(envelope.status, Status::Success, "{envelope:#?}");
    envelope
}

async fn run_any(phone: &Phone, actions: &[Value]) -> Envelope {
    let answer = phone
        .run(phone.device(), &payload(actions), RunOptions::default())
        .await;
    answer.unwrap().envelope
}

/// A finger of the phone's own, on the node of this id, text or description.
pub(super) async fn tap(phone: &Phone, called: &str) {
    let at = find(phone, called).await;
    phone
        .screen
        .gesture(InputGesture::Tap(point(at)))
        .await
        .unwrap();
    phone.rest().await;
}

async fn find(phone: &Phone, called: &str) -> (i32, i32) {
    let tree = phone.tree().await.unwrap();
    let is_called = |node: &Node<'_>| {
        let id = node.resource_id().rsplit('/').next();
        id == Some(called) || node.text() == called || node.content_desc() == called
    };
    let node = tree
        .nodes()
        .find(is_called)
        .unwrap_or_else(|| panic!("{called}"));
    let bounds = node.bounds();
    (
        i32::midpoint(bounds.left, bounds.right),
        i32::midpoint(bounds.top, bounds.bottom),
    )
}

#[expect(clippy::cast_precision_loss, reason = "pixels of a screen")]
const fn point((x, y): (i32, i32)) -> TouchPoint {
    TouchPoint {
        x: x as f32,
        y: y as f32,
    }
}
