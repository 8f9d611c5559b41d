//! Which nodes are worth a line, and how they lie in each other.

use clawperator_contract::Window;

use crate::node::Node;
use crate::tree::{NodeId, Tree};

use super::tell_apart::{self, Apart};
use super::words;

/// The most lines of a screen; the most useful nodes seen on a real one are fewer than 600.
const MAX_LINES: usize = 2_000;

/// The useful nodes of a screen in document order.
#[derive(Debug)]
pub(crate) struct Outline {
    pub(crate) lines: Vec<Line>,
    /// What each window has besides its lines, in the order of [`Tree::windows`].
    pub(crate) windows: Vec<Beside>,
    /// Useful nodes beyond the most lines.
    pub(crate) cut: usize,
}

/// A node that is worth a line.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) node: NodeId,
    pub(crate) window: usize,
    /// How many lines it lies in.
    pub(crate) depth: usize,
    /// The name a person sees; empty when it has none.
    pub(crate) name: String,
    pub(crate) apart: Apart,
    /// Useful nodes in it that cannot be seen.
    pub(crate) unseen: usize,
}

/// What a window has besides its lines.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    /// Whether its nodes are left out because selectors do not look there unless asked.
    pub(crate) is_left_out: bool,
    /// Useful nodes that cannot be seen and lie in no line.
    pub(crate) unseen: usize,
}

impl Outline {
    /// Chooses the lines of a tree and tells them apart. The same tree gives the same lines.
    pub(crate) fn of(tree: &Tree) -> Self {
        let mut outline = Self::lines_of(tree);
        tell_apart::tell_apart(tree, &mut outline);
        outline
    }

    /// Chooses the lines of a tree, and leaves open what tells them apart.
    pub(crate) fn lines_of(tree: &Tree) -> Self {
        let mut outline = Self {
            lines: Vec::new(),
            windows: left_out(tree),
            cut: 0,
        };
        // For each node the line that it is in or that it is.
        let mut around: Vec<Around> = Vec::with_capacity(tree.len() as usize);
        for node in tree.nodes() {
            let parent = node
                .parent()
                .and_then(|parent| around.get(parent.id().index()));
            // A root is in no line.
            let mut here = parent.copied().unwrap_or_default();
            if !outline.is_left_out(node) {
                outline.add(node, &mut here);
            }
            around.push(here);
        }
        outline
    }

    /// Whether a node's window is left out.
    pub(super) fn is_left_out(&self, node: Node<'_>) -> bool {
        let window = self.windows.get(node.window_index());
        window.is_some_and(|window| window.is_left_out)
    }

    fn add(&mut self, node: Node<'_>, here: &mut Around) {
        let name = words::name(node);
        if node.visible_bounds().is_none() {
            // A label in a target that cannot be seen is counted with it.
            let is_useful = node.is_interactive() || node.is_scrollable() || !name.is_empty();
            let is_apart =
                node.is_interactive() || node.actor().is_none_or(Node::is_most_of_screen);
            if is_useful && is_apart {
                self.count_unseen(node, here);
            }
        } else if !node.is_listed() {
        } else if self.lines.len() >= MAX_LINES {
            self.cut += 1;
        } else {
            self.lines.push(Line {
                node: node.id(),
                window: node.window_index(),
                depth: here.depth,
                name: name.into_owned(),
                apart: Apart::default(),
                unseen: 0,
            });
            here.line = Some(self.lines.len() - 1);
            here.depth += 1;
        }
    }

    fn count_unseen(&mut self, node: Node<'_>, here: &Around) {
        let line = here.line.and_then(|line| self.lines.get_mut(line));
        if let Some(line) = line {
            line.unseen += 1;
        } else if let Some(window) = self.windows.get_mut(node.window_index()) {
            window.unseen += 1;
        }
    }
}

/// What lies around a node.
#[derive(Debug, Clone, Copy, Default)]
struct Around {
    line: Option<usize>,
    depth: usize,
}

/// The windows that selectors do not look in unless asked.
fn left_out(tree: &Tree) -> Vec<Beside> {
    tree.windows_in(Window::App)
        .into_iter()
        .map(|is_in| Beside {
            is_left_out: !is_in,
            unseen: 0,
        })
        .collect()
}
