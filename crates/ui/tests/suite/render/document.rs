//! `docs/snapshots.md` shows what comes out.

use std::path::Path;

use clawperator_ui::{Header, Numbering, Refs, Tree, compact, diff, tree_json};
use serde_json::Value;

#[test]
fn the_document_shows_what_comes_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("the file is there");
    let tree = |path: &str| {
        let parsed = Tree::parse(read(path).as_bytes()).expect("it is a dump");
        parsed.tree
    };
    let document = read("../../docs/snapshots.md");
    let before = tree("tests/forms/document/before.xml");
    let after = tree("tests/forms/document/after.xml");
    let header = Header {
        activity: Some(".CartActivity"),
        generation: Some(12),
    };
    let blocks = blocks(&document);
    let old = Refs::assign(&before);
    let mut numbering = Numbering::of((&after).into());
    numbering.carry_on((&before).into(), &old);
    let (refs, _) = numbering.finish(17);
    assert_eq!(blocks.len(), 3, "one example for each form");
    assert_eq!(blocks[0], compact(&before, &old, &header));
    let shown: Value = serde_json::from_str(&blocks[1]).expect("the example is JSON");
    let json = tree_json(&before, &old, &header);
    let node = json
        .pointer("/windows/0/nodes/2/nodes/2")
        .expect("the node is there");
    assert_eq!(&shown, node);
    assert_eq!(blocks[2], diff(&before, &after, &refs));
}

/// What stands between fences.
fn blocks(document: &str) -> Vec<String> {
    let parts = document.split("```").skip(1).step_by(2);
    parts
        .map(|block| {
            block
                .split_once('\n')
                .expect("a block has lines")
                .1
                .to_owned()
        })
        .collect()
}
