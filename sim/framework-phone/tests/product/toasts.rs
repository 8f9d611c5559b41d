//! Toasts of the real toolkit are heard through the Operator, with the app's record as the judge.

use std::sync::Arc;

use clawperator_contract::{Envelope, RunOptions};
use serde_json::{Value, json};

#[cfg(feature = "api-36")]
use super::api36::on_the_newer_phone;
use super::drivers::Driven;
use super::file::{Toolkit, payload};
use super::hand::Hand;
use super::rig::{APP, AppProcess, Phone, on_the_phone_by};

#[test]
fn toasts_are_heard() {
    on_the_phone_by(Driven::ByOperator, hears);
}

#[cfg(feature = "api-36")]
#[test]
fn toasts_are_heard_on_android_16() {
    on_the_newer_phone(async |phone| phone.driven(Driven::ByOperator, hears).await);
}

async fn hears(phone: &Phone) {
    for toolkit in [Toolkit::Views, Toolkit::Compose] {
        phone
            .begin(Some(&toolkit.address("messages")), AppProcess::Any)
            .await;
        let click = json!({ "type": "click", "params": { "matcher": { "resourceId": toolkit.id("toast") } } });
        let wait = |matcher: Value, timeout: u32| json!({ "type": "wait_for_toast", "params": { "matcher": matcher, "timeoutMs": timeout } });
        let heard = run(
            phone,
            &[
                click.clone(),
                wait(json!({ "textEquals": "Saved 👍" }), 20_000),
            ],
        )
        .await;
        let step = &heard.step_results[1];
        assert!(step.success, "{toolkit:?}: {heard:?}");
        assert_eq!(step.data["text"], "Saved 👍");
        assert_eq!(step.data["resolved_package"], APP);
        // What came before the last act is not what it brought, and another text is another toast.
        phone.rest().await;
        let missed = run(
            phone,
            &[click, wait(json!({ "textContains": "Sent" }), 3_000)],
        )
        .await;
        let step = &missed.step_results[1];
        assert_eq!(
            step.data["error"], "WAIT_TIMEOUT",
            "{toolkit:?}: {missed:?}"
        );
        assert!(
            step.data["message"].contains("others were: \"Saved 👍\" ("),
            "{}",
            step.data["message"]
        );
        phone.rest().await;
    }
}

async fn run(phone: &Phone, actions: &[Value]) -> Envelope {
    let hand = Arc::new(Hand::new(phone.device(), Arc::clone(&phone.screen)));
    let answer = phone
        .run(hand, &payload(actions), RunOptions::default())
        .await;
    answer.unwrap().envelope
}
