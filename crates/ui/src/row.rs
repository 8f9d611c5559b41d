//! Rows: what stands beside a node and tells it from others of the same name.

use std::borrow::Cow;

use crate::node::Node;

/// The most labels that a row is told by, and that are looked at on each level.
pub const MAX_ROW_LABELS: usize = 32;
/// The most levels that a row is looked for upwards; nineteen of twenty are within three.
pub const MAX_ROW_LEVELS: usize = 8;

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
    ///
    /// Labels of other controls tell little: between `-` and `+` it is the `Milk` before them that says which. So an
    /// ancestor with plain labels, or words of a control around the node, comes before a nearer one without, as long as
    /// it does not hold another node of the same name: beyond that it would tell nothing apart.
    #[must_use]
    pub fn row(self) -> Option<Row<'t>> {
        let name = self.name();
        let mut controls_only = None;
        for ancestor in self.ancestors().take(MAX_ROW_LEVELS) {
            if ancestor.is_most_of_screen() {
                break;
            }
            let mut labels: Vec<Cow<'t, str>> = Vec::new();
            let (mut has_plain, mut has_namesake) = (false, false);
            let before = self.tree().labelled(ancestor.id().0..self.id().0);
            let after = self.tree().labelled(self.end()..ancestor.end());
            for node in before.chain(after).take(MAX_ROW_LABELS) {
                let label = node.label();
                if name.as_ref() == Some(&label) {
                    has_namesake = true;
                } else if !labels.contains(&label) {
                    has_plain |= node.is_plain_beside(self);
                    labels.push(label);
                }
            }
            if has_namesake && controls_only.is_some() {
                break;
            }
            if !labels.is_empty() {
                let row = Row {
                    node: ancestor,
                    labels,
                };
                if has_plain {
                    return Some(row);
                }
                controls_only.get_or_insert(row);
            }
        }
        controls_only
    }

    /// Whether a label is no other control's: nothing can be done with it, or with what it names, unless that holds
    /// `node` too.
    fn is_plain_beside(self, node: Self) -> bool {
        let owner = if self.is_interactive() {
            Some(self)
        } else {
            self.named_by()
        };
        owner.is_none_or(|owner| owner.is_ancestor_of(node.id()))
    }
}
