//! No snapshot pairs a picture with another page's elements without saying so: pages come and go while they are looked
//! at, and what a picture shows is judged by its hash alone.
//!
//! `CLAWPERATOR_TEST_LOOKS` makes it long; `bench/coherence.sh` does.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use super::super::private_adb::{Phones, PrivateAdb, programs};
use super::{Play, SCENE, number};

/// Pages whose pictures are far apart, each with a node that only it has.
const PAGES: [(&str, &str); 3] = [
    ("contacts", "logout"),
    ("form", "save"),
    ("cards", "approve"),
];
/// How many bits the pictures of two pages differ in at least, so that the nearest one is the page that is shown: a clock
/// changes two.
const APART: u32 = 8;

#[test]
fn a_picture_and_its_elements_are_of_one_page() {
    let looks = number("CLAWPERATOR_TEST_LOOKS", 12);
    let adb = PrivateAdb::started(&programs()[0]);
    let phones = Phones::start(&adb, &["--scene", SCENE]);
    let mut play = Play::new(&adb, &phones, 0);
    let known: Vec<(&str, u64)> = PAGES
        .iter()
        .map(|(page, only)| {
            play.go_to(page);
            let shown = play.run(&["observe"]);
            assert_eq!(
                page_of(&shown),
                Some(*page),
                "{only}: {}",
                shown["uiElements"]
            );
            (*page, hash_of(&shown))
        })
        .collect();
    for (index, (page, hash)) in known.iter().enumerate() {
        for (other, far) in &known[index + 1..] {
            let apart = (hash ^ far).count_ones();
            assert!(apart >= APART, "{page} and {other} are {apart} apart");
        }
    }
    let over = AtomicBool::new(false);
    let (mut shown, mut told, mut alone) = (0, 0, 0);
    let mut wrong = Vec::new();
    std::thread::scope(|scope| {
        let changer = scope.spawn(|| {
            let mut play = Play::new(&adb, &phones, 0);
            while !over.load(Ordering::Relaxed) {
                let (page, _) = PAGES[play.dice.below(PAGES.len())];
                play.go_to(page);
                // A while by chance, in which nothing changes: questions to the phone.
                for _ in 0..60 + play.dice.below(120) {
                    play.shell(&["true"]);
                }
            }
        });
        for _ in 0..looks {
            let answer = play.run(&["observe"]);
            shown += 1;
            let elements = answer["uiElements"].as_array();
            let elements = elements.unwrap_or_else(|| panic!("{answer}"));
            if answer["generation"].is_null() {
                // A page that never rests for long enough has no tree, and says so.
                let timed_out = answer["captureMetrics"]["uiDumpTimedOut"] == true;
                assert!(elements.is_empty() && timed_out, "{answer}");
                alone += 1;
                continue;
            }
            if answer["coherent"] == false {
                told += 1;
                continue;
            }
            let hash = hash_of(&answer);
            let near = known
                .iter()
                .min_by_key(|(_, known)| (known ^ hash).count_ones());
            let pictured = near.map(|(page, _)| *page);
            if pictured != page_of(&answer) {
                wrong.push(format!(
                    "{pictured:?} with elements of {:?}",
                    page_of(&answer)
                ));
            }
        }
        over.store(true, Ordering::Relaxed);
        changer.join().unwrap();
    });
    let report = format!(
        "{looks} looks, {shown} shown, {told} said to be incoherent, {alone} without elements, {} wrong",
        wrong.len()
    );
    eprintln!("{report}");
    assert!(wrong.is_empty(), "{report}\n{wrong:#?}");
    assert!(shown > told + alone, "{report}");
}

/// The page whose own node is among the elements.
fn page_of(shown: &Value) -> Option<&'static str> {
    let elements = shown["uiElements"].as_array()?;
    let has = |only: &str| {
        elements.iter().any(|element| {
            let id = element["resourceId"].as_str();
            id.is_some_and(|id| id.ends_with(&format!("/{only}")))
        })
    };
    let found = PAGES.iter().find(|(_, only)| has(only));
    found.map(|(page, _)| *page)
}

fn hash_of(shown: &Value) -> u64 {
    let hash = shown["captureMetrics"]["visualHash"].as_str().unwrap();
    u64::from_str_radix(hash, 16).unwrap()
}
