//! What is on a screen, as a model is told of it.

use clawperator_contract::agent::{Bounds as Edges, Center, UiElementSnapshot};
use clawperator_ui::{Bounds, Node, Refs, Tree};

/// The most elements of one snapshot: more than a model can tell apart.
const MOST_ELEMENTS: usize = 400;

/// One element, and whether a mark on the picture names it.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// As a model is told of it; its places in the picture are still those on the screen.
    pub snapshot: UiElementSnapshot,
    /// The number of its ref, which is its id.
    pub number: u64,
    /// Whether a finger can do something with it.
    pub is_marked: bool,
}

/// The elements of a screen in reading order: the nodes that a compact snapshot has lines for, a container that takes
/// clicks together with its labels.
///
/// An element's id is the number of its ref: `12` is `@e12`, and means the same node as long as that is on the screen.
#[must_use]
pub fn elements(tree: &Tree, refs: &Refs) -> Vec<Element> {
    let lines = refs.lines();
    lines
        .filter_map(|(id, number)| Some((tree.get(id)?, number)))
        .filter_map(|(node, number)| element(node, number))
        .take(MOST_ELEMENTS)
        .collect()
}

fn element(node: Node<'_>, number: u64) -> Option<Element> {
    let seen = node.visible_bounds().filter(|seen| !seen.is_empty())?;
    let own = node.masked_text();
    // A row is what the labels in it say.
    let text = if own.trim().is_empty() && node.content_desc().is_empty() {
        node.words()
    } else {
        own
    };
    let snapshot = UiElementSnapshot {
        id: number.to_string(),
        text: text.into_owned(),
        // A field for a secret may be described by it.
        content_desc: if node.is_typed_secret() {
            String::new()
        } else {
            node.content_desc().to_owned()
        },
        resource_id: node.resource_id().to_owned(),
        class_name: node.class().to_owned(),
        clickable: node.is_clickable(),
        enabled: !node.shows_disabled() && node.is_enabled(),
        bounds: edges(seen),
        center: center(seen),
        scaled_bounds: edges(seen),
        scaled_center: center(seen),
    };
    Some(Element {
        snapshot,
        number,
        is_marked: node.is_interactive(),
    })
}

pub(crate) const fn edges(bounds: Bounds) -> Edges {
    Edges {
        left: bounds.left,
        top: bounds.top,
        right: bounds.right,
        bottom: bounds.bottom,
    }
}

const fn center(bounds: Bounds) -> Center {
    let at = bounds.centre();
    Center { x: at.x, y: at.y }
}
