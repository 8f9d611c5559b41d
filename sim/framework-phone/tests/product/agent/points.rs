//! A point of a snapshot never presses another view: an agent that decides on what it was shown before, on pages that
//! change meanwhile, with the app's record as the judge.
//!
//! `FRAMEWORK_PHONE_POINTS=500` plays for long, `FRAMEWORK_PHONE_SEED` elsewhere.

use clawperator_contract::agent::UiElementSnapshot;
use clawperator_test_support::Dice;
use clawperator_test_support::hostile::Deed;

use super::super::built::number;
use super::super::made::{deed, show};
use super::super::people::People;
use super::super::rig::{Phone, on_the_phone};
use super::eyes::Eyes;

/// How many points CI touches.
const IN_CI: u64 = 30;
/// How far back an agent decides on what it was shown.
const REMEMBERED: usize = 24;

/// A point that was shown, and the view that was there.
#[derive(Debug, Clone)]
struct Shown {
    snapshot: String,
    at: (i32, i32),
    key: String,
}

#[derive(Debug, Default)]
struct Tally {
    uses: u64,
    pressed: u64,
    refused: u64,
    wrong: Vec<String>,
}

#[test]
fn a_point_of_a_snapshot_never_presses_another_view() {
    let uses = number("FRAMEWORK_PHONE_POINTS", IN_CI);
    let mut dice = Dice::new(number("FRAMEWORK_PHONE_SEED", 1));
    on_the_phone(async |phone| {
        let eyes = Eyes::on(phone.on_host().await);
        let mut people = People::new();
        let mut tally = Tally::default();
        let mut seen: Vec<Shown> = Vec::new();
        show(phone, &people.page()).await;
        while tally.uses < uses {
            match dice.below(10) {
                0..=1 => seen = look(&eyes, &people, &mut dice, seen).await,
                2..=3 => {
                    people.change(&mut dice);
                    show(phone, &people.page()).await;
                }
                _ if seen.is_empty() => seen = look(&eyes, &people, &mut dice, seen).await,
                _ => {
                    let shown = dice.one_of(&seen).clone();
                    touch(phone, &eyes, &shown, &mut tally).await;
                }
            }
        }
        println!("{tally:#?}");
        assert!(tally.wrong.is_empty(), "another view was pressed");
        // One that refuses everything is never wrong.
        assert!(tally.pressed * 4 >= uses, "hardly anything was pressed");
    });
}

/// Looks, and chooses a point of every view that can be pressed.
async fn look(eyes: &Eyes, people: &People, dice: &mut Dice, mut seen: Vec<Shown>) -> Vec<Shown> {
    let snapshot = eyes.look().await;
    let id = snapshot.id.unwrap();
    let mut keys = people.keys();
    for element in &snapshot.ui_elements {
        if let Some(key) = keys.of(&element.text) {
            seen.push(Shown {
                snapshot: id.clone(),
                at: inside(element, dice),
                key,
            });
        }
    }
    let surplus = seen.len().saturating_sub(REMEMBERED);
    seen.drain(..surplus);
    seen
}

/// Any point of the middle half of an element: its middle is not where every agent aims.
fn inside(element: &UiElementSnapshot, dice: &mut Dice) -> (i32, i32) {
    let bounds = element.scaled_bounds;
    let mut between = |from: i32, to: i32| {
        let side = usize::try_from(to - from).unwrap();
        from + i32::try_from(side / 4 + dice.below(side / 2 + 1)).unwrap()
    };
    (
        between(bounds.left, bounds.right),
        between(bounds.top, bounds.bottom),
    )
}

async fn touch(phone: &Phone, eyes: &Eyes, shown: &Shown, tally: &mut Tally) {
    let before = phone.newest().await;
    let ran = eyes.tap(shown.at, &shown.snapshot).await;
    phone.rest().await;
    let happened = phone.happened(before).await;
    let deeds: Vec<Deed> = happened.into_iter().filter_map(deed).collect();
    tally.uses += 1;
    let succeeded = ran.as_ref().is_ok_and(|ran| {
        let steps = &ran.envelope.step_results;
        steps.iter().all(|step| step.success)
    });
    match (succeeded, deeds.as_slice()) {
        (true, [Deed::Tapped(key)]) if *key == shown.key => tally.pressed += 1,
        (false, []) => tally.refused += 1,
        _ => tally
            .wrong
            .push(format!("{shown:?}: {deeds:?} happened: {ran:?}")),
    }
}
