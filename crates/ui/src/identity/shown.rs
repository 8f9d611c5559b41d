//! Two screens that are compared, and what the comparison proves.

use crate::tree::Tree;

/// A screen, and what is known of it besides its tree.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'t> {
    /// The nodes.
    pub tree: &'t Tree,
    /// The activity in front, with all of its name, when known.
    pub activity: Option<&'t str>,
    /// Whether something was scrolled since: a list of equal rows looks the same after a few of them.
    pub is_scrolled: bool,
}

impl<'t> From<&'t Tree> for Shown<'t> {
    fn from(tree: &'t Tree) -> Self {
        Self {
            tree,
            activity: None,
            is_scrolled: false,
        }
    }
}

/// How much of what was known of a node is known of the one that it is held to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Proof {
    /// Nothing speaks against it, but a part of what was around the node cannot be seen any more.
    Enough,
    /// All of it. Only this may be carried from screen to screen: what is enough twice need not be enough at once.
    Whole,
}
