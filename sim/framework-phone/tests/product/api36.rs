//! Some scenarios on a phone of API level 36, which wants a newer Java than the usual phone.

use clawperator_framework_phone::HostOptions;
use clawperator_virtual_phone::Release;

use super::built::{folder, variable};
use super::drivers::Driven;
use super::file::{Named, all};
use super::play::play;
use super::rig::{Phone, on_a_phone_of};
use super::scenarios::found;

/// The Java program of version 21 or later.
const JAVA: &str = "FRAMEWORK_PHONE_JAVA";

/// One of each kind of act, with both toolkits: 20 scenarios.
const SMOKE: [&str; 10] = [
    "click/around_a_button",
    "click/long_press",
    "dialog/confirm",
    "enter_text/by_hint",
    "enter_text/filtered",
    "menus/popup",
    "read_key_value_pair/value",
    "scroll_and_click/row_far_down",
    "snapshot_ui/compact",
    "toggle/switch",
];

/// Runs a test on a phone of its own.
pub(super) fn on_the_newer_phone(test: impl AsyncFnOnce(&Phone)) {
    let java = variable(JAVA).expect("FRAMEWORK_PHONE_JAVA names a Java of version 21 or later");
    let options = HostOptions::built_for(java, &folder(), 36);
    on_a_phone_of(Release::Android16, options, test);
}

#[test]
fn scenarios_come_out_on_android_16_as_on_14() {
    let scenarios: Vec<Named> = all()
        .into_iter()
        .filter(|named| SMOKE.contains(&named.name.as_str()))
        .collect();
    assert_eq!(scenarios.len(), 2 * SMOKE.len());
    on_the_newer_phone(async |phone| {
        let mut wrong = Vec::new();
        for driven in [Driven::ByShell, Driven::ByOperator] {
            let play_all = async |phone: &Phone| play_each(phone, driven, &scenarios).await;
            wrong.extend(phone.driven(driven, play_all).await);
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert_eq!(
            phone.screen.restarts(),
            0,
            "the toolkit was lost on the way"
        );
    });
}

async fn play_each(phone: &Phone, driven: Driven, scenarios: &[Named]) -> Vec<String> {
    let mut wrong = Vec::new();
    for named in scenarios {
        let outcome = play(phone, named, None).await;
        let found = found(named, driven, &outcome).join("; ");
        let verdict = if found.is_empty() { "ok" } else { "WRONG" };
        let (took, by) = (outcome.took.1.as_secs_f64(), driven.name());
        println!("{verdict:5} {took:6.2} s on API 36  {named} by {by} {found}");
        if !found.is_empty() {
            wrong.push(format!("{named} by {by}: {found}"));
        }
    }
    wrong
}
