//! `tests/forms/refs`: two dumps, and for each ref of the first what it is on the second.

use clawperator_ui::{Identity, Refound, Refs, refind};

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
            let identity = Identity::of(&before, node).expect("the node exists");
            let found = match refind(&after, &identity) {
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
            let identity = Identity::of(&tree, node).expect("the node exists");
            assert_eq!(
                refind(&tree, &identity),
                Refound::Same(node),
                "{} @e{number}",
                case.name()
            );
        }
    }
}
