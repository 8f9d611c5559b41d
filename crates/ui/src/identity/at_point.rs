//! Whether a finger at a point meets on one screen what it met on another.

use super::refind::{Refound, refind};
use super::shown::Shown;
use crate::bounds::Point;
use crate::node::Node;
use crate::touch::Taker;
use crate::tree::Tree;

/// What a finger at a point meets on the later of two screens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetAgain<'t> {
    /// The same as on the earlier one: the innermost node there, and what takes the touch.
    Same { inner: Node<'t>, taker: Node<'t> },
    /// On both there is no node, on the same page.
    NoNode,
    /// Something else, or nobody can say: what is there now, where that is known.
    Other(Option<Node<'t>>),
}

/// Compares what is at a point on two screens.
///
/// Screens that are equal show the same everywhere. Otherwise the innermost node at the point must be found again beyond
/// doubt, and be the innermost one there again: a row that has moved is the same row, but it is not at the point any
/// more. Where several nodes may take a touch, only equal screens show the same.
#[must_use]
pub fn met_again<'t>(before: Shown<'_>, after: Shown<'t>, at: Point) -> MetAgain<'t> {
    let is_unchanged =
        !before.is_scrolled && before.activity == after.activity && before.tree == after.tree;
    match (Met::of(before.tree, at), Met::of(after.tree, at)) {
        (_, Met::Node { inner, taker }) if is_unchanged => MetAgain::Same { inner, taker },
        (Met::Node { inner: was, .. }, Met::Node { inner, taker }) => {
            if refind(before, was.id(), after) == Refound::Same(inner.id()) {
                MetAgain::Same { inner, taker }
            } else {
                MetAgain::Other(Some(inner))
            }
        }
        (Met::Nothing, Met::Nothing) if before.activity == after.activity => MetAgain::NoNode,
        (_, Met::Several { one }) if is_unchanged => MetAgain::Same {
            inner: one,
            taker: one,
        },
        (_, Met::Node { inner, .. } | Met::Several { one: inner }) => MetAgain::Other(Some(inner)),
        (_, Met::Nothing | Met::Unknown) => MetAgain::Other(None),
    }
}

/// What is at a point of one screen.
enum Met<'t> {
    Node {
        inner: Node<'t>,
        taker: Node<'t>,
    },
    /// Any of several may take the touch, this one among them.
    Several {
        one: Node<'t>,
    },
    /// No node is there.
    Nothing,
    /// Something is there of which the tree has no node.
    Unknown,
}

impl<'t> Met<'t> {
    fn of(tree: &'t Tree, at: Point) -> Self {
        let innermost = |taker: Option<Node<'t>>| {
            tree.nodes_along(at, at)
                .filter(|node| {
                    taker.is_none_or(|taker| taker == *node || taker.is_ancestor_of(node.id()))
                })
                .last()
        };
        match tree.takers_at(at).as_slice() {
            [] => innermost(None).map_or(Self::Nothing, |inner| Self::Node {
                inner,
                taker: inner,
            }),
            [Taker::Node(taker)] => Self::Node {
                inner: innermost(Some(*taker)).unwrap_or(*taker),
                taker: *taker,
            },
            several => several
                .iter()
                .find_map(|taker| match taker {
                    Taker::Node(node) => Some(Self::Several { one: *node }),
                    Taker::Window(_) | Taker::LeftOut(_) => None,
                })
                .unwrap_or(Self::Unknown),
        }
    }
}
