//! Rows: what stands beside a node and tells it from others of the same name.

use std::borrow::Cow;

use crate::node::Node;

/// The most labels that a row is told by, and that are looked at on each level.
pub const MAX_ROW_LABELS: usize = 32;
/// The most labels among which those beside a node are looked for.
const MAX_BESIDE: usize = 256;
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

/// The labels beside a node.
#[derive(Debug, Default)]
struct Surroundings<'t> {
    /// Each once, in document order, without the node's own name.
    labels: Vec<Cow<'t, str>>,
    /// Whether one of them is no other control's.
    has_plain: bool,
    /// Whether the node's own name is among them.
    has_namesake: bool,
}

impl<'t> Node<'t> {
    /// The row the node stands in: the nearest ancestor with further labels that is not most of the screen.
    ///
    /// Labels of other controls tell little: between `-` and `+` it is the `Milk` before them that says which. So an
    /// ancestor with plain labels, or words of a control around the node, comes before a nearer one without, as long as
    /// it does not hold another node of the same name: beyond that it would tell nothing apart.
    ///
    /// Toolkits that draw their own nodes have no node for a row. Where the next one up holds others of the same name,
    /// be it most of the screen, only the labels beside the node are of its row.
    #[must_use]
    pub fn row(self) -> Option<Row<'t>> {
        let mut controls_only = None;
        for ancestor in self.ancestors().take(MAX_ROW_LEVELS) {
            let is_page = ancestor.is_most_of_screen();
            let found = if is_page {
                if controls_only.is_some() || !self.has_namesake_in(ancestor) {
                    break;
                }
                self.labels_beside(ancestor)
            } else {
                let found = self.collect(self.labelled_around(ancestor).take(MAX_ROW_LABELS));
                match (found.has_namesake, &controls_only) {
                    (true, Some(_)) => break,
                    (true, None) => self.labels_beside(ancestor),
                    (false, _) => found,
                }
            };
            if !found.labels.is_empty() {
                let row = Row {
                    node: ancestor,
                    labels: found.labels,
                };
                if found.has_plain {
                    return Some(row);
                }
                controls_only.get_or_insert(row);
            }
            if is_page {
                break;
            }
        }
        controls_only
    }

    /// The nodes with a label in an ancestor, but for those in this node.
    fn labelled_around(self, ancestor: Self) -> impl Iterator<Item = Self> {
        let before = self.tree().labelled(ancestor.id().0..self.id().0);
        before.chain(self.tree().labelled(self.end()..ancestor.end()))
    }

    /// Whether another node in an ancestor has this one's name.
    fn has_namesake_in(self, ancestor: Self) -> bool {
        let Some(name) = self.name() else {
            return false;
        };
        let mut others = self.labelled_around(ancestor).take(MAX_BESIDE);
        others.any(|node| node.label() == name)
    }

    /// The labels in an ancestor that stand on the height of this node.
    fn labels_beside(self, ancestor: Self) -> Surroundings<'t> {
        let beside = self
            .labelled_around(ancestor)
            .take(MAX_BESIDE)
            .filter(|node| node.is_level_with(self) && !node.is_ancestor_of(self.id()));
        self.collect(beside.take(MAX_ROW_LABELS))
    }

    /// What these nodes say beside this one.
    fn collect(self, nodes: impl Iterator<Item = Self>) -> Surroundings<'t> {
        let name = self.name();
        let mut found = Surroundings::default();
        for node in nodes {
            let label = node.label();
            if name.as_ref() == Some(&label) {
                found.has_namesake = true;
            } else if !found.labels.contains(&label) {
                found.has_plain |= node.is_plain_beside(self);
                found.labels.push(label);
            }
        }
        found
    }

    /// Whether the middle of one of the two is on the height of the other.
    fn is_level_with(self, other: Self) -> bool {
        let (Some(one), Some(two)) = (self.visible_bounds(), other.visible_bounds()) else {
            return false;
        };
        (two.top..two.bottom).contains(&one.centre().y)
            || (one.top..one.bottom).contains(&two.centre().y)
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
