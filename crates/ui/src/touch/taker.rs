//! What takes touches, and where.

use crate::bounds::Bounds;
use crate::flags::Flags;
use crate::node::Node;
use crate::role::Role;
use crate::touch::order::Standing;
use crate::touch::target::Gesture;
use crate::tree::Tree;
use crate::visible;
use crate::window::{WindowInfo, WindowKind};

/// Something that may take a touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taker<'t> {
    Node(Node<'t>),
    /// A window, of which no node is known that would.
    Window(&'t WindowInfo),
    /// Whatever was left out of the tree in this node.
    LeftOut(Node<'t>),
}

impl Taker<'_> {
    /// In a few words, for messages.
    #[must_use]
    pub fn describe(self) -> String {
        match self {
            Self::Node(node) => node.describe(),
            Self::Window(window) if window.kind == WindowKind::Keyboard => {
                "the keyboard".to_owned()
            }
            Self::Window(window) => {
                let name = match window.title.as_str() {
                    "" => &window.package,
                    title => title,
                };
                format!("the window \"{}\"", clawperator_contract::excerpt(name))
            }
            Self::LeftOut(node) => {
                format!(
                    "something in {} that the incomplete tree omits",
                    node.describe()
                )
            }
        }
    }
}

impl Node<'_> {
    /// Whether a finger that goes down on this node, and on nothing in it, is taken by it.
    ///
    /// Whatever takes clicks or long clicks does, also while it is disabled, and so does what scrolls, what is drawn
    /// along a scale, an enabled text field, a web page and a surface. What can be checked does unless something around
    /// it takes the click for it.
    #[must_use]
    pub fn takes_touches(self) -> bool {
        const TOUCHED: Flags = Flags::CLICKABLE
            .with(Flags::LONG_CLICKABLE)
            .with(Flags::SCROLLABLE);
        self.flags().has_any(TOUCHED)
            || (self.role() == Role::Textfield && self.is_enabled())
            || self.is_slider()
            || self.draws_for_itself()
            || (self.is_checkable() && self.touch_target(Gesture::Tap).node == self)
    }

    /// Whether a finger sets a value by where it goes down or is drawn to, by the class.
    #[must_use]
    pub fn is_slider(self) -> bool {
        self.class_has(&["seekbar", "slider", "ratingbar", "picker"])
    }

    /// Where it may take touches: what can be seen of it, and what sticks out of its parents, which toolkits that draw
    /// their own nodes let through.
    pub(crate) fn touch_area(self) -> Option<Bounds> {
        let visible = self.visible_bounds()?;
        let whole = self
            .ancestors()
            .filter(|around| around.is_scrollable())
            .filter_map(Node::visible_bounds)
            .fold(
                self.bounds().intersection(self.tree().screen()),
                Bounds::intersection,
            );
        let holds = whole.intersection(visible) == visible;
        Some(if holds { whole } else { visible })
    }
}

/// Something that may be in the way of a target.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Obstacle<'t> {
    pub(crate) taker: Taker<'t>,
    pub(crate) bounds: Bounds,
    /// How it lies to the target.
    pub(crate) standing: Standing,
}

/// Everything besides a node, and what it is in, that may take a touch in a region.
pub(crate) fn obstacles(node: Node<'_>, region: Bounds) -> Vec<Obstacle<'_>> {
    let tree: &Tree = node.tree();
    // A finger goes through what takes no touches to whatever is under it, down to the first thing around that does.
    let taker = std::iter::once(node)
        .chain(node.ancestors())
        .find(|around| around.takes_touches())
        .filter(|taker| {
            // What sticks out of it is not over it.
            let area = taker.touch_area();
            area.is_some_and(|area| area.intersection(region) == region)
        });
    let standing = |other: Node<'_>| match taker {
        Some(taker) => other.standing_to(taker),
        None if other.window_index() != node.window_index() => other.standing_to(node),
        None => Standing::Above,
    };
    let windows = visible::windows_over(tree, node.window_index()).map(|window| Obstacle {
        taker: Taker::Window(window),
        bounds: window.bounds,
        standing: Standing::Above,
    });
    let untold = visible::windows_untold(tree, node.window_index()).map(|window| Obstacle {
        taker: Taker::Window(window),
        bounds: window.bounds,
        standing: Standing::Untold,
    });
    let others = tree
        .nodes()
        .filter(|other| other.bounds().overlaps(region))
        .filter(|other| *other != node && !other.is_ancestor_of(node.id()))
        .filter(|other| other.takes_touches())
        .filter_map(|other| {
            Some(Obstacle {
                taker: Taker::Node(other),
                bounds: other.touch_area()?,
                standing: standing(other),
            })
        });
    // What was left out comes later than all that was kept of its parent, so it lies over that.
    let left_out = tree
        .nodes()
        .filter(|other| other.is_cut())
        .filter_map(|other| {
            let is_around = other == node || other.is_ancestor_of(node.id());
            Some(Obstacle {
                taker: Taker::LeftOut(other),
                bounds: other.touch_area()?,
                standing: if is_around {
                    Standing::Above
                } else {
                    standing(other)
                },
            })
        });
    windows
        .chain(untold)
        .chain(others)
        .chain(left_out)
        .filter(|one| one.bounds.overlaps(region))
        .collect()
}
