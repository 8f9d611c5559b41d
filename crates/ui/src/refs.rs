//! Refs: short names of a snapshot's nodes, `@e1`, `@e2`, …

use std::collections::HashMap;

use crate::render::Outline;
use crate::tree::{NodeId, Tree};

/// The refs of one snapshot, in the order in which the compact form prints them.
///
/// They follow from the tree alone: whoever parses the same dump again gets the same refs. On another screen the same
/// ref is another node, so that a ref is only good together with the generation it comes from; see [`crate::Identity`]
/// for finding its node again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refs {
    nodes: Vec<NodeId>,
    numbers: HashMap<NodeId, usize>,
}

impl Refs {
    /// Gives refs to the nodes that the compact form has lines for.
    #[must_use]
    pub fn assign(tree: &Tree) -> Self {
        Self::from_outline(&Outline::of(tree))
    }

    pub(crate) fn from_outline(outline: &Outline) -> Self {
        let nodes: Vec<NodeId> = outline.lines.iter().map(|line| line.node).collect();
        let numbers = nodes.iter().copied().zip(1..).collect();
        Self { nodes, numbers }
    }

    /// The node of a ref such as `@e12`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<NodeId> {
        let digits = name.strip_prefix("@e")?;
        let is_number =
            !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number: usize = digits.parse().ok().filter(|_| is_number)?;
        self.nodes.get(number.checked_sub(1)?).copied()
    }

    /// The ref of a node; `None` for one that has no line.
    #[must_use]
    pub fn of(&self, node: NodeId) -> Option<String> {
        self.numbers.get(&node).map(|number| format!("@e{number}"))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing on the screen has a ref.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}
