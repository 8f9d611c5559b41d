//! Nodes whose words change while they stay what they are.

use super::own::Slot;
use super::screen::Screen;
use crate::node::Node;
use crate::tree::NodeId;

/// A plain text that says something else now, told by its id, which no other node may have: a status, a total.
pub(super) fn changed_words<'t>(
    old: &Screen<'t>,
    node: Node<'t>,
    new: &Screen<'t>,
) -> Option<NodeId> {
    let slot = Slot::of(node, old)?;
    match (old.in_slot(&slot), new.in_slot(&slot)) {
        ([_], [found]) => Some(*found),
        _ => None,
    }
}
