//! How a node is called: by the walk, and by the app that records what happened to it.

use clawperator_ui::{Node, Tree};
use serde_json::{Value, json};

/// A way to name a node that fits no other on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Name {
    Id(String),
    Text(String),
    Description(String),
}

impl Name {
    /// The name of a node that can be seen, if it has one of its own.
    pub(super) fn of(tree: &Tree, node: Node<'_>) -> Option<Self> {
        node.visible_bounds()?;
        [
            Self::Id(node.resource_id().to_owned()),
            Self::Text(node.text().to_owned()),
            Self::Description(node.content_desc().to_owned()),
        ]
        .into_iter()
        .find(|name| !name.word().trim().is_empty() && name.only(tree).is_some())
    }

    /// The node of that name, if there is exactly one.
    pub(super) fn only<'t>(&self, tree: &'t Tree) -> Option<Node<'t>> {
        let mut found = tree.nodes().filter(|node| self.fits(*node));
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    pub(super) fn selector(&self) -> Value {
        match self {
            Self::Id(id) => json!({ "resourceId": id }),
            Self::Text(text) => json!({ "textEquals": text }),
            Self::Description(description) => json!({ "contentDescEquals": description }),
        }
    }

    fn fits(&self, node: Node<'_>) -> bool {
        let word = match self {
            Self::Id(_) => node.resource_id(),
            Self::Text(_) => node.text(),
            Self::Description(_) => node.content_desc(),
        };
        word == self.word()
    }

    fn word(&self) -> &str {
        match self {
            Self::Id(word) | Self::Text(word) | Self::Description(word) => word,
        }
    }
}

/// The names under which the app may record what happens to a node: its own, and those of what is inside it.
pub(super) fn recorded(node: Node<'_>) -> impl Iterator<Item = String> {
    node.subtree().flat_map(own)
}

/// A node's own names.
pub(super) fn own(node: Node<'_>) -> impl Iterator<Item = String> {
    [node.id_name(), node.text(), node.content_desc()]
        .into_iter()
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect::<Vec<_>>()
        .into_iter()
}

/// Every text and description that can be seen.
pub(super) fn words(tree: &Tree) -> Vec<String> {
    tree.nodes()
        .filter(|node| node.visible_bounds().is_some())
        .flat_map(|node| [node.text().to_owned(), node.content_desc().to_owned()])
        .filter(|word| !word.is_empty())
        .collect()
}
