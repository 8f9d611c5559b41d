//! The tree of a screen: nodes in document order, seen through [`Node`].

use std::fmt;
use std::ops::Range;

use crate::bounds::Bounds;
use crate::dump::Note;
use crate::name::Names;
use crate::node::{Node, NodeData};
use crate::window::WindowInfo;

/// The number of a node in its tree: its place in document order, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The place in document order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is on a screen. It always has at least one node: a dump without one is refused, not empty.
///
/// Nodes are kept in document order (preorder), so that a node's descendants are the range right behind it.
#[derive(Clone, PartialEq, Eq)]
pub struct Tree {
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) windows: Vec<WindowInfo>,
    pub(crate) screen: Bounds,
    pub(crate) one_window_only: bool,
    pub(crate) names: Names,
    pub(crate) losses: Vec<Note>,
}

impl Tree {
    /// The node with this number, if the tree has one.
    #[must_use]
    pub fn get(&self, id: NodeId) -> Option<Node<'_>> {
        let data = self.nodes.get(id.index())?;
        Some(Node::new(self, data, id))
    }

    /// Every node in document order.
    #[must_use]
    pub fn nodes(&self) -> Nodes<'_> {
        self.range(0..self.len())
    }

    /// How many nodes there are; never 0.
    #[must_use]
    #[expect(
        clippy::len_without_is_empty,
        reason = "a tree without nodes does not exist"
    )]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "parsing bounds the number of nodes far below"
    )]
    pub fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The windows in document order; platform dumps write the topmost first.
    #[must_use]
    pub fn windows(&self) -> &[WindowInfo] {
        &self.windows
    }

    /// Whether the dump could only tell of one window, so that a dialog, keyboard or bar may be missing.
    #[must_use]
    pub const fn has_one_window_only(&self) -> bool {
        self.one_window_only
    }

    /// What is missing that the phone had; empty for a tree that is whole.
    #[must_use]
    pub fn losses(&self) -> &[Note] {
        &self.losses
    }

    /// What is missing that the phone had, in words; `None` for a tree that is whole.
    #[must_use]
    pub fn incomplete(&self) -> Option<String> {
        let losses: Vec<String> = self.losses.iter().map(Note::to_string).collect();
        (!losses.is_empty()).then(|| losses.join(", "))
    }

    /// The screen: as told by the caller or the dump, else everything from the origin to the furthest root.
    #[must_use]
    pub const fn screen(&self) -> Bounds {
        self.screen
    }

    /// The nodes of a range with a label that can be seen.
    pub(crate) fn labelled(&self, range: Range<u32>) -> impl Iterator<Item = Node<'_>> {
        let labelled = &self.names.labelled;
        let start = labelled.partition_point(|id| id.0 < range.start);
        labelled
            .split_at(start)
            .1
            .iter()
            .take_while(move |id| id.0 < range.end)
            .filter_map(|id| self.get(*id))
    }

    /// The nodes of a range that have a line and no name, and that something can be done with.
    pub(crate) fn nameless(&self, range: Range<u32>) -> impl Iterator<Item = Node<'_>> {
        let nameless = &self.names.nameless;
        let start = nameless.partition_point(|id| id.0 < range.start);
        nameless
            .split_at(start)
            .1
            .iter()
            .take_while(move |id| id.0 < range.end)
            .filter_map(|id| self.get(*id))
    }

    pub(crate) fn range(&self, range: Range<u32>) -> Nodes<'_> {
        Nodes { tree: self, range }
    }
}

/// Without text: a screen may show what nobody else should read.
impl fmt::Debug for Tree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Tree")
            .field("nodes", &self.nodes.len())
            .field("windows", &self.windows.len())
            .field("screen", &self.screen)
            .finish_non_exhaustive()
    }
}

/// Nodes in document order.
#[derive(Debug, Clone)]
pub struct Nodes<'t> {
    tree: &'t Tree,
    range: Range<u32>,
}

impl Nodes<'_> {
    /// How many are left.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.range.len()
    }
}

impl<'t> Iterator for Nodes<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        self.tree.get(NodeId(self.range.next()?))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl DoubleEndedIterator for Nodes<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.tree.get(NodeId(self.range.next_back()?))
    }
}
