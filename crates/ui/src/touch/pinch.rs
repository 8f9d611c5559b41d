//! Two fingers around a point: where they go down, and where they come up.

use crate::bounds::{Bounds, Point};
use crate::node::Node;
use crate::touch::order::Standing;
use crate::touch::taker::{Obstacle, Taker, obstacles};

/// How near to the point between them fingers may come, in pixels: two that lie closer are one to many a screen.
const NEAREST: i32 = 12;
/// How far fingers stay away from the edges of a node.
const FROM_EDGE: i32 = 8;
/// A finger that goes down nearer to the side of a screen than this share of it may be taken for the system's own gesture,
/// which goes back; the same holds for the top and the bottom.
const FROM_SIDE: i32 = 12;
const FROM_TOP: i32 = 24;
/// How far fingers are turned from one point of their way to the next, in degrees.
const STEP: f64 = 5.0;
/// The most things in the way that are named.
const MAX_NAMED: usize = 3;

/// What two fingers are to do: how far apart they are at last, as a share of what they were at first, and how far they
/// turn clockwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    pub scale: f64,
    pub degrees: f64,
}

/// The ways of two fingers.
#[derive(Debug, Clone, PartialEq)]
pub struct Pinch {
    /// The point between them.
    pub centre: Point,
    /// The points of each finger, at equal distances in time.
    pub ways: [Vec<Point>; 2],
    /// How far apart they are at first and at last, as a share, in whole pixels.
    pub scale: f64,
}

/// Why there is no way for two fingers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoPinch<'t> {
    /// Nothing of the node can be seen.
    Unseen,
    /// It is on another display than the phone's own, where touches go.
    OtherDisplay,
    /// There is too little room for two fingers that move so far.
    NoRoom,
    /// Something else takes a finger wherever it would go down.
    Blocked(Vec<Taker<'t>>),
}

impl<'t> Node<'t> {
    /// The ways of two fingers on this node, as far apart as what can be seen of it allows. They go down on nothing that
    /// lies over it, and on no slider.
    pub fn pinch(self, spread: Spread) -> Result<Pinch, NoPinch<'t>> {
        let area = self.visible_bounds().ok_or(NoPinch::Unseen)?;
        if self.window().is_some_and(|window| window.display != 0) {
            return Err(NoPinch::OtherDisplay);
        }
        let room = clear_of_sides(area, self.tree().screen());
        let obstacles = obstacles(self, area);
        let (hard, soft): (Vec<Obstacle<'t>>, Vec<Obstacle<'t>>) = obstacles
            .into_iter()
            .filter(|obstacle| obstacle.standing != Standing::Below)
            .partition(|obstacle| blocks(self, obstacle));
        let tried = ways(room.centre(), room, spread);
        if tried.is_empty() {
            return Err(NoPinch::NoRoom);
        }
        let is_clear = |pinch: &Pinch| {
            let ends = |way: &Vec<Point>| [way.first().copied(), way.last().copied()];
            let mut ends = pinch.ways.iter().flat_map(ends).flatten();
            !ends.any(|end| soft.iter().any(|one| one.bounds.contains(end)))
        };
        let is_free = |pinch: &Pinch| {
            let mut downs = pinch.ways.iter().filter_map(|way| way.first());
            !downs.any(|down| hard.iter().any(|one| one.bounds.contains(*down)))
        };
        let free: Vec<Pinch> = tried.into_iter().filter(is_free).collect();
        // What is in the node gets a finger first, so that other ways are better.
        let best = free.iter().position(is_clear).unwrap_or(0);
        free.into_iter().nth(best).ok_or_else(|| {
            let takers = hard.iter().map(|obstacle| obstacle.taker);
            NoPinch::Blocked(takers.take(MAX_NAMED).collect())
        })
    }
}

impl Pinch {
    /// The ways of two fingers around a point of a screen, whatever is there: within a quarter of its shorter side.
    #[must_use]
    pub fn around(centre: Point, screen: Bounds, spread: Spread) -> Option<Self> {
        let quarter = i32::try_from(screen.width().min(screen.height()) / 4).unwrap_or(i32::MAX);
        let near = Bounds::new(
            centre.x.saturating_sub(quarter),
            centre.y.saturating_sub(quarter),
            centre.x.saturating_add(quarter),
            centre.y.saturating_add(quarter),
        );
        ways(centre, near.intersection(screen), spread)
            .into_iter()
            .next()
    }
}

/// Whether something takes a finger that goes down on it, so that the node does not get it.
fn blocks(node: Node<'_>, obstacle: &Obstacle<'_>) -> bool {
    match obstacle.taker {
        Taker::Window(_) | Taker::LeftOut(_) => true,
        // What is in a node hands on two fingers that it does nothing with.
        Taker::Node(other) => other.is_slider() || !node.is_ancestor_of(other.id()),
    }
}

/// The part of a node that is clear of the sides of the screen, unless that is where it is.
fn clear_of_sides(area: Bounds, screen: Bounds) -> Bounds {
    let across = (screen.right - screen.left) / FROM_SIDE;
    let down = (screen.bottom - screen.top) / FROM_TOP;
    let clear = area.intersection(Bounds::new(
        screen.left + across,
        screen.top + down,
        screen.right - across,
        screen.bottom - down,
    ));
    if clear.is_empty() || clear.width() * 2 < area.width() || clear.height() * 2 < area.height() {
        area
    } else {
        clear
    }
}

/// The directions in which two fingers may lie to each other at first: beside each other, above each other, and on the
/// diagonals. Each is how far one finger goes across and down for each pixel of its way.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, -1), (1, 1)];

/// Every way for two fingers around a point within a room, the longest first.
fn ways(centre: Point, room: Bounds, spread: Spread) -> Vec<Pinch> {
    let across = (centre.x - room.left).min(room.right - 1 - centre.x) - FROM_EDGE;
    let down = (centre.y - room.top).min(room.bottom - 1 - centre.y) - FROM_EDGE;
    let turns = spread.degrees != 0.0;
    let mut found: Vec<(f64, Pinch)> = Vec::new();
    for direction in DIRECTIONS {
        let (x, y) = direction;
        let reach = match direction {
            _ if turns => across.min(down),
            (_, 0) => across,
            (0, _) => down,
            _ => across.min(down),
        };
        let length = f64::from(x).hypot(f64::from(y));
        // A finger that turns goes around in a circle, which is no wider in any direction.
        let reach = if turns {
            shortened(reach, length)
        } else {
            reach
        };
        let Some((before, after)) = halves(reach, spread.scale) else {
            continue;
        };
        let ways = [1, -1].map(|side| {
            way(
                centre,
                (side * x, side * y),
                (before, after),
                spread.degrees,
            )
        });
        let pinch = Pinch {
            centre,
            ways,
            scale: f64::from(after) / f64::from(before),
        };
        found.push((f64::from(before.max(after)) * length, pinch));
    }
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found.into_iter().map(|(_, pinch)| pinch).collect()
}

/// How far a finger may go along a diagonal so that it stays within a circle.
#[expect(
    clippy::cast_possible_truncation,
    reason = "no longer than what is shortened"
)]
fn shortened(reach: i32, length: f64) -> i32 {
    (f64::from(reach) / length) as i32
}

/// How far each finger is from the point between them at first and at last: the share is as asked for, as far as pixels
/// allow, and both are as far as can be.
#[expect(
    clippy::cast_possible_truncation,
    reason = "neither is longer than the reach"
)]
fn halves(reach: i32, scale: f64) -> Option<(i32, i32)> {
    let grows = scale >= 1.0;
    let factor = if grows { scale } else { scale.recip() };
    let mut best: Option<(f64, i32, i32)> = None;
    for long in (reach - reach / 4..=reach).rev() {
        let short = (f64::from(long) / factor).round() as i32;
        if short < NEAREST {
            continue;
        }
        let off = (f64::from(long) / f64::from(short) / factor - 1.0).abs();
        // Only what is nearer by more than rounding is worth a shorter way.
        if best.is_none_or(|(least, ..)| off + 1e-9 < least) {
            best = Some((off, long, short));
        }
    }
    let (_, long, short) = best?;
    Some(if grows { (short, long) } else { (long, short) })
}

/// The way of one finger.
fn way(centre: Point, (x, y): (i32, i32), (before, after): (i32, i32), degrees: f64) -> Vec<Point> {
    let at = |half: i32| Point {
        x: centre.x + half * x,
        y: centre.y + half * y,
    };
    if degrees == 0.0 {
        return vec![at(before), at(after)];
    }
    let length = f64::from(x).hypot(f64::from(y));
    let (from, to) = (f64::from(before) * length, f64::from(after) * length);
    let start = f64::from(y).atan2(f64::from(x));
    let mut points = Vec::new();
    let mut turned = 0.0;
    while turned < degrees.abs() {
        points.push(turned / degrees.abs());
        turned += STEP;
    }
    points.push(1.0);
    let point = |share: f64| {
        let half = from + (to - from) * share;
        let angle = start + (degrees * share).to_radians();
        Point {
            x: centre.x + rounded(half * angle.cos()),
            y: centre.y + rounded(half * angle.sin()),
        }
    };
    points.into_iter().map(point).collect()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "no longer than a screen is wide"
)]
fn rounded(value: f64) -> i32 {
    value.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Bounds = Bounds::new(0, 0, 1_080, 2_400);
    const MIDDLE: Point = Point { x: 540, y: 1_200 };

    fn spread(scale: f64, degrees: f64) -> Spread {
        Spread { scale, degrees }
    }

    fn apart(pinch: &Pinch, last: bool) -> f64 {
        let [one, other] = &pinch.ways;
        let pick = |way: &[Point]| *(if last { way.last() } else { way.first() }).unwrap();
        let (one, other) = (pick(one), pick(other));
        f64::from(one.x - other.x).hypot(f64::from(one.y - other.y))
    }

    #[test]
    fn the_share_is_as_asked_as_far_as_pixels_allow() {
        for scale in [0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 3.7, 10.0] {
            let pinch = Pinch::around(MIDDLE, SCREEN, spread(scale, 0.0)).unwrap();
            let told = apart(&pinch, true) / apart(&pinch, false);
            assert!((told - pinch.scale).abs() < 1e-9, "{scale}");
            assert!((told / scale - 1.0).abs() < 0.01, "{scale}: {told}");
        }
    }

    #[test]
    fn whole_shares_are_met_to_the_pixel() {
        for scale in [0.5, 1.0, 2.0, 3.0, 4.0] {
            let pinch = Pinch::around(MIDDLE, SCREEN, spread(scale, 0.0)).unwrap();
            assert!(
                (pinch.scale - scale).abs() < 1e-9,
                "{scale}: {}",
                pinch.scale
            );
        }
    }

    #[test]
    fn every_point_is_in_the_room_and_the_fingers_lie_opposite() {
        for (scale, degrees) in [(2.0, 0.0), (0.5, 90.0), (1.0, -360.0), (1.3, 17.0)] {
            for centre in [MIDDLE, Point { x: 100, y: 1_000 }] {
                let pinch = Pinch::around(centre, SCREEN, spread(scale, degrees)).unwrap();
                let [one, other] = &pinch.ways;
                assert_eq!(one.len(), other.len());
                for (one, other) in one.iter().zip(other) {
                    assert!(SCREEN.contains(*one) && SCREEN.contains(*other));
                    assert!((one.x + other.x - 2 * centre.x).abs() <= 1);
                    assert!((one.y + other.y - 2 * centre.y).abs() <= 1);
                }
            }
        }
    }

    #[test]
    fn fingers_turn_clockwise() {
        let pinch = Pinch::around(MIDDLE, SCREEN, spread(1.0, 90.0)).unwrap();
        let way = &pinch.ways[0];
        let (first, last) = (way[0], way[way.len() - 1]);
        assert_eq!((first.x - MIDDLE.x, first.y), (last.y - MIDDLE.y, MIDDLE.y));
        assert_eq!(way.len(), 19);
    }

    #[test]
    fn where_there_is_no_room_there_is_no_way() {
        let edge = Point { x: 2, y: 2 };
        assert_eq!(Pinch::around(edge, SCREEN, spread(2.0, 0.0)), None);
        assert_eq!(
            Pinch::around(Point { x: 30, y: 1_200 }, SCREEN, spread(10.0, 45.0)),
            None
        );
    }
}
