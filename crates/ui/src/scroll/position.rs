//! Whether the content of a container moved.

use std::collections::HashMap;

use super::container::Axis;
use crate::node::Node;

/// Where the content of a container stands along one axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScrollPosition {
    /// The places of all nodes that look the same, in document order.
    places: HashMap<String, Vec<i32>>,
}

impl Node<'_> {
    /// Where everything in a scrolling container stands, to be compared with the same after a swipe.
    #[must_use]
    pub fn scroll_position(self, axis: Axis) -> ScrollPosition {
        let mut places: HashMap<String, Vec<i32>> = HashMap::new();
        let visible = self
            .descendants()
            .filter(|node| node.visible_bounds().is_some());
        for node in visible {
            let key = [
                node.class(),
                node.resource_id(),
                node.text(),
                node.content_desc(),
            ]
            .join("\n");
            let place = match axis {
                Axis::Vertical => node.bounds().top,
                Axis::Horizontal => node.bounds().left,
            };
            places.entry(key).or_default().push(place);
        }
        ScrollPosition { places }
    }
}

impl ScrollPosition {
    /// Whether the content is somewhere else now: something that is there before and after stands elsewhere, or most of
    /// it was replaced. One text that ticks is no movement.
    #[must_use]
    pub fn has_moved(&self, after: &Self) -> bool {
        let shared = || {
            self.places
                .iter()
                .filter_map(|(key, before)| Some((before, after.places.get(key)?)))
        };
        let most = self.places.len().max(after.places.len());
        shared().any(|(before, after)| before != after) || shared().count() * 2 < most
    }
}
