//! Nodes of the test app in a tree.

use clawperator_ui::{Bounds, Node, Point, Tree};

use crate::app::PACKAGE;
use crate::check::{Trouble, failed};

/// A node of the test app that can be seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// What can be seen of it.
    pub(crate) bounds: Bounds,
    pub(crate) middle: Point,
    pub(crate) text: String,
}

/// The node of an id, of the test app alone: nothing else is touched.
pub(crate) fn find<'t>(tree: &'t Tree, id: &str) -> Option<Node<'t>> {
    let mut nodes = tree.nodes();
    nodes.find(|node| {
        node.package() == PACKAGE && node.id_name() == id && node.visible_bounds().is_some()
    })
}

/// The same with what is needed to touch it.
pub(crate) fn of(tree: &Tree, id: &str) -> Result<Found, Trouble> {
    let Some(node) = find(tree, id) else {
        return failed(format!("there is no node `{id}`"));
    };
    seen(node)
}

/// A node of the test app by the text that it shows.
pub(crate) fn with_text(tree: &Tree, text: &str) -> Result<Found, Trouble> {
    let mut nodes = tree.nodes();
    let node = nodes.find(|node| {
        // Buttons of dialogs may be shown in capitals.
        node.package() == PACKAGE && node.text().eq_ignore_ascii_case(text) && node.is_clickable()
    });
    node.map_or_else(|| failed(format!("there is no button `{text}`")), seen)
}

fn seen(node: Node<'_>) -> Result<Found, Trouble> {
    let Some(bounds) = node.visible_bounds() else {
        return failed(format!("nothing of {} can be seen", node.describe()));
    };
    Ok(Found {
        bounds,
        middle: Point {
            x: i32::midpoint(bounds.left, bounds.right),
            y: i32::midpoint(bounds.top, bounds.bottom),
        },
        text: node.text().to_owned(),
    })
}

/// The texts of all nodes of an id, from top to bottom.
pub(crate) fn texts(tree: &Tree, id: &str) -> Vec<String> {
    let nodes = tree.nodes();
    nodes
        .filter(|node| node.package() == PACKAGE && node.id_name() == id)
        .filter(|node| node.visible_bounds().is_some())
        .map(|node| node.text().to_owned())
        .collect()
}

/// Which app has the most nodes, for messages.
pub(crate) fn in_front(tree: &Tree) -> String {
    let package = tree
        .nodes()
        .map(Node::package)
        .find(|name| !name.is_empty());
    package.map_or_else(|| "no app".to_owned(), |name| format!("`{name}`"))
}
