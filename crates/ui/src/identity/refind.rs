//! Finding a node again on a later screen.

use super::changed::changed_words;
use super::labels::Marks;
use super::near;
use super::own::{Own, ticks};
use super::page::same_page;
use super::screen::Screen;
use super::shown::{Proof, Shown};
use crate::node::Node;
use crate::tree::NodeId;

/// The most nodes that say the same and are told apart by their rows; with more the time to look would not be bounded.
const MOST_EQUALS: usize = 128;

/// Whether a node is still there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refound {
    /// This one is the same beyond doubt.
    Same(NodeId),
    /// None is, or more than one could be.
    Stale {
        /// The nearest to it, best first; at most five, and none when nothing is near.
        candidates: Vec<NodeId>,
    },
}

/// Finds a node again on another screen: only when exactly one node is the same beyond doubt.
///
/// A node that was alone with what it says must be alone with it again, with the same labels beside it. One of several
/// that say the same is told by its row. One of several equals is the same only when there are as many of them as
/// before and nothing around them has changed, moved or been scrolled. On another page nothing is the same. Anything else is stale,
/// with the nearest nodes to choose from; nothing is guessed.
#[must_use]
pub fn refind(before: Shown<'_>, node: NodeId, after: Shown<'_>) -> Refound {
    let Some(gone) = before.tree.get(node) else {
        return Refound::Stale {
            candidates: Vec::new(),
        };
    };
    let (old, new) = (Screen::of(before), Screen::of(after));
    match same(&old, gone, &new) {
        Some((found, _)) => Refound::Same(found),
        None => Refound::Stale {
            candidates: near::candidates(gone, &new),
        },
    }
}

/// The node of `new` that a node of `old` is, and how well that is proven.
pub(crate) fn same<'t>(
    old: &Screen<'t>,
    node: Node<'t>,
    new: &Screen<'t>,
) -> Option<(NodeId, Proof)> {
    // One that is not seen is not among those that are, and cannot be found again.
    if !old.shows(node) {
        return None;
    }
    let own = Own::of(node, old);
    let (were, are) = (old.equals(&own), new.equals(&own));
    let (found, proof) = match (were, are) {
        ([_], [found]) => (*found, old.labels_kept(node, new, new.get(*found)?)?),
        _ => {
            if let Some(found) = among_equals(old, node, were, new, are) {
                (found, Proof::Whole)
            } else {
                let found = changed_words(old, node, new)?;
                (found, old.labels_kept(node, new, new.get(found)?)?)
            }
        }
    };
    let page = same_page(old, node, new, new.get(found)?)?;
    Some((found, proof.min(page)))
}

/// One of several that say the same: by its row, else by its place where nothing around them has changed.
fn among_equals<'t>(
    old: &Screen<'t>,
    node: Node<'t>,
    were: &[NodeId],
    new: &Screen<'t>,
    are: &[NodeId],
) -> Option<NodeId> {
    if were.len().max(are.len()) > MOST_EQUALS {
        return None;
    }
    let (mut were, mut are) = (were.to_vec(), are.to_vec());
    for labels in [Marks::plain as fn(&Marks) -> &[u64], Marks::whole] {
        let row = old.row(node);
        let wanted = labels(&row);
        let is_alike = |screen: &Screen<'t>, id: &NodeId| {
            let other = screen.get(*id);
            other.is_some_and(|other| labels(&screen.row(other)) == wanted)
        };
        were.retain(|id| is_alike(old, id));
        are.retain(|id| is_alike(new, id));
        if let ([_], [found]) = (were.as_slice(), are.as_slice())
            && !wanted.is_empty()
        {
            return Some(*found);
        }
    }
    if old.is_scrolled() && node.ancestors().any(Node::is_scrollable) {
        return None;
    }
    let place = were.iter().position(|id| *id == node.id())?;
    let is_untouched = were.len() == are.len()
        && old.part(&were) == new.part(&are)
        && were.iter().zip(&are).all(|(was, is)| {
            let rows = old.get(*was).zip(new.get(*is));
            rows.is_some_and(|(was, is)| {
                let is_same_number = !ticks(was) || was.label() == is.label();
                is_same_number && old.row(was).exact() == new.row(is).exact()
            })
        });
    are.get(place).copied().filter(|_| is_untouched)
}
