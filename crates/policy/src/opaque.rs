//! Whether a touch goes into content of which the tree tells nothing.

use clawperator_engine::Met;
use clawperator_ui::{Bounds, Node, Opaque, Role};

use crate::meets::words;

/// The most pairs of nodes at a point of which it is asked which lies over the other.
const MAX_PAIRS: usize = 65_536;
/// What takes at least this part of the screen and has no name may be a picture of anything.
const LARGE: i64 = 4;

/// Whether a finger goes into content of which the tree tells nothing. So it does where too many lie there to tell.
pub(crate) fn is_opaque(met: &Met<'_>) -> bool {
    let nodes = &met.nodes;
    let opaque: Vec<(Node<'_>, Opaque)> = nodes
        .iter()
        .filter_map(|node| Some((*node, node.opaque()?)))
        .collect();
    !met.is_described
        || opaque.len().saturating_mul(nodes.len()) > MAX_PAIRS
        || opaque.iter().any(|(node, opaque)| match opaque {
            Opaque::Page => true,
            // Cameras, maps and films lie behind buttons, which take the touch.
            Opaque::Surface => !nodes
                .iter()
                .any(|other| other.is_interactive() && other.lies_over(*node)),
            // A background lies behind whatever is on it. Another view that says nothing is not what is on it: of two
            // of them one is on top, and neither describes the other.
            Opaque::Blank => !nodes.iter().any(|other| is_on(*other, *node)),
        })
}

/// Whether a node at the same point is what a blank view is the background of.
fn is_on(other: Node<'_>, blank: Node<'_>) -> bool {
    if other == blank || other.opaque() == Some(Opaque::Blank) {
        return false;
    }
    (other.is_interactive() && other.lies_over(blank))
        || (other.may_lie_over(blank) && (says_something(other) || !is_layout(other)))
}

/// Whether a press goes into a part of a web page of which nothing in it says what it is. A page may describe some of
/// itself only: words beside a canvas, a frame of another site.
pub(crate) fn is_in_untold_page(met: &Met<'_>) -> bool {
    let nodes = &met.nodes;
    let inside = || nodes.iter().filter(|node| node.is_in_web_page());
    // In a tree without web pages this is all that is asked.
    let is_there = inside().next().is_some() || nodes.iter().any(|node| node.is_web_page());
    is_there && !inside().any(|node| tells_in_page(*node))
}

/// Whether a node of a web page says what is at its place. The page itself does not, though it may have a title, and a
/// picture without words may be a button.
fn tells_in_page(node: Node<'_>) -> bool {
    let is_picture = matches!(node.role(), Role::Icon | Role::Image);
    !node.is_web_page()
        && (says_something(node) || (!is_layout(node) && !is_picture && !node.is_scrollable()))
}

/// Whether a node has words, or is a control that has a name or is too small to hold others.
fn says_something(node: Node<'_>) -> bool {
    !words(node).is_empty() || (node.is_interactive() && (node.name().is_some() || !is_large(node)))
}

/// Whether a node is only there to hold others, as far as is known.
fn is_layout(node: Node<'_>) -> bool {
    matches!(
        node.role(),
        Role::Unknown | Role::Container | Role::Row | Role::Column
    )
}

fn is_large(node: Node<'_>) -> bool {
    let area = node.visible_bounds().map_or(0, Bounds::area);
    area.saturating_mul(LARGE) >= node.tree().screen().area()
}
