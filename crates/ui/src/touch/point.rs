//! The point to touch.
//!
//! The centre of a node lies in another node that takes touches for one in ten, so it is not taken by habit: the point
//! is one that no other such node and no window above covers.

use crate::bounds::{Bounds, Point};
use crate::flags::Flags;
use crate::node::Node;
use crate::role::Role;
use crate::touch::target::TouchTarget;
use crate::visible;

/// The most obstacles whose edges are tried for a free place between them.
const MAX_OBSTACLES: usize = 64;
/// A place of this many pixels each way is large enough to be hit for sure.
const COMFORTABLE: i64 = 24;

/// A point to touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TouchPoint {
    /// Where.
    pub point: Point,
    /// Whether nothing else that takes touches is known to cover it.
    pub is_clear: bool,
    /// Whether another node that takes touches covers the target wholly, and a dump does not say that it lies below.
    ///
    /// That is a sibling that begins at the target's own corner: such two are read out by their size, the larger one
    /// first, whichever is drawn above. And it is something small over the rows of a list that is not in the list, as a
    /// header that stays at the top: nobody puts what is to be pressed behind a list, wherever it is read out.
    pub is_contested: bool,
}

impl TouchTarget<'_> {
    /// The point to touch; `None` when nothing of the target can be seen.
    ///
    /// The matched label's own centre if a label inside the target was matched, else the target's centre, else the
    /// free place nearest to that.
    #[must_use]
    pub fn point(self) -> Option<TouchPoint> {
        let region = self.node.visible_bounds()?;
        let obstacles = self.obstacles(region);
        // What lies below is avoided too where that is possible: dumps do not tell the order of drawing.
        let all: Vec<Bounds> = obstacles.iter().map(|one| one.bounds).collect();
        let above: Vec<Bounds> = obstacles
            .iter()
            .filter(|one| one.is_above)
            .map(|one| one.bounds)
            .collect();
        let label = (self.matched != self.node)
            .then(|| self.matched.visible_bounds())
            .flatten()
            .map(|label| label.intersection(region))
            .filter(|label| !label.is_empty())
            .map(Bounds::centre);
        let preferred = [label, Some(region.centre())];
        let clear = [&all, &above].into_iter().find_map(|obstacles| {
            let is_free = |point: &Point| !obstacles.iter().any(|bounds| bounds.contains(*point));
            preferred
                .into_iter()
                .flatten()
                .find(is_free)
                .or_else(|| free_place(region, obstacles))
        });
        let is_under_overlay = obstacles
            .iter()
            .any(|one| one.lies_over && one.bounds.intersection(region) == region);
        let is_contested = is_under_overlay || self.is_contested();
        Some(match clear {
            Some(point) => TouchPoint {
                point,
                is_clear: true,
                is_contested,
            },
            None => TouchPoint {
                point: label.unwrap_or_else(|| region.centre()),
                is_clear: false,
                is_contested,
            },
        })
    }

    fn is_contested(self) -> bool {
        let target = self.node.bounds();
        let covers = |other: Node<'_>| {
            let bounds = other.bounds();
            other != self.node
                && takes_touches(other)
                && other.visible_bounds().is_some()
                && (bounds.left, bounds.top) == (target.left, target.top)
                && bounds.intersection(target) == target
        };
        let parent = self.node.parent();
        parent.is_some_and(|parent| parent.children().any(covers))
    }

    /// What else takes touches in the region.
    fn obstacles(self, region: Bounds) -> Vec<Obstacle> {
        let Self { matched, node, .. } = self;
        let list = node.ancestors().find(|around| around.is_scrollable());
        let covers = visible::covers_of(node.tree(), node.window_index())
            .into_iter()
            .map(|bounds| Obstacle {
                bounds,
                is_above: true,
                lies_over: false,
            });
        let others = node
            .tree()
            .nodes()
            .filter(|other| {
                other.window_index() == node.window_index()
                    && *other != node
                    && *other != matched
                    && takes_touches(*other)
                    && !other.is_ancestor_of(node.id())
            })
            .filter_map(|other| {
                let lies_over = lies_over(other, list);
                Some(Obstacle {
                    bounds: other.visible_bounds()?,
                    is_above: lies_over || other.id() > node.id(),
                    lies_over,
                })
            });
        covers
            .chain(others)
            .filter(|one| one.bounds.overlaps(region))
            .collect()
    }
}

/// Something else that takes touches.
struct Obstacle {
    bounds: Bounds,
    /// Whether it surely lies above the target.
    is_above: bool,
    /// Whether that is known because it lies over the target's list.
    lies_over: bool,
}

/// Whether a node is something small over a list that is not in the list.
fn lies_over(other: Node<'_>, list: Option<Node<'_>>) -> bool {
    let Some((list, room)) = list.and_then(|list| Some((list, list.visible_bounds()?))) else {
        return false;
    };
    let bounds = other.visible_bounds();
    other.window_index() == list.window_index()
        && other != list
        && !list.is_ancestor_of(other.id())
        && !other.is_ancestor_of(list.id())
        && !other.is_most_of_screen()
        && bounds.is_some_and(|bounds| bounds.intersection(room) == bounds)
}

fn takes_touches(node: Node<'_>) -> bool {
    const TOUCHED: Flags = Flags::CLICKABLE.with(Flags::LONG_CLICKABLE);
    node.flags().has_any(TOUCHED) || node.role() == Role::Textfield
}

/// The middle of a place in the region that no obstacle covers: a comfortable one nearest to the centre, if there is one.
fn free_place(region: Bounds, obstacles: &[Bounds]) -> Option<Point> {
    let near = obstacles.get(..MAX_OBSTACLES).unwrap_or(obstacles);
    let cuts = |from: i32, to: i32, edges: fn(&Bounds) -> [i32; 2]| {
        let mut cuts: Vec<i32> = near
            .iter()
            .flat_map(edges)
            .filter(|edge| from < *edge && *edge < to)
            .chain([from, to])
            .collect();
        cuts.sort_unstable();
        cuts.dedup();
        cuts
    };
    let columns = cuts(region.left, region.right, |bounds| {
        [bounds.left, bounds.right]
    });
    let rows = cuts(region.top, region.bottom, |bounds| {
        [bounds.top, bounds.bottom]
    });
    let pairs = |cuts: &[i32]| -> Vec<(i32, i32)> {
        cuts.iter()
            .copied()
            .zip(cuts.iter().copied().skip(1))
            .collect()
    };
    let (columns, rows) = (pairs(&columns), pairs(&rows));
    let centre = region.centre();
    columns
        .iter()
        .flat_map(|(left, right)| {
            rows.iter()
                .map(|(top, bottom)| Bounds::new(*left, *top, *right, *bottom))
        })
        .filter(|place| {
            let point = place.centre();
            !obstacles.iter().any(|bounds| bounds.contains(point))
        })
        .min_by_key(|place| {
            let is_narrow = place.width().min(place.height()) < COMFORTABLE;
            let point = place.centre();
            let across = i64::from(point.x) - i64::from(centre.x);
            let down = i64::from(point.y) - i64::from(centre.y);
            let distance = across
                .saturating_mul(across)
                .saturating_add(down.saturating_mul(down));
            (is_narrow, distance)
        })
        .map(Bounds::centre)
}
