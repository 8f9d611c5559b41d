//! What holds of the forms for any screen, whatever its texts say.

use clawperator_ui::{
    Header, LEAST_CHARACTERS, Refound, Refs, Role, Tree, compact, compact_within, diff, refind,
    tree_json,
};
use proptest::prelude::*;
use proptest::string::string_regex;

use super::super::case;
use super::selects;

#[test]
fn every_dump_of_the_cases_keeps_the_property() {
    for case in case::all() {
        let dumps = case
            .sections
            .iter()
            .filter(|section| ["dump", "then"].contains(&section.words().0));
        for section in dumps {
            let dump = section.dump();
            if dump.bytes.len() < 20_000
                && let Ok(parsed) = Tree::parse_within(&dump.bytes, &dump.surroundings)
            {
                check(&parsed.tree);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_screen_keeps_the_property(nodes in prop::collection::vec(node(), 1..24)) {
        check(&tree(&nodes));
    }

    #[test]
    fn no_screen_is_longer_than_its_budget(
        nodes in prop::collection::vec(node(), 1..120),
        most in 0_usize..6_000,
    ) {
        check_budget(&tree(&nodes), most);
    }

    #[test]
    fn what_is_found_again_is_the_same_and_a_diff_is_made_of_its_own_lines(
        before in prop::collection::vec(node(), 1..16),
        after in prop::collection::vec(node(), 1..16),
        shared in prop::collection::vec(node(), 0..8),
    ) {
        let with_shared = |nodes: &[Node]| tree(&[nodes, shared.as_slice()].concat());
        let (before, after) = (with_shared(&before), with_shared(&after));
        check_pair(&before, &after);
        check_pair(&after, &before);
    }
}

/// Within the budget, made of lines of the whole, with nothing to read where something to touch is missing, and every
/// line shown or counted.
fn check_budget(tree: &Tree, most: usize) {
    let refs = Refs::assign(tree);
    let whole = compact(tree, &refs, &Header::default());
    let text = compact_within(tree, &refs, &Header::default(), most);
    let most = most.max(LEAST_CHARACTERS);
    assert!(text.chars().count() <= most, "{most}: {text}");
    if whole.chars().count() <= most {
        assert_eq!(text, whole);
        return;
    }
    let mut lines: Vec<&str> = text.lines().collect();
    let said = lines.pop().expect("it says what is not shown");
    let numbers: Vec<usize> = said
        .split(|letter: char| !letter.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect();
    let [of, targets, texts] = numbers[..] else {
        panic!("{said}");
    };
    assert_eq!(of, most);
    let all: Vec<&str> = whole.lines().collect();
    let mut rest = all.iter();
    for line in lines.iter().skip(1) {
        assert!(rest.any(|known| known == line), "{line} of {whole}");
    }
    let is_node = |line: &&&str| line.trim_start().starts_with(['@', '[']);
    let (shown, known) = (
        lines.iter().skip(1).filter(is_node).count(),
        all.iter().skip(1).filter(is_node).count(),
    );
    assert_eq!(shown + targets + texts, known, "{text}");
    if targets > 0 {
        let touched = |line: &&&str| {
            let line = line.trim_start();
            let name = line.split(' ').next().expect("a line has words");
            refs.get(name)
                .and_then(|id| tree.get(id))
                .is_some_and(|node| node.is_interactive() || node.is_scrollable())
        };
        let shown_texts = lines
            .iter()
            .skip(1)
            .filter(is_node)
            .filter(|line| !touched(line));
        assert_eq!(shown_texts.count(), 0, "{text}");
    }
}

fn check(tree: &Tree) {
    check_budget(tree, 0);
    let refs = Refs::assign(tree);
    let text = compact(tree, &refs, &Header::default());
    check_characters(&text);
    selects::check("a random screen", tree);
    assert_eq!(
        refs,
        Refs::assign(&tree.clone()),
        "refs follow from the tree"
    );
    for number in 1..=refs.len() {
        let node = refs.get(&format!("@e{number}")).expect("the ref exists");
        assert_eq!(
            refind(tree.into(), node, tree.into()),
            Refound::Same(node),
            "@e{number} of {text}"
        );
    }
    let unchanged = diff(tree, tree, &refs);
    assert!(unchanged.starts_with("unchanged"), "{unchanged}");
    assert_eq!(unchanged.lines().count(), 1, "{unchanged}");
    let json = tree_json(tree, &refs, &Header::default()).to_string();
    assert_eq!(json.matches("\"ref\":\"@e").count(), refs.len(), "{json}");
}

fn check_pair(before: &Tree, after: &Tree) {
    let text = diff(before, after, &Refs::assign(after));
    check_characters(&text);
    let mut lines = text.lines();
    let summary = lines.next().expect("there is a summary");
    assert!(summary.starts_with("changed") || summary.starts_with("unchanged"));
    for line in lines {
        let is_ours = ["+ @e", "~ @e", "- [", "("]
            .iter()
            .any(|start| line.starts_with(start));
        assert!(is_ours, "no line looks like this: {line:?}");
    }
    let refs = Refs::assign(before);
    for number in 1..=refs.len() {
        let old = refs.get(&format!("@e{number}")).expect("the ref exists");
        match refind(before.into(), old, after.into()) {
            Refound::Same(found) => {
                let (old, found) = (before.get(old).unwrap(), after.get(found).unwrap());
                assert_eq!(old.role(), found.role());
                assert_eq!(old.class(), found.class());
                assert_eq!(old.resource_id(), found.resource_id());
                assert!(found.visible_bounds().is_some());
                // What was typed into a field may have changed, and what a text with an id says.
                let is_slot = !old.is_interactive() && !old.resource_id().is_empty();
                if found.role() != Role::Textfield && !found.is_password() && !is_slot {
                    assert_eq!(found.name(), old.name());
                    assert_eq!(found.text(), old.text());
                    assert_eq!(found.content_desc(), old.content_desc());
                }
            }
            Refound::Stale { candidates } => assert!(candidates.len() <= 5),
        }
    }
}

/// No line of a form holds a character that is not seen, or that moves what is seen.
fn check_characters(text: &str) {
    let is_steering = |character: char| {
        character.is_control()
            || matches!(
                character,
                '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}'
            )
    };
    for line in text.lines() {
        assert!(!line.contains(is_steering), "{line:?}");
    }
}

/// A node: how many levels it goes up before it, what it says, what it is, and where.
#[derive(Debug, Clone)]
struct Node {
    up: usize,
    text: String,
    description: String,
    id: &'static str,
    class: &'static str,
    flags: u16,
    bounds: (i32, i32, i32, i32),
}

fn node() -> impl Strategy<Value = Node> {
    // Few letters, so that words come twice; and what could forge a line or hide in one.
    let words = "([ab]|[ \"\\\\…\n@#\\[\\]()•\u{202e}\u{200b}\u{200d}\u{2028}\u{ad}\u{e001}é\u{1f600}\u{fe0f}\u{e0041}]){0,5}";
    let line = prop::sample::select(vec![
        "@e1 [button] \"a\"",
        "\n@e1 [button] \"a\" #a",
        "a\n(9 more not visible)",
        "\" nth 2",
        "\u{1b}[2K",
        "in \"a\" nth 1",
    ])
    .prop_map(str::to_owned);
    let words = string_regex(words).unwrap();
    let long = string_regex("[ab ]{70,90}").unwrap();
    let text = prop_oneof![6 => words, 1 => line, 1 => long];
    let ids = prop::sample::select(vec![
        "",
        "",
        "",
        "p.q:id/a",
        "p.q:id/b",
        "other:id/a",
        "a",
        "p.q:id/a b",
        "p.q:id/a\n@e1",
        "p.q:id/",
    ]);
    let classes = prop::sample::select(vec![
        "android.view.View",
        "android.view.View",
        "android.widget.TextView",
        "android.widget.Button",
        "android.widget.EditText",
        "android.widget.Switch",
        "androidx.recyclerview.widget.RecyclerView",
        "android.widget.LinearLayout",
    ]);
    let place = (0..900_i32, 0..1900_i32, -20..400_i32, -20..400_i32);
    (
        0..4_usize,
        text.clone(),
        text,
        ids,
        classes,
        0..512_u16,
        place,
    )
        .prop_map(
            |(up, text, description, id, class, flags, (left, top, width, height))| Node {
                up,
                text,
                description: if flags & 1 == 0 {
                    description
                } else {
                    String::new()
                },
                id,
                class,
                flags,
                bounds: (left, top, left + width, top + height),
            },
        )
}

/// The tree of these nodes, each in the one before unless it goes up.
fn tree(nodes: &[Node]) -> Tree {
    let mut xml = String::from(
        "<hierarchy rotation=\"0\"><node package=\"p.q\" class=\"android.widget.FrameLayout\" bounds=\"[0,0][1080,2000]\">",
    );
    let mut depth = 0;
    for node in nodes {
        for _ in 0..node.up.min(depth) {
            xml.push_str("</node>");
            depth -= 1;
        }
        let flag = |bit: u16| node.flags & (1 << bit) != 0;
        let (left, top, right, bottom) = node.bounds;
        xml.push_str(&format!(
            "<node text=\"{}\" content-desc=\"{}\" resource-id=\"{}\" class=\"{}\" package=\"p.q\" clickable=\"{}\" \
             checkable=\"{}\" checked=\"{}\" scrollable=\"{}\" password=\"{}\" enabled=\"{}\" bounds=\"[{left},{top}][{right},{bottom}]\">",
            escape(&node.text),
            escape(&node.description),
            escape(node.id),
            node.class,
            flag(1),
            flag(2) && flag(3),
            flag(4),
            flag(5) && flag(6),
            flag(7) && flag(6),
            flag(8),
        ));
        depth += 1;
    }
    xml.push_str(&"</node>".repeat(depth + 1));
    xml.push_str("</hierarchy>");
    let parsed = Tree::parse(xml.as_bytes()).unwrap_or_else(|error| panic!("{error}: {xml}"));
    parsed.tree
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\n', "&#10;")
        .replace('\u{1b}', "&#27;")
}
