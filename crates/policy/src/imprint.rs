//! What identifies a node to whoever approved a touch of it, as one text to be hashed.
//!
//! It is meant to be narrower than what a ref needs: where anything here is different, somebody is asked again. Nothing
//! in it changes by a touch or by typing, and its place on the screen does not count.

use std::collections::BTreeMap;

use clawperator_ui::{Node, Role};

/// The most nodes that have an imprint of their own, which looks at the whole tree. A touch has a few takers; one that has
/// more is bound to the others in one piece.
const MAX_IMPRINTS: usize = 16;
/// The most nodes with the same id, class and description that are compared in everything else.
const MAX_EQUALS: usize = 64;

/// All that identifies nodes. It holds what a screen shows, so it is for hashing and not for telling.
pub(crate) fn imprints(nodes: &[Node<'_>]) -> Vec<String> {
    let mut headings = Headings::default();
    let (single, rest) = nodes.split_at(nodes.len().min(MAX_IMPRINTS));
    let mut imprints: Vec<String> = single
        .iter()
        .map(|node| imprint(*node, &mut headings))
        .collect();
    if !rest.is_empty() {
        let rest: Vec<Looks<'_>> = rest.iter().map(|node| looks(*node)).collect();
        imprints.push(format!("{rest:?}"));
    }
    imprints
}

fn imprint<'t>(node: Node<'t>, headings: &mut Headings) -> String {
    let own = own(node, headings);
    // What costs little is asked first: a screen may have thousands of nodes.
    let may_be_equal = |other: &Node<'_>| {
        other.resource_id() == node.resource_id()
            && other.class() == node.class()
            && other.content_desc() == node.content_desc()
    };
    // Which of several that nothing tells apart, and of how many. Of very many, those count that are nearly equal.
    let mut equals: Vec<Node<'t>> = node.tree().nodes().filter(may_be_equal).collect();
    if equals.len() <= MAX_EQUALS {
        equals.retain(|other| self::own(*other, headings) == own);
    }
    let place = equals.iter().position(|other| *other == node);
    format!("{own} {place:?} {}", equals.len())
}

/// What a node says itself.
type Looks<'t> = (
    (&'t str, &'t str, &'t str, Role),
    (&'t str, &'t str, &'t str),
);

fn looks(node: Node<'_>) -> Looks<'_> {
    // What a field holds is what was typed.
    let words = if takes_text(node) { "" } else { node.text() };
    (
        (
            node.resource_id(),
            node.class(),
            node.package(),
            node.role(),
        ),
        (words, node.content_desc(), node.hint()),
    )
}

fn takes_text(node: Node<'_>) -> bool {
    node.role() == Role::Textfield || node.is_password()
}

fn own(node: Node<'_>, headings: &mut Headings) -> String {
    let (identity, (words, desc, hint)) = looks(node);
    let name = if takes_text(node) { None } else { node.name() };
    // A node in no row has no labels beside it.
    let row = node.row().map(|row| row.labels).unwrap_or_default();
    let ancestors: Vec<&str> = node
        .ancestors()
        .map(Node::resource_id)
        .filter(|id| !id.is_empty())
        .collect();
    let window = node.window();
    let window = window.map(|window| (window.kind, window.title.as_str()));
    // The debug form of strings is quoted, so that no two lists of values read the same.
    format!(
        "{:?}",
        (
            identity,
            (words, desc, hint, name),
            (row, ancestors, window, headings.of(node)),
        )
    )
}

/// The first heading of each window: the same switch below another heading is about another thing.
#[derive(Debug, Default)]
struct Headings(BTreeMap<usize, Option<String>>);

impl Headings {
    /// The heading of the node's window, which is looked for once.
    fn of(&mut self, node: Node<'_>) -> Option<&str> {
        let window = node.window_index();
        let heading = self.0.entry(window).or_insert_with(|| {
            let mut titles = node.tree().nodes().filter(|other| {
                other.role() == Role::Title
                    && other.window_index() == window
                    && other.visible_bounds().is_some()
            });
            titles.next().map(|title| title.label().into_owned())
        });
        heading.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use clawperator_ui::Tree;

    use super::*;

    fn tree(rows: &[(&str, &str)], checked: bool, top: i32) -> Tree {
        let rows: Vec<String> = rows
            .iter()
            .enumerate()
            .map(|(index, (label, class))| {
                let y = top + 100 * i32::try_from(index).unwrap();
                format!(
                    r#"<node class="{class}" text="{label}" package="com.a" checkable="true" checked="{checked}" clickable="true" enabled="true" bounds="[0,{y}][400,{}]"/>"#,
                    y + 100
                )
            })
            .collect();
        let dump = format!(
            r#"<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="com.a" bounds="[0,0][400,800]">{}</node></hierarchy>"#,
            rows.concat()
        );
        Tree::parse(dump.as_bytes()).unwrap().tree
    }

    fn of(tree: &Tree, index: usize) -> String {
        imprints(&[tree.nodes().nth(1 + index).unwrap()]).concat()
    }

    const SWITCH: &str = "android.widget.Switch";

    #[test]
    fn a_node_keeps_it_where_nothing_but_its_state_and_place_changes() {
        let before = tree(&[("Wi-Fi", SWITCH), ("Sound", SWITCH)], false, 0);
        let after = tree(&[("Wi-Fi", SWITCH), ("Sound", SWITCH)], true, 300);
        assert_eq!(of(&before, 0), of(&after, 0));
        assert_ne!(of(&before, 0), of(&before, 1));
    }

    #[test]
    fn equals_are_told_by_their_place_and_number() {
        let two = tree(&[("On", SWITCH), ("On", SWITCH)], false, 0);
        assert_ne!(of(&two, 0), of(&two, 1));
        let three = tree(&[("On", SWITCH), ("On", SWITCH), ("On", SWITCH)], false, 0);
        assert_ne!(of(&two, 0), of(&three, 0));
    }

    /// However many nodes a touch has, another label or another number of them is another touch.
    #[test]
    fn every_one_of_many_counts() {
        let all = |labels: &[(&str, &str)]| {
            let tree = tree(labels, false, 0);
            imprints(&tree.nodes().skip(1).collect::<Vec<_>>())
        };
        let mut labels = vec![("On", SWITCH); 100];
        let (before, fewer) = (all(&labels), all(&labels[1..]));
        assert_eq!(before.len(), MAX_IMPRINTS + 1);
        assert_ne!(before, fewer);
        labels[99].0 = "Pay";
        assert_ne!(before, all(&labels));
    }

    #[test]
    fn what_is_typed_does_not_count() {
        let field = "android.widget.EditText";
        let empty = tree(&[("", field)], false, 0);
        let typed = tree(&[("secret", field)], false, 0);
        assert_eq!(of(&empty, 0), of(&typed, 0));
        assert!(!of(&typed, 0).contains("secret"));
    }
}
