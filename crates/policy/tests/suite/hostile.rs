//! Screens that are made to keep a verdict waiting, or to hide a word among thousands.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clawperator_engine::{Finger, Touch};
use clawperator_policy::Shipped;
use clawperator_ui::{Gesture, Point, Tree};

use super::touches::{TEXT, VIEW, node, own, page, press, shipped, tap, verdict, word};

/// A few times what the slowest takes in a build for tests; what grows faster than the screen takes minutes.
const LONGEST: Duration = Duration::from_secs(10);

#[expect(
    clippy::disallowed_methods,
    reason = "the time that it takes is what is tested"
)]
fn in_time<T>(about: &str, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let done = work();
    let taken = started.elapsed();
    assert!(taken < LONGEST, "{about}: {taken:?}");
    done
}

fn across(tree: &Tree) -> Finger<'_> {
    let motion = Touch::Swipe {
        from: Point { x: 200, y: 790 },
        to: Point { x: 200, y: 10 },
        millis: 250,
    };
    Finger::on(tree, motion, Gesture::Tap)
}

const CHECKBOX: &str = "android.widget.CheckBox";

/// Thousands of nodes that nothing tells apart, all of them under one finger.
#[test]
fn equal_nodes_without_end_are_judged_in_time() {
    let all: Vec<String> = (0..3_000)
        .map(|number| {
            let top = number % 700;
            let bounds = format!("[0,{top}][400,{}]", top + 100);
            node("box", CHECKBOX, "Yes", "click check", &bounds, "")
        })
        .collect();
    let tree = page(&all.concat());
    let asks = || own("[capabilities]\nclick = \"confirm\"\npurchase_risk = \"allow\"\n");
    for (profile, expected) in [(shipped(Shipped::Person), "deny"), (asks(), "confirm")] {
        let profile = Arc::new(profile);
        let swiped = in_time("swipe", || word(&verdict(profile.clone(), &across(&tree))));
        assert_eq!(swiped, expected);
        let finger = Finger::on(&tree, tap(200, 400), Gesture::Tap);
        let pressed = in_time("press", || word(&verdict(profile, &finger)));
        assert_eq!(pressed, expected);
    }
}

/// Views without a word that lie on each other.
#[test]
fn blank_views_without_end_are_judged_in_time() {
    let blank = node("game", VIEW, "", "", "[0,0][400,600]", "");
    let tree = page(&blank.repeat(5_000));
    let finger = Finger::on(&tree, tap(200, 400), Gesture::Tap);
    let profile = shipped(Shipped::Server);
    assert_eq!(
        in_time("blank", || word(&verdict(profile, &finger))),
        "deny"
    );
}

/// A word that costs is found behind any number of others, and so is a verb whose price stands elsewhere.
#[test]
fn no_number_of_words_hides_one_that_costs() {
    let texts = |words: &[&str]| -> String {
        let texts = words.iter();
        texts
            .map(|words| node("t", TEXT, words, "", "[0,0][400,100]", ""))
            .collect()
    };
    let card = |words: &[&str]| {
        let inner = texts(words);
        let card = node("card", VIEW, "", "click", "[0,0][400,100]", &inner);
        let card = card.replacen("enabled=", "content-desc=\"Card\" enabled=", 1);
        page(&card)
    };
    let judged = |words: &[&str]| {
        let tree = card(words);
        let profile = shipped(Shipped::Agent);
        in_time("words", || press(&tree, profile, "card", tap(200, 50)))
    };
    let harmless = ["A lamp for the table"; 500];
    assert_eq!(judged(&harmless), "allow");
    assert_eq!(judged(&[&harmless[..], &["Buy now"]].concat()), "deny");
    assert_eq!(
        judged(&[&["Send"], &harmless[..], &["$500"]].concat()),
        "deny"
    );
    // Too long to be read in one piece.
    let many = vec!["A lamp for the table"; 4_000];
    assert_eq!(judged(&[&["Send"], &many[..], &["$500"]].concat()), "deny");
    let numbers = "1 ".repeat(16_384);
    assert_eq!(judged(&[&numbers]), "allow");
}
