//! How a finger moves to scroll a container.

use clawperator_contract::actions::Direction;

use super::container::Axis;
use crate::bounds::{Bounds, Point};
use crate::node::Node;

/// How long a scrolling finger takes, in milliseconds.
pub const SWIPE_DURATION_MS: u32 = 250;
/// How much of the container a finger travels at most.
const TRAVEL: f64 = 0.4;
/// Where a finger that scrolls on would start to travel nothing; it starts the earlier the further it travels.
const START: f64 = 0.8;

/// The movement of one finger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swipe {
    /// Where it goes down.
    pub from: Point,
    /// Where it goes up.
    pub to: Point,
    /// How long it takes, in milliseconds.
    pub duration_ms: u32,
}

impl Node<'_> {
    /// The swipe that scrolls this container; `None` when it would not move: no visible area, or no distance.
    ///
    /// For a ratio r the finger travels 0.4 r of the container, starting at 0.8 - 0.4 r of it when scrolling on and at
    /// the mirrored place when scrolling back, and keeps clear of scrollers inside that would take it.
    #[must_use]
    pub fn swipe(self, direction: Direction, distance_ratio: f64) -> Option<Swipe> {
        let area = self.visible_bounds()?;
        let ratio = distance_ratio.clamp(0.0, 1.0);
        let start = START - TRAVEL * ratio;
        let end = start - TRAVEL * ratio;
        let axis = Axis::of(direction);
        let across = self.lane(area, axis);
        let at = |share: f64| {
            let share = match direction {
                Direction::Down | Direction::Right => share,
                Direction::Up | Direction::Left => 1.0 - share,
            };
            match axis {
                Axis::Vertical => Point {
                    x: across,
                    y: place(area.top, area.bottom, share),
                },
                Axis::Horizontal => Point {
                    x: place(area.left, area.right, share),
                    y: across,
                },
            }
        };
        let swipe = Swipe {
            from: at(start),
            to: at(end),
            duration_ms: SWIPE_DURATION_MS,
        };
        (swipe.from != swipe.to).then_some(swipe)
    }

    /// Where across the container a finger meets no other scroller of the same axis; the middle if that is nowhere.
    fn lane(self, area: Bounds, axis: Axis) -> i32 {
        let inner: Vec<Bounds> = self
            .descendants()
            .filter(|node| node.is_scrollable() && node.scroll_axis() == Some(axis))
            .filter_map(Self::visible_bounds)
            .collect();
        let (from, to) = match axis {
            Axis::Vertical => (area.left, area.right),
            Axis::Horizontal => (area.top, area.bottom),
        };
        let is_clear = |across: &i32| {
            !inner.iter().any(|bounds| match axis {
                Axis::Vertical => (bounds.left..bounds.right).contains(across),
                Axis::Horizontal => (bounds.top..bounds.bottom).contains(across),
            })
        };
        [0.5, 0.25, 0.75, 0.1, 0.9]
            .map(|share| place(from, to, share))
            .into_iter()
            .find(is_clear)
            .unwrap_or_else(|| place(from, to, 0.5))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the share is within 0 and 1, so the result lies between two numbers of this size"
)]
fn place(from: i32, to: i32, share: f64) -> i32 {
    let (from, to) = (f64::from(from), f64::from(to));
    // The far edge is not part of the container.
    (from + (to - from) * share).round().clamp(from, to - 1.0) as i32
}
