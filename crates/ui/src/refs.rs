//! Refs: short names of a snapshot's nodes, `@e1`, `@e2`, …

use std::collections::{HashMap, HashSet};

use crate::identity::{Proof, Screen, Shown, same};
use crate::render::Outline;
use crate::tree::{NodeId, Tree};

/// The refs of one snapshot, in the order in which the compact form prints them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refs {
    lines: Vec<(NodeId, u64)>,
    numbers: HashMap<NodeId, u64>,
    nodes: HashMap<u64, NodeId>,
}

impl Refs {
    /// Numbers the nodes that the compact form has lines for from 1.
    ///
    /// These refs follow from the tree alone: whoever parses the same dump again gets the same. For the screens of a
    /// phone, where a number must keep its meaning from one screen to the next, see [`Numbering`].
    #[must_use]
    pub fn assign(tree: &Tree) -> Self {
        Self::new(useful(tree).into_iter().zip(1..).collect())
    }

    /// The refs that were given to this tree: for each line the node's place in document order and its number.
    ///
    /// `None` when they cannot be this tree's.
    pub fn restore(tree: &Tree, lines: impl IntoIterator<Item = (u32, u64)>) -> Option<Self> {
        let lines: Vec<(NodeId, u64)> = lines
            .into_iter()
            .map(|(place, number)| (NodeId(place), number))
            .collect();
        let refs = Self::new(lines);
        let is_whole = refs.numbers.len() == refs.lines.len()
            && refs.nodes.len() == refs.lines.len()
            && refs.lines.iter().all(|(node, _)| tree.get(*node).is_some());
        is_whole.then_some(refs)
    }

    fn new(lines: Vec<(NodeId, u64)>) -> Self {
        Self {
            numbers: lines.iter().copied().collect(),
            nodes: lines
                .iter()
                .map(|(node, number)| (*number, *node))
                .collect(),
            lines,
        }
    }

    /// The node of a ref such as `@e12`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<NodeId> {
        self.nodes.get(&number_of(name)?).copied()
    }

    /// The ref of a node; `None` for one that has no line.
    #[must_use]
    pub fn of(&self, node: NodeId) -> Option<String> {
        self.numbers.get(&node).map(|number| format!("@e{number}"))
    }

    /// The nodes and their numbers, in the order of the lines.
    pub fn lines(&self) -> impl Iterator<Item = (NodeId, u64)> {
        self.lines.iter().copied()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether nothing on the screen has a ref.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

/// The number of a ref such as `@e12`.
#[must_use]
pub fn number_of(name: &str) -> Option<u64> {
    let digits = name.strip_prefix("@e")?;
    let is_number = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

/// Gives the nodes of a screen their numbers: one that was on an earlier screen keeps the number it had there, any other
/// gets one that was never given.
#[derive(Debug)]
pub struct Numbering<'t> {
    shown: Shown<'t>,
    screen: Screen<'t>,
    nodes: Vec<NodeId>,
    numbers: HashMap<NodeId, u64>,
    /// The numbers of the screens that were looked at: what a later one could not carry on, an earlier one must not.
    known: HashSet<u64>,
}

impl<'t> Numbering<'t> {
    /// Begins with no node numbered.
    #[must_use]
    pub fn of(shown: Shown<'t>) -> Self {
        Self {
            shown,
            screen: Screen::of(shown),
            nodes: useful(shown.tree),
            numbers: HashMap::new(),
            known: HashSet::new(),
        }
    }

    /// Takes over the numbers of an earlier screen; the latest is to come first.
    pub fn carry_on(&mut self, earlier: Shown<'_>, refs: &Refs) {
        let is_unchanged = !earlier.is_scrolled
            && earlier.activity == self.shown.activity
            && earlier.tree == self.shown.tree;
        let found: Vec<(NodeId, u64)> = if is_unchanged {
            refs.lines().collect()
        } else {
            self.find_again(earlier, refs)
        };
        for (node, number) in found {
            if !self.known.contains(&number) {
                self.numbers.entry(node).or_insert(number);
            }
        }
        self.known.extend(refs.lines().map(|(_, number)| number));
    }

    fn find_again(&self, earlier: Shown<'_>, refs: &Refs) -> Vec<(NodeId, u64)> {
        let old = Screen::of(earlier);
        let mut found = HashMap::new();
        for (node, number) in refs.lines() {
            let same = earlier
                .tree
                .get(node)
                .and_then(|node| same(&old, node, &self.screen));
            if let Some((node, Proof::Whole)) = same {
                found.insert(node, number);
            }
        }
        found.into_iter().collect()
    }

    /// Whether every node has a number.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.nodes
            .iter()
            .all(|node| self.numbers.contains_key(node))
    }

    /// The refs, and the next number that was never given: the rest is numbered from `next` on.
    #[must_use]
    pub fn finish(self, mut next: u64) -> (Refs, u64) {
        let lines = self
            .nodes
            .iter()
            .map(|node| {
                let number = self.numbers.get(node).copied().unwrap_or_else(|| {
                    let new = next;
                    next = next.saturating_add(1);
                    new
                });
                (*node, number)
            })
            .collect();
        (Refs::new(lines), next)
    }
}

/// The nodes that the compact form has lines for.
fn useful(tree: &Tree) -> Vec<NodeId> {
    let outline = Outline::lines_of(tree);
    outline.lines.iter().map(|line| line.node).collect()
}
