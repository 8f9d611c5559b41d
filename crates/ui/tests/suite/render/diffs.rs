//! `tests/forms/diffs`: two dumps and what changed between them.

use clawperator_ui::{Refs, diff};

use super::case::{Case, compare};

#[test]
fn diffs_read_as_their_cases_say() {
    compare(&Case::all("diffs"), |case| {
        let before = case.dump("before.xml").tree;
        let after = case.dump("after.xml").tree;
        vec![("diff.txt", diff(&before, &after, &Refs::assign(&after)))]
    });
}

#[test]
fn a_screen_does_not_differ_from_itself() {
    for case in Case::all("screens") {
        let tree = case.dump("dump.xml").tree;
        let text = diff(&tree, &tree, &Refs::assign(&tree));
        assert!(text.starts_with("unchanged"), "{}: {text}", case.name());
        assert_eq!(text.lines().count(), 1, "{}: {text}", case.name());
    }
}
