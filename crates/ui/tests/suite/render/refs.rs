//! `tests/forms/refs`: two dumps, and for each ref of the first what it is on the second.

use clawperator_ui::{Numbering, Refound, Refs, Shown, Tree, refind};

use super::case::{Case, compare};

#[test]
fn refs_are_found_again_as_their_cases_say() {
    compare(&Case::all("refs"), |case| {
        let before = case.dump("before.xml").tree;
        let after = case.dump("after.xml").tree;
        let old = Refs::assign(&before);
        let new = Refs::assign(&after);
        let mut text = String::new();
        for number in 1..=old.len() {
            let name = format!("@e{number}");
            let node = old.get(&name).expect("the ref exists");
            let found = match refind((&before).into(), node, (&after).into()) {
                Refound::Same(node) => {
                    format!("same {}", new.of(node).expect("it is seen and useful"))
                }
                Refound::Stale { candidates } => {
                    let near: Vec<String> = candidates
                        .into_iter()
                        .map(|node| new.of(node).unwrap_or_else(|| "(no ref)".to_owned()))
                        .collect();
                    format!("stale {}", near.join(" "))
                }
            };
            text.push_str(&format!("{name} {}\n", found.trim_end()));
        }
        vec![("expected.txt", text)]
    });
}

#[test]
fn on_the_same_screen_every_ref_is_its_own_node() {
    for case in Case::all("screens") {
        let tree = case.dump("dump.xml").tree;
        let refs = Refs::assign(&tree);
        for number in 1..=refs.len() {
            let node = refs.get(&format!("@e{number}")).expect("the ref exists");
            assert_eq!(
                refind((&tree).into(), node, (&tree).into()),
                Refound::Same(node),
                "{} @e{number}",
                case.name()
            );
        }
    }
}

/// A list of equal rows looks the same when a few of them have gone by.
#[test]
fn equals_in_a_list_that_was_scrolled_are_not_told_by_their_place() {
    let cases = Case::all("refs");
    let case = cases
        .iter()
        .find(|case| case.name() == "equal_rows_of_a_list");
    let case = case.expect("there is such a case");
    let tree = case.dump("before.xml").tree;
    let refs = Refs::assign(&tree);
    for is_scrolled in [false, true] {
        let before = Shown {
            is_scrolled,
            ..Shown::from(&tree)
        };
        let mut numbering = Numbering::of((&tree).into());
        numbering.carry_on(before, &refs);
        let (later, _) = numbering.finish(100);
        for (name, is_equal) in [("@e1", false), ("@e3", true), ("@e5", true)] {
            let node = refs.get(name).expect("the ref exists");
            let found = refind(before, node, (&tree).into());
            let is_same = found == Refound::Same(node);
            let is_kept = later.get(name) == Some(node);
            let expected = !(is_scrolled && is_equal);
            assert_eq!((is_same, is_kept), (expected, expected), "{name}");
        }
    }
}

/// A page whose name is gone for a moment, while it loads, may be another one when a name is there again.
#[test]
fn no_number_outlives_the_name_of_its_page() {
    let cases = Case::all("refs");
    let case = cases.iter().find(|case| case.name() == "a_name_that_went");
    let case = case.expect("there is such a case");
    let (before, after) = (case.dump("before.xml").tree, case.dump("after.xml").tree);
    let old = Refs::assign(&before);
    let carried = |from: &Tree, refs: &Refs, to: &Tree| {
        let mut numbering = Numbering::of(to.into());
        numbering.carry_on(from.into(), refs);
        let (refs, _) = numbering.finish(100);
        refs.lines().map(|(_, number)| number).collect::<Vec<_>>()
    };
    assert_eq!(carried(&before, &old, &before), [1, 2, 3]);
    assert_eq!(carried(&before, &old, &after), [100, 101]);
    assert_eq!(carried(&after, &Refs::assign(&after), &before), [100, 1, 2]);
}
