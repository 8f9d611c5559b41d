//! The labels beside a node, and whether they are still there.

use std::borrow::Cow;

use crate::node::Node;

use super::numbers::is_number;
use super::own::ticks;
use super::screen::{Screen, mark};
use super::shown::Proof;

/// The labels of a node's row, each as a number.
pub(super) struct Marks {
    /// How many levels up the row is.
    up: Option<usize>,
    plain: Vec<u64>,
    whole: Vec<u64>,
    exact: Vec<u64>,
}

impl Marks {
    pub(super) fn of<'t>(node: Node<'t>, screen: &Screen<'t>) -> Self {
        let row = node.row();
        let labels = row.as_ref().map_or(&[][..], |row| &row.labels);
        let plain = row.as_ref().map_or(&[][..], |row| &row.plain);
        let exact = labels.iter().filter(|label| !screen.is_typed(label));
        Self {
            up: row
                .as_ref()
                .and_then(|row| node.ancestors().position(|up| up == row.node)),
            plain: lasting(screen, plain),
            whole: lasting(screen, labels),
            exact: exact.map(mark).collect(),
        }
    }

    /// Those that are no other control's, no mere numbers, and were not typed.
    pub(super) fn plain(&self) -> &[u64] {
        &self.plain
    }

    /// The same with those of other controls.
    pub(super) fn whole(&self) -> &[u64] {
        &self.whole
    }

    /// All that were not typed.
    pub(super) fn exact(&self) -> &[u64] {
        &self.exact
    }
}

fn lasting(screen: &Screen<'_>, labels: &[Cow<'_, str>]) -> Vec<u64> {
    let labels = labels.iter();
    labels
        .filter(|label| !is_number(label) && !screen.is_typed(label))
        .map(mark)
        .collect()
}

impl<'t> Screen<'t> {
    /// Whether the labels beside a node are beside the one that it may be; further ones may have come. `None` when
    /// others took their place: the same button beside another name is about another thing.
    pub(super) fn labels_kept(&self, node: Node<'t>, new: &Self, found: Node<'t>) -> Option<Proof> {
        // A text is told by what it says; only what is pressed, or says something else now, is held to what is beside it.
        let is_text = !node.is_interactive() && !ticks(node) && !node.label().is_empty();
        if is_text && node.label() == found.label() {
            return Some(Proof::Whole);
        }
        let (were, are) = self.labels_of_both(node, new, found);
        if were.is_empty() && !node.is_interactive() {
            return Some(Proof::Whole);
        }
        if were.is_empty() {
            return self.text_above_kept(node, new, found);
        }
        let is_lost = |label: &&u64| !are.contains(label);
        let lost = were.iter().filter(is_lost).count();
        let has_new = are.iter().any(|label| !were.contains(label));
        if lost == 0 {
            Some(Proof::Whole)
        } else if lost < were.len() && !has_new {
            Some(Proof::Enough)
        } else {
            None
        }
    }

    /// The plain labels of both rows; where a label came or went so near that the row is told by less of the tree than
    /// the other, those of the larger part.
    fn labels_of_both(&self, node: Node<'t>, new: &Self, found: Node<'t>) -> (Vec<u64>, Vec<u64>) {
        let (was, is) = (self.row(node), new.row(found));
        let up = was.up.max(is.up).filter(|_| was.up != is.up);
        let around = |screen: &Self, node: Node<'t>| {
            let part = node.ancestors().nth(up?)?;
            let labels = (!part.is_most_of_screen()).then(|| node.plain_labels_in(part))?;
            Some(lasting(screen, &labels))
        };
        match around(self, node).zip(around(new, found)) {
            Some(larger) => larger,
            None => (was.plain.clone(), is.plain.clone()),
        }
    }

    /// For what has no row: whether the text above it is still above it.
    fn text_above_kept(&self, node: Node<'t>, new: &Self, found: Node<'t>) -> Option<Proof> {
        let Some(was) = self.text_above(node) else {
            return Some(Proof::Whole);
        };
        if new.repeats(was, found) {
            return Some(Proof::Whole);
        }
        // It went, and what is the nearest now had been there before: an error that is gone, a page that scrolled.
        let is = new.text_above(found)?;
        self.says(&is.label()).then_some(Proof::Enough)
    }
}
