//! Some scenarios on a phone of API level 36, which wants a newer Java than the usual phone.

use clawperator_framework_phone::HostOptions;
use clawperator_virtual_phone::Release;

use super::built::{folder, variable};
use super::file::{Named, all};
use super::judge::problems;
use super::play::play;
use super::rig::on_a_phone_of;

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

#[test]
fn scenarios_come_out_on_android_16_as_on_14() {
    let java = variable(JAVA).expect("FRAMEWORK_PHONE_JAVA names a Java of version 21 or later");
    let scenarios: Vec<Named> = all()
        .into_iter()
        .filter(|named| SMOKE.contains(&named.name.as_str()))
        .collect();
    assert_eq!(scenarios.len(), 2 * SMOKE.len());
    let options = HostOptions::built_for(java, &folder(), 36);
    on_a_phone_of(Release::Android16, options, async |phone| {
        let mut wrong = Vec::new();
        for named in &scenarios {
            let outcome = play(phone, named, None).await;
            let found = problems(&named.scenario, &outcome).join("; ");
            let verdict = if found.is_empty() { "ok" } else { "WRONG" };
            let took = outcome.took.1.as_secs_f64();
            println!("{verdict:5} {took:6.2} s on API 36  {named} {found}");
            if !found.is_empty() {
                wrong.push(format!("{named}: {found}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert_eq!(
            phone.screen.restarts(),
            0,
            "the toolkit was lost on the way"
        );
    });
}
