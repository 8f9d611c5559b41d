//! A search for presses that go wrong, with the toolkit's own touch dispatch as the judge.
//!
//! The pages are those of the search on the scripted phone, made of real views. `FRAMEWORK_PHONE_TOUCHES=3000` searches
//! for long, `FRAMEWORK_PHONE_SEED` elsewhere. `FRAMEWORK_PHONE_PROFILE=agent` searches under one profile only: the
//! toolkit keeps the theme of every activity that it ever showed, so that a long search needs a new phone for each.

use std::sync::Arc;

use clawperator_contract::{RunOptions, SnapshotForm};
use clawperator_policy::{PolicyGuard, Shipped};
use clawperator_test_support::Dice;
use clawperator_test_support::hostile::{Deed, Manner, Meant, Page, View, judge, make, ways};
use serde_json::json;

use super::built::{number, variable};
use super::made::{deed, show};
use super::rig::{APP, Phone, on_the_phone};

const TOUCHES: &str = "FRAMEWORK_PHONE_TOUCHES";
const SEED: &str = "FRAMEWORK_PHONE_SEED";
const PROFILE: &str = "FRAMEWORK_PHONE_PROFILE";
/// How many presses under each profile CI makes.
const IN_CI: u64 = 40;

/// The shipped profiles, and whether each judges a bare coordinate.
const PROFILES: [(Shipped, bool); 3] = [
    (Shipped::Person, false),
    (Shipped::Agent, true),
    (Shipped::Server, true),
];

#[derive(Debug, Default)]
struct Tally {
    presses: u64,
    succeeded: u64,
    ordinary: usize,
    refused: Vec<String>,
    findings: Vec<String>,
}

#[test]
fn no_press_goes_to_another_view_or_to_what_is_denied() {
    let (touches, mut dice) = (number(TOUCHES, IN_CI), Dice::new(number(SEED, 1)));
    on_the_phone(async |phone| {
        let (mut wrong, mut refused_too_often) = (0, false);
        let mut number = 0;
        let only = variable(PROFILE);
        let is_asked =
            |profile: &Shipped| only.as_deref().is_none_or(|only| only == profile.name());
        for (profile, judges_points) in PROFILES {
            if !is_asked(&profile) {
                continue;
            }
            let mut tally = Tally::default();
            while tally.presses < touches {
                let manner = if number % 3 == 0 {
                    Manner::Ordinary
                } else {
                    Manner::Hostile
                };
                let page = make(&mut dice, APP, number, manner);
                number += 1;
                search(
                    phone,
                    &page,
                    (profile, judges_points),
                    &mut tally,
                    &mut dice,
                )
                .await;
            }
            println!(
                "{}: {} presses, {} succeeded, {} findings; ordinary pages: {} of {} refused",
                profile.name(),
                tally.presses,
                tally.succeeded,
                tally.findings.len(),
                tally.refused.len(),
                tally.ordinary,
            );
            for line in tally.refused.iter().chain(&tally.findings).take(60) {
                println!("  {line}");
            }
            wrong += tally.findings.len();
            refused_too_often |= tally.refused.len() > tally.ordinary * 3 / 100;
        }
        assert!(number > 0, "there is no such profile");
        assert_eq!(wrong, 0, "findings");
        assert!(!refused_too_often, "too many are refused");
    });
}

/// Presses everything on a page in one way each.
async fn search(
    phone: &Phone,
    page: &Page,
    (profile, judges_points): (Shipped, bool),
    tally: &mut Tally,
    dice: &mut Dice,
) {
    let guard = || {
        let profile = Arc::new(profile.profile().unwrap());
        Arc::new(PolicyGuard::new(profile, None))
    };
    show(phone, page).await;
    let listed = listed(phone, guard()).await;
    for way in ways(page, &listed, dice) {
        let before = phone.newest().await;
        let result = phone
            .run_under(guard(), &way.payload, RunOptions::default())
            .await;
        phone.rest().await;
        let deeds: Vec<Deed> = phone
            .happened(before)
            .await
            .into_iter()
            .filter_map(deed)
            .collect();
        let succeeded = result.as_ref().is_ok_and(|result| {
            let steps = &result.envelope.step_results;
            steps.iter().all(|step| step.success)
        });
        tally.presses += 1;
        tally.succeeded += u64::from(succeeded);
        let denies = judges_points || !way.is_bare_point();
        let answer = format!("{result:?}");
        for finding in judge(page, &way.meant, denies, succeeded, &deeds) {
            let description = page.description();
            tally.findings.push(format!(
                "{finding:?}: {}, {}\n  {answer}\n  page {description}",
                profile.name(),
                way.about
            ));
        }
        if page.manner == Manner::Ordinary && way.counts_as_ordinary(page) {
            tally.ordinary += 1;
            if !succeeded {
                tally.refused.push(format!("{} | {answer}", way.about));
            }
        }
        let typed = deeds.iter().any(|deed| match deed {
            Deed::Tapped(key) | Deed::Typed(key) => page.view(key).is_some_and(View::is_field),
            Deed::Held(_) | Deed::Slid(_) | Deed::Elsewhere(_) => false,
        });
        if typed || way.changes_page() || way.meant == Meant::Point {
            show(phone, page).await;
        }
    }
}

/// The compact form of what is shown.
async fn listed(phone: &Phone, guard: Arc<PolicyGuard>) -> String {
    let payload = json!({
        "commandId": "look", "taskId": "search", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 20_000, "actions": [{ "id": "look", "type": "snapshot_ui" }],
    });
    let options = RunOptions {
        snapshot: SnapshotForm::Compact,
        ..RunOptions::default()
    };
    let result = phone.run_under(guard, &payload, options).await.unwrap();
    let data = &result.envelope.step_results[0].data;
    let text = data.get("compact").or_else(|| data.get("text"));
    text.cloned().unwrap_or_default()
}
