//! What holds of [`Tree::parse`] for any bytes, and of everything that is asked of the tree afterwards.

use std::sync::OnceLock;

use clawperator_contract::actions::Direction;
use clawperator_contract::limits::MAX_MATCHER_VALUE_LENGTH;
use clawperator_contract::{ActionParams, Target, Window, validate};
use clawperator_ui::limits::{
    MAX_DEPTH, MAX_IDENTIFIER_CHARACTERS, MAX_NODES, MAX_TEXT_CHARACTERS, MAX_WINDOWS,
};
use clawperator_ui::{
    Found, Gesture, Header, MAX_CANDIDATES, MAX_ROW_LABELS, Node, Query, Refs, Role, Taker,
    TouchTarget, Tree, compact, diff, normalise_label, tree_json,
};

/// Panics when an answer to `bytes` is not one that parsing may give.
pub(crate) fn check(bytes: &[u8]) {
    let answer = Tree::parse(bytes);
    assert_eq!(answer, Tree::parse(bytes), "the same bytes got two answers");
    match answer {
        Ok(parsed) => {
            check_tree(&parsed.tree);
            check_questions(&parsed.tree);
            check_round_trip(&parsed.tree);
            check_forms(&parsed.tree);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn check_tree(tree: &Tree) {
    assert!((1..=MAX_NODES).contains(&(tree.len() as usize)));
    assert!((1..=MAX_WINDOWS).contains(&tree.windows().len()));
    let mut roots = tree
        .windows()
        .iter()
        .map(|window| window.roots.len())
        .sum::<usize>();
    for node in tree.nodes() {
        roots -= usize::from(node.parent().is_none());
        check_place(node);
        check_strings(node);
        check_names(node);
        if let Some(visible) = node.visible_bounds() {
            assert!(node.bounds().encloses(visible), "{node:?} is seen outside");
            assert!(
                tree.screen().encloses(visible),
                "{node:?} is off the screen"
            );
        }
    }
    assert_eq!(roots, 0, "a root belongs to no window, or to two");
}

fn check_place(node: Node<'_>) {
    assert!(node.depth() <= MAX_DEPTH);
    assert!(node.window().is_some());
    assert_eq!(node.ancestors().count(), usize::from(node.depth()));
    let mut next = node.id().index() + 1;
    for child in node.children() {
        assert_eq!(
            child.id().index(),
            next,
            "children are not in document order"
        );
        assert_eq!(child.parent(), Some(node));
        assert!(node.is_ancestor_of(child.id()));
        assert_eq!(child.window_index(), node.window_index());
        next += child.subtree().remaining();
    }
    assert_eq!(next, node.id().index() + node.subtree().remaining());
}

fn check_strings(node: Node<'_>) {
    for (text, most) in [
        (node.class(), MAX_IDENTIFIER_CHARACTERS),
        (node.package(), MAX_IDENTIFIER_CHARACTERS),
        (node.resource_id(), MAX_IDENTIFIER_CHARACTERS),
        (node.text(), MAX_TEXT_CHARACTERS),
        (node.content_desc(), MAX_TEXT_CHARACTERS),
        (node.hint(), MAX_TEXT_CHARACTERS),
    ] {
        assert!(text.chars().count() <= most);
        let is_control = |character: char| {
            character.is_control() && !matches!(character, '\n' | '\r' | '\t' | '\u{85}')
        };
        assert!(!text.contains(is_control), "a control character: {text:?}");
    }
}

fn check_names(node: Node<'_>) {
    assert_eq!(normalise_label(&node.label()), node.label());
    if let Some(name) = node.name() {
        assert!(!name.is_empty());
        assert!(name.chars().count() <= MAX_MATCHER_VALUE_LENGTH);
        assert_eq!(node.named_by(), None, "a label has a name and gives it");
    }
    if let Some(named) = node.named_by() {
        let is_target = named.is_interactive() || named.is_selected();
        assert!(named.is_ancestor_of(node.id()) && is_target);
    }
    if let Some(row) = node.row() {
        assert!(row.node == node || row.node.is_ancestor_of(node.id()));
        assert!((1..=MAX_ROW_LABELS).contains(&row.labels.len()));
    }
    let line = node.describe();
    assert!(line.starts_with('[') && !line.contains('\n'), "{line:?}");
}

fn check_questions(tree: &Tree) {
    for target in targets() {
        let query = Query::of(target).expect("each names a node");
        match tree.find(&query) {
            Found::Nodes(matches) => {
                assert!(matches.nodes.is_sorted_by_key(|node| node.id()));
                for target in matches.targets(Gesture::Tap) {
                    check_touch(target);
                }
            }
            Found::Nothing | Found::NoContainer => {
                let explanation = tree.explain(&query);
                assert!(explanation.candidates.len() <= MAX_CANDIDATES);
                assert!(!explanation.to_string().contains('\n'));
            }
        }
    }
    for direction in [
        Direction::Down,
        Direction::Up,
        Direction::Left,
        Direction::Right,
    ] {
        let Some(container) = tree.scroll_container(direction, Window::All) else {
            continue;
        };
        let visible = container.visible_bounds().expect("a container can be seen");
        if let Ok(swipe) = container.swipe(direction, 1.0) {
            assert!(visible.contains(swipe.from) && visible.contains(swipe.to));
        }
    }
}

/// A target is touched where it can be seen, and where nothing else may take the touch.
fn check_touch(target: TouchTarget<'_>) {
    let Ok(point) = target.point() else {
        return;
    };
    let visible = target.node.visible_bounds().expect("it is touched");
    assert!(visible.contains(point), "a touch beside its target");
    let takers = target.node.tree().takers_at(point);
    if target.node.takes_touches() {
        assert_eq!(
            takers,
            [Taker::Node(target.node)],
            "a touch of {:?} at {point:?}",
            target.node
        );
    } else {
        let is_around = |taker: &Taker<'_>| match taker {
            Taker::Node(node) => node.is_ancestor_of(target.node.id()),
            Taker::Window(window) => target.node.window() == Some(window),
            Taker::LeftOut(_) => false,
        };
        assert!(
            takers.iter().all(is_around),
            "a touch of {:?} at {point:?} is taken by {takers:?}",
            target.node
        );
    }
}

/// The forms of a tree: a line for each ref, and no difference between a tree and itself.
fn check_forms(tree: &Tree) {
    let header = Header {
        activity: None,
        generation: Some(1),
    };
    let refs = Refs::assign(tree);
    let lines = compact(tree, &refs, &header);
    let is_line = |line: &&str| line.trim_start().starts_with("@e");
    assert_eq!(lines.lines().filter(is_line).count(), refs.len());
    assert!(tree_json(tree, &refs, &header).is_object());
    assert!(
        !diff(tree, tree, &refs)
            .lines()
            .any(|line| line.starts_with(['+', '-', '~']))
    );
}

/// The XML of a tree gives the same nodes again.
fn check_round_trip(tree: &Tree) {
    let again = Tree::parse(tree.to_xml(Window::All).as_bytes())
        .unwrap_or_else(|error| panic!("our own XML is refused: {error}"))
        .tree;
    assert_eq!(again.len(), tree.len());
    for (node, again) in tree.nodes().zip(again.nodes()) {
        assert_eq!(again.text(), node.masked_text());
        // What is called a password and is not a field may have a description that repeats it.
        let is_hidden =
            node.is_secret() && node.role() != Role::Textfield && again.content_desc().is_empty();
        assert!(is_hidden || again.content_desc() == node.content_desc());
        assert_eq!(again.resource_id(), node.resource_id());
        assert_eq!(again.class(), node.class());
        assert_eq!(again.bounds(), node.bounds());
        assert_eq!(again.depth(), node.depth());
        assert_eq!(again.index_in_parent(), node.index_in_parent());
        assert_eq!(again.is_clickable(), node.is_clickable());
    }
}

fn targets() -> &'static [Target] {
    static TARGETS: OnceLock<Vec<Target>> = OnceLock::new();
    TARGETS.get_or_init(|| {
        let params = [
            r#""where": { "clickable": true }"#,
            r#""matcher": { "role": "text" }, "window": "all""#,
            r#""where": { "nameContains": "a", "inRow": "b" }"#,
            r#""where": { "anyOf": [{ "name": "a" }, { "textContains": "a", "nth": 2 }] }"#,
            r#""matcher": { "textEquals": "nothing has this text" }"#,
        ];
        let actions: Vec<String> = (0..)
            .zip(params)
            .map(|(id, params)| format!(r#"{{ "id": "a{id}", "type": "click", "params": {{ {params} }} }}"#))
            .collect();
        let payload = format!(
            r#"{{ "commandId": "c", "taskId": "t", "source": "s", "expectedFormat": "android-ui-automator",
                  "timeoutMs": 30000, "actions": [{}] }}"#,
            actions.join(",")
        );
        let validated = validate(payload.as_bytes()).expect("the payload is right");
        validated
            .execution
            .actions()
            .iter()
            .map(|action| match action.params.clone() {
                ActionParams::Click(params) => params.target,
                params => panic!("not a click: {params:?}"),
            })
            .collect()
    })
}
