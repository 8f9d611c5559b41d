//! The best selector that a recording gives for a node.

use crate::event::{Labels, Node};

/// Labels are cut on the phone at this length, and a part of one is not all of it.
const CUT_AT: usize = 200;

/// Names a node by what it is called.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Selector {
    pub(super) id: Option<String>,
    pub(super) text: Option<String>,
    pub(super) description: Option<String>,
    /// Whether the screen had one such node, as far as was counted.
    pub(super) is_unique: bool,
}

impl Selector {
    /// The first of these that only one node of the screen had: its id, its text, its description, a label in it. Else
    /// all that it is called, which may be too little.
    pub(super) fn of(node: &Node) -> Option<Self> {
        let own = &node.labels;
        let others = || std::iter::once(own).chain(&node.inside);
        if let Some(id) = once(own.id.as_deref(), own.same_id) {
            return Some(Self {
                id: Some(id),
                is_unique: true,
                ..Self::default()
            });
        }
        for labels in others() {
            if let Some(text) = once(labels.text.as_deref(), labels.same_text) {
                return Some(Self {
                    text: Some(text),
                    is_unique: true,
                    ..Self::default()
                });
            }
        }
        for labels in others() {
            if let Some(text) = once(labels.description.as_deref(), labels.same_description) {
                return Some(Self {
                    description: Some(text),
                    is_unique: true,
                    ..Self::default()
                });
            }
        }
        // An id without a text is what all rows of a list have.
        let all = || others().map(Self::all);
        all()
            .find(|all| all.text.is_some() || all.description.is_some())
            .or_else(|| all().find(|all| *all != Self::default()))
    }

    fn all(labels: &Labels) -> Self {
        Self {
            id: labels.id.as_deref().and_then(usable),
            text: labels.text.as_deref().and_then(usable),
            description: labels.description.as_deref().and_then(usable),
            is_unique: false,
        }
    }
}

fn once(label: Option<&str>, count: Option<u64>) -> Option<String> {
    label.filter(|_| count == Some(1)).and_then(usable)
}

/// A label that a recipe can spell, and that is all of what the node is called.
fn usable(label: &str) -> Option<String> {
    let is_whole = label.encode_utf16().count() < CUT_AT;
    let is_text = !label.trim().is_empty() && !label.chars().any(char::is_control);
    // A placeholder is all that a recipe can make of this.
    let is_literal = !label.contains("${");
    (is_whole && is_text && is_literal).then(|| label.to_owned())
}
