//! A finger that is held, moved and held again is judged by what it goes down on and by what it comes up on.

use clawperator_engine::{Path, PathPoint, Touch};
use clawperator_policy::Shipped;
use clawperator_ui::Point;

use super::swipes::{cart, judged};
use super::touches::{own, shipped};

fn drag(from: (i32, i32), to: (i32, i32)) -> Touch<'static> {
    let point = |(x, y)| Point { x, y };
    Touch::Drag {
        from: point(from),
        to: point(to),
        hold_millis: 650,
        move_millis: 600,
        rest_millis: 200,
    }
}

const ITEM: (i32, i32) = (200, 150);
const ORDER: (i32, i32) = (200, 250);
const MORE: (i32, i32) = (200, 500);

#[test]
fn a_drag_to_or_from_what_buys_buys() {
    for profile in [Shipped::Person, Shipped::Agent, Shipped::Server] {
        for (from, to) in [(ITEM, ORDER), (ORDER, MORE), (ORDER, ORDER)] {
            let verdict = judged(shipped(profile), &cart("scroll"), drag(from, to));
            assert_eq!(verdict, "deny", "{} {from:?} {to:?}", profile.name());
        }
    }
}

#[test]
fn what_lies_between_is_not_touched() {
    let past = drag(ITEM, MORE);
    assert_eq!(
        judged(shipped(Shipped::Agent), &cart("scroll"), past),
        "allow"
    );
}

#[test]
fn a_drag_needs_all_that_a_held_finger_may_do() {
    let tree = cart("scroll");
    let all = ["gesture", "click", "long_click", "navigate"];
    let allowed = |denied: &str| {
        let lines: Vec<String> = all
            .iter()
            .map(|one| {
                let effect = if *one == denied { "deny" } else { "allow" };
                format!("{one} = \"{effect}\"\n")
            })
            .collect();
        own(&format!("[capabilities]\n{}", lines.concat()))
    };
    assert_eq!(judged(allowed(""), &tree, drag(ITEM, MORE)), "allow");
    // A run that may not navigate does not begin.
    for denied in ["gesture", "click", "long_click"] {
        assert_eq!(
            judged(allowed(denied), &tree, drag(ITEM, MORE)),
            "deny",
            "{denied}"
        );
    }
}

#[test]
fn a_profile_that_does_not_name_gestures_denies_them() {
    let profile = own("[capabilities]\nclick = \"allow\"\n");
    assert_eq!(judged(profile, &cart("scroll"), drag(ITEM, MORE)), "deny");
}

/// Where a finger goes down, and where it comes up.
type Way = ((i32, i32), (i32, i32));

/// A finger that goes from one place to another at once, and one that stays where it is.
fn fingers(ways: &[Way]) -> Vec<Path> {
    let path = |(from, to): &Way| {
        let point = |(x, y): (i32, i32), after| PathPoint {
            at: Point { x, y },
            after,
        };
        Path::new(vec![point(*from, 0), point(*to, 300)]).unwrap()
    };
    ways.iter().map(path).collect()
}

#[test]
fn every_finger_is_judged_where_it_goes_down_and_where_it_comes_up() {
    for profile in [Shipped::Person, Shipped::Agent, Shipped::Server] {
        for ways in [
            vec![(ITEM, ORDER)],
            vec![(ORDER, MORE)],
            // A finger that comes up where it went down is a click, or a long one.
            vec![(ORDER, ORDER)],
            vec![(ITEM, MORE), (MORE, ORDER)],
            vec![(ITEM, ITEM), (MORE, MORE), (ORDER, ITEM)],
        ] {
            let paths = fingers(&ways);
            let verdict = judged(shipped(profile), &cart("scroll"), Touch::Paths(&paths));
            assert_eq!(verdict, "deny", "{} {ways:?}", profile.name());
        }
    }
    let paths = fingers(&[(ITEM, MORE), (MORE, ITEM)]);
    let past = judged(
        shipped(Shipped::Agent),
        &cart("scroll"),
        Touch::Paths(&paths),
    );
    assert_eq!(past, "allow");
}

#[test]
fn fingers_need_what_a_drag_needs() {
    let tree = cart("scroll");
    let paths = fingers(&[(ITEM, MORE)]);
    for denied in ["gesture", "click", "long_click"] {
        let lines: Vec<String> = ["gesture", "click", "long_click", "navigate"]
            .iter()
            .map(|one| {
                let effect = if *one == denied { "deny" } else { "allow" };
                format!("{one} = \"{effect}\"\n")
            })
            .collect();
        let profile = own(&format!("[capabilities]\n{}", lines.concat()));
        assert_eq!(
            judged(profile, &tree, Touch::Paths(&paths)),
            "deny",
            "{denied}"
        );
    }
}
