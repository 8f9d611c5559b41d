//! What identifies a node to whoever approved a touch of it, as one text to be hashed.
//!
//! It is meant to be narrower than what a ref needs: where anything here is different, somebody is asked again. Nothing
//! in it changes by a touch or by typing, and its place on the screen does not count.

use clawperator_ui::{Node, Role};

/// All that identifies a node. It holds what a screen shows, so it is for hashing and not for telling.
pub(crate) fn imprint(node: Node<'_>) -> String {
    let own = own(node);
    // What costs little is asked first: a screen may have thousands of nodes.
    let may_be_equal = |other: &Node<'_>| {
        other.resource_id() == node.resource_id()
            && other.class() == node.class()
            && other.content_desc() == node.content_desc()
    };
    // Which of several that nothing tells apart, and of how many.
    let nodes = node.tree().nodes().filter(may_be_equal);
    let equals: Vec<Node<'_>> = nodes.filter(|other| self::own(*other) == own).collect();
    let place = equals.iter().position(|other| *other == node);
    format!("{own} {place:?} {}", equals.len())
}

fn own(node: Node<'_>) -> String {
    let takes_text = node.role() == Role::Textfield || node.is_password();
    // What a field holds is what was typed.
    let words = if takes_text { "" } else { node.text() };
    let name = if takes_text { None } else { node.name() };
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
            (
                node.resource_id(),
                node.class(),
                node.package(),
                node.role()
            ),
            (words, node.content_desc(), node.hint(), name),
            (row, ancestors, window, heading(node)),
        )
    )
}

/// The first heading of the node's window: the same switch below another heading is about another thing.
fn heading(node: Node<'_>) -> Option<String> {
    let mut titles = node.tree().nodes().filter(|other| {
        other.role() == Role::Title
            && other.window_index() == node.window_index()
            && other.visible_bounds().is_some()
    });
    titles.next().map(|title| title.label().into_owned())
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
        imprint(tree.nodes().nth(1 + index).unwrap())
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

    #[test]
    fn what_is_typed_does_not_count() {
        let field = "android.widget.EditText";
        let empty = tree(&[("", field)], false, 0);
        let typed = tree(&[("secret", field)], false, 0);
        assert_eq!(of(&empty, 0), of(&typed, 0));
        assert!(!of(&typed, 0).contains("secret"));
    }
}
