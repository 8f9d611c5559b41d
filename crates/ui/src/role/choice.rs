//! The chosen one of several targets, which often takes no presses itself.

use super::kind::Role;
use crate::flags::Flags;
use crate::node::Node;
use crate::tree::{NodeId, Tree};

/// Gives each chosen one the role of its siblings: it is selected, nothing can be done with it or in it, it says
/// something, and siblings of the same class take presses.
pub(super) fn fill(tree: &mut Tree) {
    let chosen: Vec<(NodeId, Role)> = tree
        .nodes()
        .filter(|node| node.flags().has(Flags::SELECTED))
        .filter_map(|node| Some((node.id(), role_of_siblings(node)?)))
        .collect();
    for (id, role) in chosen {
        if let Some(node) = tree.nodes.get_mut(id.index()) {
            node.role = role;
            node.is_choice = true;
        }
    }
}

fn role_of_siblings(node: Node<'_>) -> Option<Role> {
    let says_something =
        |node: Node<'_>| !node.text().trim().is_empty() || !node.content_desc().trim().is_empty();
    if node.subtree().any(Node::is_interactive)
        || !node.subtree().any(says_something)
        || node.is_most_of_screen()
    {
        return None;
    }
    let parent = node.parent().filter(|parent| !parent.is_most_of_screen())?;
    parent
        .children()
        .filter(|sibling| sibling.is_interactive() && sibling.class() == node.class())
        .map(Node::role)
        .find(|role| matches!(role, Role::Tab | Role::Button | Role::Chip | Role::Icon))
}
