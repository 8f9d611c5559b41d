//! How a finger moves to scroll a container.

use clawperator_contract::actions::Direction;

use super::container::Axis;
use crate::bounds::{Bounds, Point};
use crate::node::Node;
use crate::touch::{Obstacle, Standing, Taker, obstacles};

/// How long a scrolling finger takes, in milliseconds.
pub const SWIPE_DURATION_MS: u32 = 250;
/// How much of the container a finger travels at most.
const TRAVEL: f64 = 0.4;
/// Where a finger that scrolls on would start to travel nothing; it starts the earlier the further it travels.
const START: f64 = 0.8;
/// A lane with fewer pixels than this between two things is none.
const NARROWEST: i32 = 16;
/// The most things whose edges are tried for a lane between them.
const MAX_EDGES: usize = 32;
/// The most things in the way that are named.
const MAX_NAMED: usize = 3;

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

/// Why a container is not swiped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSwipe<'t> {
    /// The finger would not move: no visible area, or no distance.
    NoDistance,
    /// Every way over it meets something else that takes the finger.
    Blocked(Vec<Taker<'t>>),
}

impl<'t> Node<'t> {
    /// The swipe that scrolls this container.
    ///
    /// For a ratio r the finger travels 0.4 r of the container, starting at 0.8 - 0.4 r of it when scrolling on and at
    /// the mirrored place when scrolling back. It starts on nothing that lies over the container and meets no slider,
    /// wherever that takes it, and keeps clear of scrollers inside that would take it where that is possible.
    pub fn swipe(self, direction: Direction, distance_ratio: f64) -> Result<Swipe, NoSwipe<'t>> {
        let area = self.visible_bounds().ok_or(NoSwipe::NoDistance)?;
        let way = Way {
            area,
            direction,
            travel: TRAVEL * distance_ratio.clamp(0.0, 1.0),
        };
        let straight = way.swipe(START - way.travel, 0.5);
        if straight.from == straight.to {
            return Err(NoSwipe::NoDistance);
        }
        let blocks = self.blocks(area, way.axis());
        let is_free = |swipe: &Swipe, most: Block| {
            !blocks
                .iter()
                .any(|(block, obstacle)| *block <= most && block.stops(obstacle.bounds, swipe))
        };
        let lanes = way.lanes(&blocks);
        let tried = |most: Block| {
            way.starts()
                .flat_map(|start| lanes.iter().map(move |lane| (start, *lane)))
                .map(|(start, lane)| way.swipe(start, lane))
                .find(|swipe| is_free(swipe, most))
        };
        // A scroller inside hands on what it does not need, so it is no reason not to swipe.
        let nested = || {
            let lane = |lane: &f64| {
                Some(way.swipe(START - way.travel, *lane))
                    .filter(|swipe| is_free(swipe, Block::Nested))
            };
            lanes.iter().find_map(lane)
        };
        nested().or_else(|| tried(Block::Start)).ok_or_else(|| {
            let hard = blocks.iter().filter(|(block, _)| *block < Block::Nested);
            NoSwipe::Blocked(
                hard.map(|(_, obstacle)| obstacle.taker)
                    .take(MAX_NAMED)
                    .collect(),
            )
        })
    }

    /// The way of a finger that goes in a direction over this node, whether that scrolls or not: over so much of what can be
    /// seen of it, in the middle. It starts on nothing that lies over the node and meets no slider in it.
    pub fn stroke(self, direction: Direction, ratio: f64) -> Result<(Point, Point), NoSwipe<'t>> {
        let area = self.visible_bounds().ok_or(NoSwipe::NoDistance)?;
        let travel = ratio.clamp(0.0, 1.0);
        let way = Way {
            area,
            // What scrolls on follows a finger that goes back.
            direction: match direction {
                Direction::Down => Direction::Up,
                Direction::Up => Direction::Down,
                Direction::Left => Direction::Right,
                Direction::Right => Direction::Left,
            },
            travel,
        };
        let start = 0.5 + travel / 2.0;
        let straight = way.swipe(start, 0.5);
        if straight.from == straight.to {
            return Err(NoSwipe::NoDistance);
        }
        let blocks = self.blocks(area, way.axis());
        let hard = || blocks.iter().filter(|(block, _)| *block < Block::Nested);
        let is_free =
            |swipe: &Swipe| !hard().any(|(block, obstacle)| block.stops(obstacle.bounds, swipe));
        let mut tried = way
            .lanes(&blocks)
            .into_iter()
            .map(|lane| way.swipe(start, lane));
        match tried.find(is_free) {
            Some(swipe) => Ok((swipe.from, swipe.to)),
            None => Err(NoSwipe::Blocked(
                hard()
                    .map(|(_, obstacle)| obstacle.taker)
                    .take(MAX_NAMED)
                    .collect(),
            )),
        }
    }

    /// What takes a finger that is meant for this container, or would.
    fn blocks(self, area: Bounds, axis: Axis) -> Vec<(Block, Obstacle<'t>)> {
        let block = |obstacle: &Obstacle<'t>| match obstacle.taker {
            _ if obstacle.standing == Standing::Below => None,
            Taker::Window(_) | Taker::LeftOut(_) => Some(Block::Way),
            Taker::Node(node) if node.is_slider() => Some(Block::Way),
            Taker::Node(node) if !self.is_ancestor_of(node.id()) => Some(Block::Start),
            Taker::Node(node) => {
                let takes_drag = node.is_scrollable() && node.scroll_axis() == Some(axis);
                takes_drag.then_some(Block::Nested)
            }
        };
        obstacles(self, area)
            .into_iter()
            .filter_map(|obstacle| Some((block(&obstacle)?, obstacle)))
            .collect()
    }
}

/// How something is in the way of a finger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Block {
    /// The finger must not meet it.
    Way,
    /// The finger must not go down on it.
    Start,
    /// The finger had better not meet it: it scrolls the same way, inside the container.
    Nested,
}

impl Block {
    fn stops(self, bounds: Bounds, swipe: &Swipe) -> bool {
        match self {
            // Not even close by: a finger is wider than a pixel.
            Self::Way => bounds.overlaps(swipe.way().grown_by(NARROWEST / 2)),
            Self::Nested => bounds.overlaps(swipe.way()),
            Self::Start => bounds.contains(swipe.from),
        }
    }
}

impl Swipe {
    /// The pixels that the finger comes over.
    fn way(&self) -> Bounds {
        Bounds::around(self.from, self.to)
    }
}

/// A swipe over a container of which the lane and the start are still to be chosen.
#[derive(Clone, Copy)]
struct Way {
    area: Bounds,
    direction: Direction,
    /// The share of the container that the finger travels.
    travel: f64,
}

impl Way {
    const fn axis(self) -> Axis {
        Axis::of(self.direction)
    }

    /// The swipe from this share of the way, along this share across.
    fn swipe(self, start: f64, lane: f64) -> Swipe {
        let Bounds {
            left,
            top,
            right,
            bottom,
        } = self.area;
        let at = |share: f64| {
            let share = match self.direction {
                Direction::Down | Direction::Right => share,
                Direction::Up | Direction::Left => 1.0 - share,
            };
            match self.axis() {
                Axis::Vertical => Point {
                    x: place(left, right, lane),
                    y: place(top, bottom, share),
                },
                Axis::Horizontal => Point {
                    x: place(left, right, share),
                    y: place(top, bottom, lane),
                },
            }
        };
        Swipe {
            from: at(start),
            to: at(start - self.travel),
            duration_ms: SWIPE_DURATION_MS,
        }
    }

    /// Where the finger may go down: where it always does, else further back or on.
    fn starts(self) -> impl Iterator<Item = f64> {
        let usual = START - self.travel;
        let others = (1..20).map(|step| f64::from(step) * 0.05);
        let others = others.filter(move |start| *start >= self.travel);
        std::iter::once(usual).chain(others)
    }

    /// Where across the container it may go: the usual shares, then the middles between what is in the way.
    fn lanes(self, blocks: &[(Block, Obstacle<'_>)]) -> Vec<f64> {
        let (from, to) = match self.axis() {
            Axis::Vertical => (self.area.left, self.area.right),
            Axis::Horizontal => (self.area.top, self.area.bottom),
        };
        let mut edges: Vec<i32> = blocks
            .iter()
            .take(MAX_EDGES)
            .flat_map(|(_, obstacle)| match self.axis() {
                Axis::Vertical => [obstacle.bounds.left, obstacle.bounds.right],
                Axis::Horizontal => [obstacle.bounds.top, obstacle.bounds.bottom],
            })
            .map(|edge| edge.clamp(from, to))
            .chain([from, to])
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let room = f64::from(to) - f64::from(from);
        let between = edges
            .iter()
            .zip(edges.iter().skip(1))
            .filter(|(low, high)| **high - **low >= NARROWEST)
            .map(|(low, high)| {
                (f64::from(*low).midpoint(f64::from(*high)) - f64::from(from)) / room
            });
        [0.5, 0.25, 0.75, 0.1, 0.9]
            .into_iter()
            .chain(between)
            .collect()
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
