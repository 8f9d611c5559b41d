//! What takes a touch at a point.

use crate::bounds::{Bounds, Point};
use crate::node::Node;
use crate::touch::order::Standing;
use crate::touch::taker::Taker;
use crate::tree::Tree;
use crate::visible;
use crate::window::{WindowInfo, WindowKind};

/// The most nodes at one point that are compared with each other, each with each; real screens have a few dozen.
const MAX_COMPARED: usize = 256;

impl Tree {
    /// Everything that may take a touch at this point: what no other taker there is known to lie over.
    ///
    /// One is certain, as far as a dump can be. Of several the dump does not tell which it is. Nothing at all means
    /// that nothing there says that it takes touches. Where more than 256 nodes take touches they are not compared: all
    /// of them, and all that was left out of them, are in the answer, so that nothing there is certain.
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
        let compared: &[Node<'_>] = if there.len() > MAX_COMPARED {
            &[]
        } else {
            &there
        };
        let nodes = there
            .iter()
            .filter(|node| node.takes_touches())
            .filter(|node| {
                let is_under = |other: &&Node<'_>| {
                    other.takes_touches() && other.standing_to(**node) == Standing::Above
                };
                !compared.iter().any(|other| is_under(&other))
            })
            .map(|node| Taker::Node(*node));
        // What was left out of a node lies over that, and under what lies over it.
        let left_out = there.iter().filter(|node| {
            let is_under = |other: &&Node<'_>| {
                other.takes_touches()
                    && !node.is_ancestor_of(other.id())
                    && other.standing_to(**node) == Standing::Above
            };
            node.is_cut() && !compared.iter().any(|other| is_under(&other))
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

    /// Every node that a finger on this way may meet, in document order: those that can be seen there, and those that
    /// stick out of their parents there and may take touches.
    pub fn nodes_along(&self, from: Point, to: Point) -> impl Iterator<Item = Node<'_>> {
        let way = Bounds::around(from, to);
        let covers: Vec<Vec<Bounds>> = (0..self.windows().len())
            .map(|window| {
                let over = visible::windows_over(self, window);
                over.map(|window| window.bounds).collect()
            })
            .collect();
        let area = move |node: Node<'_>| {
            let covers = covers.get(node.window_index()).into_iter().flatten();
            let area = node.touch_area()?;
            Some(covers.fold(area, |area, cover| area.without(*cover)))
        };
        let is_there = move |bounds: Option<Bounds>| bounds.is_some_and(|one| one.overlaps(way));
        self.nodes()
            .filter(move |node| node.bounds().overlaps(way))
            .filter(move |node| is_there(node.visible_bounds()) || is_there(area(*node)))
    }

    /// Whether the tree has a node for whatever a finger on this way meets.
    ///
    /// It has none where no node is, and where a window is of which no node is there, unless another window hides it: a
    /// window need not say what is in it.
    #[must_use]
    pub fn describes(&self, from: Point, to: Point) -> bool {
        let way = Bounds::around(from, to);
        let mut has_node = vec![false; self.windows().len()];
        for node in self.nodes_along(from, to) {
            if let Some(has_node) = has_node.get_mut(node.window_index()) {
                *has_node = true;
            }
        }
        // Touches go to the phone's own display.
        let there = self.windows().iter().zip(has_node).enumerate();
        let mut there = there
            .filter(|(_, (window, _))| {
                window.display == 0
                    && window.kind != WindowKind::Magnifier
                    && window.bounds.overlaps(way)
            })
            .peekable();
        let is_hidden = |index: usize, window: &WindowInfo| {
            let place = window.bounds.intersection(way);
            let mut over = visible::windows_over(self, index);
            over.any(|above| above.bounds.intersection(place) == place)
        };
        there.peek().is_some()
            && there.all(|(index, (window, has_node))| has_node || is_hidden(index, window))
    }
}
