//! A finger that went for a node, and whether the node was still there.

use clawperator_ui::{Flags, Node, NodeId, Point, Tree};

/// A finger that went for a node of the screen before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Press {
    pub(crate) node: NodeId,
    pub(crate) at: Point,
}

impl Press {
    /// Whether the target is elsewhere afterwards and in the state that it was in, so that nothing shows that it was hit.
    ///
    /// A node is known again by what it says, whatever is around it: a row that is pushed down is in another place of
    /// another list. Where several say the same, none of them is known again, and the answer is no.
    pub(crate) fn target_moved(self, before: &Tree, after: &Tree) -> bool {
        let Some(target) = before.get(self.node) else {
            return false;
        };
        let says = Says::of(target);
        let (Some(_), Some(again)) = (says.only(before), says.only(after)) else {
            return false;
        };
        let is_there = again
            .visible_bounds()
            .is_some_and(|place| place.contains(self.at));
        !is_there && states(target).eq(states(again))
    }

    /// Whether the target, where it can be checked, is checked as it was; nothing where it holds no such state, or is
    /// not known again.
    pub(crate) fn target_kept(self, before: &Tree, after: &Tree) -> Option<bool> {
        let target = before.get(self.node)?;
        let says = Says::of(target);
        let (_, again) = (says.only(before)?, says.only(after)?);
        let holds_state = target.subtree().any(Node::is_checkable);
        let checked = |node: Node<'_>| -> Vec<bool> {
            let parts = node.subtree();
            parts.map(|one| one.flags().has(Flags::CHECKED)).collect()
        };
        holds_state.then(|| checked(target) == checked(again))
    }
}

/// What a node says of itself, with everything in it.
#[derive(PartialEq, Eq)]
struct Says<'t> {
    class: &'t str,
    resource_id: &'t str,
    words: Vec<(&'t str, &'t str)>,
}

impl<'t> Says<'t> {
    fn of(node: Node<'t>) -> Self {
        let words = node.subtree().map(|one| (one.text(), one.content_desc()));
        Self {
            class: node.class(),
            resource_id: node.resource_id(),
            words: words.collect(),
        }
    }

    /// The node that can be seen and says this, if there is exactly one.
    fn only<'a>(&self, tree: &'a Tree) -> Option<Node<'a>> {
        let mut alike = tree
            .nodes()
            .filter(|node| {
                node.class() == self.class
                    && node.resource_id() == self.resource_id
                    && node.visible_bounds().is_some()
            })
            .filter(|node| Says::of(*node) == *self);
        let first = alike.next()?;
        alike.next().is_none().then_some(first)
    }
}

/// What a touch changes of a node and of what is in it.
fn states(node: Node<'_>) -> impl Iterator<Item = [bool; 4]> {
    const STATES: [Flags; 4] = [
        Flags::CHECKED,
        Flags::ENABLED,
        Flags::FOCUSED,
        Flags::SELECTED,
    ];
    node.subtree()
        .map(|one| STATES.map(|state| one.flags().has(state)))
}
