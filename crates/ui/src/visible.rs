//! What can be seen of each node.
//!
//! The platform clips real views by their parents before it dumps them. What still sticks out comes from toolkits that
//! draw their own nodes: there the part inside the parent is seen for sure, and a node wholly apart from its parent is
//! seen where no scrolling ancestor and no edge of the screen hides it.

use crate::bounds::Bounds;
use crate::flags::Flags;
use crate::tree::Tree;
use crate::window::{WindowInfo, WindowKind};

/// Fills in the visible bounds of every node.
pub(crate) fn fill(tree: &mut Tree) {
    let covers: Vec<Vec<Bounds>> = (0..tree.windows.len())
        .map(|window| {
            let over = windows_over(tree, window);
            over.map(|window| window.bounds).collect()
        })
        .collect();
    let mut seen: Vec<Seen> = Vec::with_capacity(tree.nodes.len());
    for node in &mut tree.nodes {
        let around = match node.parent.and_then(|parent| seen.get(parent.index())) {
            Some(parent) => *parent,
            None => Seen {
                bounds: tree.screen,
                clip: tree.screen,
                is_hidden: false,
            },
        };
        let is_hidden = around.is_hidden || node.flags.has(Flags::HIDDEN);
        let inside = node.bounds.intersection(around.bounds);
        let bounds = if inside.is_empty() {
            node.bounds.intersection(around.clip)
        } else {
            inside
        };
        let is_clipping = node.flags.has(Flags::SCROLLABLE);
        seen.push(Seen {
            bounds,
            clip: if is_clipping { bounds } else { around.clip },
            is_hidden,
        });
        let uncovered = covers
            .get(usize::from(node.window))
            .into_iter()
            .flatten()
            .fold(bounds, |bounds, cover| bounds.without(*cover));
        node.visible = if is_hidden || uncovered.is_empty() {
            Bounds::default()
        } else {
            uncovered
        };
    }
}

#[derive(Clone, Copy)]
struct Seen {
    /// What is inside every ancestor.
    bounds: Bounds,
    /// What no descendant can be seen outside of: the scrolling ancestors and the screen.
    clip: Bounds,
    is_hidden: bool,
}

/// The windows that lie above this one and take its touches.
pub(crate) fn windows_over(tree: &Tree, window: usize) -> impl Iterator<Item = &WindowInfo> {
    let below = tree.windows.get(window);
    tree.windows.iter().filter(move |above| {
        below.is_some_and(|below| above.is_above(below))
            && above.kind != WindowKind::Magnifier
            && !above.bounds.is_empty()
    })
}

/// The windows that may lie above this one: of both only one says where it is from bottom to top.
pub(crate) fn windows_untold(tree: &Tree, window: usize) -> impl Iterator<Item = &WindowInfo> {
    let one = tree.windows.get(window);
    tree.windows.iter().filter(move |other| {
        one.is_some_and(|one| {
            one.display == other.display && one.layer.is_some() != other.layer.is_some()
        }) && other.kind != WindowKind::Magnifier
            && !other.bounds.is_empty()
    })
}
