//! What scrolls, and which way.

use clawperator_contract::Window;
use clawperator_contract::actions::Direction;

use crate::bounds::Bounds;
use crate::node::Node;
use crate::role::{Class, Role};
use crate::tree::Tree;

/// Of two nested scrollers the inner one is where the finger lands if it is at least the outer's area through this.
const INNER_SHARE: i64 = 2;

/// The way something scrolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Up and down.
    Vertical,
    /// Left and right.
    Horizontal,
}

impl Axis {
    /// The axis of a direction.
    #[must_use]
    pub const fn of(direction: Direction) -> Self {
        match direction {
            Direction::Down | Direction::Up => Self::Vertical,
            Direction::Left | Direction::Right => Self::Horizontal,
        }
    }
}

impl Tree {
    /// The container that scrolls in this direction when none is named: the largest that can be seen; of two nested
    /// ones the inner, if it is at least half of the outer. One whose axis cannot be told serves when no other does.
    #[must_use]
    pub fn scroll_container(&self, direction: Direction, scope: Window) -> Option<Node<'_>> {
        let windows = self.windows_in(scope);
        let area = |node: Node<'_>| node.visible_bounds().map_or(0, Bounds::area);
        let scrollers = |axis: Option<Axis>| {
            let windows = &windows;
            self.nodes().filter(move |node| {
                node.is_scrollable()
                    && area(*node) > 0
                    && node.scroll_axis() == axis
                    && node.is_in(windows)
            })
        };
        let best = |axis: Option<Axis>| {
            let largest =
                scrollers(axis).reduce(
                    |best, node| {
                        if area(node) > area(best) { node } else { best }
                    },
                )?;
            let inner = scrollers(axis).rev().find(|node| {
                largest.is_ancestor_of(node.id())
                    && area(*node).saturating_mul(INNER_SHARE) >= area(largest)
            });
            inner.or(Some(largest))
        };
        best(Some(Axis::of(direction))).or_else(|| best(None))
    }
}

impl Node<'_> {
    /// The node itself if it scrolls, else the first inside that does and can be seen.
    #[must_use]
    pub fn first_scrollable(self) -> Option<Self> {
        self.subtree()
            .find(|node| node.is_scrollable() && node.visible_bounds().is_some())
    }

    /// Which way the node scrolls, as far as its class, its children and its shape tell.
    #[must_use]
    pub fn scroll_axis(self) -> Option<Axis> {
        if self.class().contains("Horizontal") || self.role() == Role::Pager {
            return Some(Axis::Horizontal);
        }
        let children: Vec<Bounds> = self
            .children()
            .map(Self::bounds)
            .filter(|bounds| !bounds.is_empty())
            .collect();
        let pairs = || children.iter().zip(children.iter().skip(1));
        if pairs().any(|(before, after)| before.bottom <= after.top) {
            return Some(Axis::Vertical);
        }
        if pairs().any(|(before, after)| before.right <= after.left) {
            return Some(Axis::Horizontal);
        }
        let is_flat = self.bounds().height().saturating_mul(3) < self.bounds().width();
        match Class::of(self.class()) {
            Class::Scroller | Class::List => Some(Axis::Vertical),
            _ if is_flat => Some(Axis::Horizontal),
            _ => None,
        }
    }
}
