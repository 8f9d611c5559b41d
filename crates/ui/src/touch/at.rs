//! What takes a touch at a point.

use crate::bounds::{Bounds, Point};
use crate::node::Node;
use crate::touch::order::Standing;
use crate::touch::taker::Taker;
use crate::tree::Tree;
use crate::window::{WindowInfo, WindowKind};

impl Tree {
    /// Everything that may take a touch at this point: what no other taker there is known to lie over.
    ///
    /// One is certain, as far as a dump can be. Of several the dump does not tell which it is. Nothing at all means
    /// that nothing there says that it takes touches.
    #[must_use]
    pub fn takers_at(&self, point: Point) -> Vec<Taker<'_>> {
        let is_there = |bounds: Bounds| bounds.contains(point);
        let windows: Vec<(usize, &WindowInfo)> = self
            .windows()
            .iter()
            .enumerate()
            .filter(|(_, window)| {
                is_there(window.bounds)
                    && window.display == 0
                    && window.kind != WindowKind::Magnifier
            })
            .collect();
        // Touches go to the phone's own display.
        let is_covered = |index: usize| {
            self.windows().get(index).is_none_or(|window| {
                window.display != 0 || windows.iter().any(|(_, above)| above.is_above(window))
            })
        };
        let there: Vec<Node<'_>> = self
            .nodes()
            .filter(|node| is_there(node.bounds()) && !is_covered(node.window_index()))
            .filter(|node| node.takes_touches() || node.is_cut())
            .filter(|node| node.touch_area().is_some_and(is_there))
            .collect();
        let nodes = there
            .iter()
            .filter(|node| node.takes_touches())
            .filter(|node| {
                let is_under = |other: &&Node<'_>| {
                    other.takes_touches() && other.standing_to(**node) == Standing::Above
                };
                !there.iter().any(|other| is_under(&other))
            })
            .map(|node| Taker::Node(*node));
        // What was left out of a node lies over that, and under what lies over it.
        let left_out = there.iter().filter(|node| {
            let is_under = |other: &&Node<'_>| {
                other.takes_touches()
                    && !node.is_ancestor_of(other.id())
                    && other.standing_to(**node) == Standing::Above
            };
            node.is_cut() && !there.iter().any(|other| is_under(&other))
        });
        // A window takes what none of its nodes does, where it lies over another.
        let windows = windows
            .iter()
            .filter(|(index, window)| {
                !is_covered(*index)
                    && windows.iter().any(|(_, below)| window.is_above(below))
                    && !there.iter().any(|node| node.window_index() == *index)
            })
            .map(|(_, window)| Taker::Window(window));
        nodes
            .chain(left_out.map(|node| Taker::LeftOut(*node)))
            .chain(windows)
            .collect()
    }

    /// Every node of which a pixel on the way of a finger can be seen, in document order.
    pub fn nodes_along(&self, from: Point, to: Point) -> impl Iterator<Item = Node<'_>> {
        let way = Bounds::around(from, to);
        self.nodes().filter(move |node| {
            node.visible_bounds()
                .is_some_and(|visible| visible.overlaps(way))
        })
    }
}
