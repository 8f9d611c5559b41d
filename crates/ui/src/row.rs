//! Rows: what stands beside a node and tells it from others of the same name.

use std::borrow::Cow;

use crate::node::Node;

/// The most labels that a row is told by.
pub const MAX_ROW_LABELS: usize = 64;

/// The surroundings of a node that tell it from others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row<'t> {
    /// The nearest ancestor with labels besides the node's own.
    pub node: Node<'t>,
    /// These labels, normalised, in document order, each once.
    pub labels: Vec<Cow<'t, str>>,
}

impl<'t> Node<'t> {
    /// The row the node stands in: the nearest ancestor with further labels that is not most of the screen.
    #[must_use]
    pub fn row(self) -> Option<Row<'t>> {
        let name = self.name();
        let is_further = |label: &Cow<'_, str>| name.as_ref() != Some(label);
        let mut inner = self;
        for ancestor in self.ancestors() {
            if ancestor.is_most_of_screen() {
                return None;
            }
            // Labels inside the ancestor below were looked at before.
            let mut labels: Vec<Cow<'t, str>> = Vec::new();
            let before = self.tree().labelled(ancestor.id().0..inner.id().0);
            let after = self.tree().labelled(inner.end()..ancestor.end());
            for node in before.chain(after).take(MAX_ROW_LABELS) {
                let label = node.label();
                if is_further(&label) && !labels.contains(&label) {
                    labels.push(label);
                }
            }
            if !labels.is_empty() {
                return Some(Row {
                    node: ancestor,
                    labels,
                });
            }
            inner = ancestor;
        }
        None
    }
}
