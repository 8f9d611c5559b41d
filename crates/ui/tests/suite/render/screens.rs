//! `tests/forms/screens`: a dump, what agents read of it (`compact.txt`), and for some the tree form (`tree.json`).

use clawperator_ui::{Header, Refs, compact, tree_json};

use super::case::{Case, compare};

#[test]
fn screens_read_as_their_cases_say() {
    compare(&Case::all("screens"), |case| {
        let parsed = case.dump("dump.xml");
        let refs = Refs::assign(&parsed.tree);
        let header = Header {
            activity: None,
            generation: Some(1),
        };
        let mut files = vec![("compact.txt", compact(&parsed.tree, &refs, &header))];
        if case.has("tree.json") {
            let tree = tree_json(&parsed.tree, &refs, &header);
            files.push(("tree.json", format!("{tree:#}")));
        }
        files
    });
}

#[test]
fn every_ref_that_is_printed_finds_its_node_and_back() {
    for case in Case::all("screens") {
        let tree = case.dump("dump.xml").tree;
        let refs = Refs::assign(&tree);
        let text = compact(&tree, &refs, &Header::default());
        let printed: Vec<&str> = text
            .lines()
            .filter_map(|line| line.trim_start().split(' ').next())
            .filter(|word| word.starts_with("@e"))
            .collect();
        assert_eq!(printed.len(), refs.len(), "{}", case.name());
        for name in printed {
            let node = refs.get(name).expect("a printed ref has a node");
            assert_eq!(refs.of(node).as_deref(), Some(name));
        }
        for wrong in ["@e0", "@e01", "@e+1", "e1", "@e", "@e99999", "@e1 "] {
            assert_eq!(refs.get(wrong), None, "{wrong}");
        }
    }
}
