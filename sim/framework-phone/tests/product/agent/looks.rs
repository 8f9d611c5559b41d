//! No snapshot pairs a picture with another page's elements without saying so: the page is turned at any moment of a
//! look, and what a picture shows is judged by its hash alone.
//!
//! `FRAMEWORK_PHONE_LOOKS=300` plays for long, `FRAMEWORK_PHONE_SEED` elsewhere.

use std::time::Duration;

use clawperator_contract::agent::ScreenSnapshot;
use clawperator_test_support::Dice;

use super::super::built::number;
use super::super::made::show;
use super::super::people::People;
use super::super::rig::on_the_phone;
use super::eyes::Eyes;

/// How many looks CI makes.
const IN_CI: u64 = 16;
/// How far apart the pictures of both pages are at least, in bits of their hashes.
const APART: u32 = 8;
/// The page is turned at any moment of this time, in which most looks end.
const WITHIN_MS: usize = 1_500;

#[derive(Debug, Default)]
struct Tally {
    looks: u64,
    said_incoherent: u64,
    without_elements: u64,
    cached: u64,
    wrong: Vec<String>,
}

#[test]
fn a_picture_and_its_elements_are_of_one_page() {
    let looks = number("FRAMEWORK_PHONE_LOOKS", IN_CI);
    let mut dice = Dice::new(number("FRAMEWORK_PHONE_SEED", 1));
    on_the_phone(async |phone| {
        let eyes = Eyes::on(phone.on_host().await);
        let mut people = People::new();
        let mut known = Vec::new();
        for _ in 0..2 {
            show(phone, &people.page()).await;
            let shown = eyes.look().await;
            assert_eq!(shows_settings(&shown), people.shows_settings());
            known.push((people.shows_settings(), hash_of(&shown)));
            people.turn_page();
        }
        let apart = (known[0].1 ^ known[1].1).count_ones();
        assert!(apart >= APART, "the pages are {apart} apart");
        let mut tally = Tally::default();
        while tally.looks < looks {
            let moment = Duration::from_millis(dice.below(WITHIN_MS) as u64);
            let turns = dice.percent(80);
            let turning = async {
                tokio::time::sleep(moment).await;
                if turns {
                    people.turn_page();
                    show(phone, &people.page()).await;
                }
            };
            let (shown, ()) = tokio::join!(eyes.look(), turning);
            tally.add(&shown, &known);
        }
        println!("{tally:#?}");
        assert!(tally.wrong.is_empty(), "elements of another page");
        let told = tally.said_incoherent + tally.without_elements;
        assert!(told < tally.looks, "no look came out well");
    });
}

impl Tally {
    fn add(&mut self, shown: &ScreenSnapshot, known: &[(bool, u64)]) {
        self.looks += 1;
        if shown.generation.is_none() {
            assert!(shown.ui_elements.is_empty(), "elements of no tree");
            self.without_elements += 1;
            return;
        }
        if shown.coherent == Some(false) {
            self.said_incoherent += 1;
            return;
        }
        let metrics = shown.capture_metrics.as_ref().unwrap();
        self.cached += u64::from(metrics.ui_dump_ms == 0);
        let hash = hash_of(shown);
        let near = known
            .iter()
            .min_by_key(|(_, known)| (known ^ hash).count_ones());
        let pictured = near.unwrap().0;
        if pictured != shows_settings(shown) {
            self.wrong.push(format!(
                "the picture {} with {:?}",
                metrics.visual_hash, shown.ui_elements
            ));
        }
    }
}

/// Whether the elements are those of the settings.
fn shows_settings(shown: &ScreenSnapshot) -> bool {
    let has = |text: &str| shown.ui_elements.iter().any(|element| element.text == text);
    assert_ne!(has("Updates"), has("Log out"), "{:?}", shown.ui_elements);
    has("Updates")
}

fn hash_of(shown: &ScreenSnapshot) -> u64 {
    let metrics = shown.capture_metrics.as_ref().unwrap();
    u64::from_str_radix(&metrics.visual_hash, 16).unwrap()
}
