//! What an agent reads is what it can ask for: every line selects its node, and no other.

use clawperator_ui::{Header, Node, Refs, Tree, compact};

use super::case::Case;
use super::corpus::corpus;
use super::line::{lines, select};

#[test]
fn every_line_of_every_case_selects_its_node_alone() {
    for case in Case::all("screens") {
        check(&case.name(), &case.dump("dump.xml").tree);
    }
}

#[test]
fn every_line_of_generated_screens_selects_its_node_alone() {
    for (place, dump) in corpus(2, 100).iter().enumerate() {
        let parsed = Tree::parse(&dump.bytes).expect("a generated dump can be read");
        check(&format!("{place} {}", dump.toolkit.name()), &parsed.tree);
    }
}

pub(super) fn check(screen: &str, tree: &Tree) {
    let refs = Refs::assign(tree);
    let text = compact(tree, &refs, &Header::default());
    let lines = lines(&text);
    assert_eq!(lines.len(), refs.len(), "{screen}: {text}");
    for line in lines {
        let node = refs.get(&line.name).expect("a printed ref has a node");
        let found: Vec<_> = select(tree, &line.expression)
            .into_iter()
            .map(Node::id)
            .collect();
        assert_eq!(
            found,
            [node],
            "{screen}: {} by {:?} in\n{text}",
            line.name,
            line.expression
        );
    }
}
