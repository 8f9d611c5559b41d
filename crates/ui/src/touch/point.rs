//! The point to touch.
//!
//! The centre of a node lies in another node that takes touches for one in ten, so it is not taken by habit: the point
//! is one where the target takes the touch, and where there is none nothing is touched.

use crate::bounds::{Bounds, Point};
use crate::touch::order::Standing;
use crate::touch::taker::{Obstacle, Taker, obstacles};
use crate::touch::target::TouchTarget;

/// The most obstacles whose edges are tried for a free place between them.
const MAX_OBSTACLES: usize = 64;
/// A place of this many pixels each way is large enough to be hit for sure.
const COMFORTABLE: i64 = 24;
/// A place with fewer pixels than this each way, of a target that has more, is a matter of rounding.
const NARROWEST: i64 = 3;
/// The most obstacles that are named.
const MAX_NAMED: usize = 3;

/// Why a target is not touched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoPoint<'t> {
    /// Nothing of it can be seen.
    Unseen,
    /// It is on another display than the phone's own, where touches go.
    OtherDisplay,
    /// Others take the touch everywhere on it: one at least, the one at its middle first.
    Covered(Vec<Taker<'t>>),
    /// Others take touches everywhere on it too, and the dump does not tell which of them is above.
    Contested(Vec<Taker<'t>>),
}

impl<'t> TouchTarget<'t> {
    /// The point to touch: one where the target takes the touch, or nothing in it and nothing over it does.
    ///
    /// The matched label's own centre if a label inside the target was matched, else the target's centre, else the
    /// free place nearest to that.
    pub fn point(self) -> Result<Point, NoPoint<'t>> {
        let region = self.node.visible_bounds().ok_or(NoPoint::Unseen)?;
        if self.node.window().is_some_and(|window| window.display != 0) {
            return Err(NoPoint::OtherDisplay);
        }
        let obstacles = obstacles(self.node, region);
        let label = (self.matched != self.node)
            .then(|| self.matched.visible_bounds())
            .flatten()
            .map(|label| label.intersection(region))
            .filter(|label| !label.is_empty())
            .map(Bounds::centre);
        let preferred = [label, Some(region.centre())];
        // What lies below is avoided too where that is possible: many dumps do not tell the order of drawing.
        let all: Vec<Bounds> = obstacles.iter().map(|one| one.bounds).collect();
        let in_the_way: Vec<Bounds> = in_the_way(&obstacles).map(|one| one.bounds).collect();
        let free = [&all, &in_the_way].into_iter().find_map(|obstacles| {
            let is_free = |point: &Point| !obstacles.iter().any(|bounds| bounds.contains(*point));
            preferred
                .into_iter()
                .flatten()
                .find(is_free)
                .or_else(|| free_place(region, obstacles))
        });
        free.ok_or_else(|| why_not(&obstacles, label.unwrap_or_else(|| region.centre())))
    }
}

fn in_the_way<'a, 't>(obstacles: &'a [Obstacle<'t>]) -> impl Iterator<Item = &'a Obstacle<'t>> {
    obstacles
        .iter()
        .filter(|one| one.standing != Standing::Below)
}

/// What is in the way, that at the point first: the uppermost are the last to be read out.
fn why_not<'t>(obstacles: &[Obstacle<'t>], at: Point) -> NoPoint<'t> {
    let (mut there, elsewhere): (Vec<&Obstacle<'t>>, Vec<&Obstacle<'t>>) =
        in_the_way(obstacles).partition(|one| one.bounds.contains(at));
    there.reverse();
    let is_untold = there.iter().all(|one| one.standing == Standing::Untold);
    let takers = there
        .into_iter()
        .take(1)
        .chain(elsewhere)
        .take(MAX_NAMED)
        .map(|one| one.taker)
        .collect();
    if is_untold {
        NoPoint::Contested(takers)
    } else {
        NoPoint::Covered(takers)
    }
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
    let narrowest = NARROWEST.min(region.width()).min(region.height());
    columns
        .iter()
        .flat_map(|(left, right)| {
            rows.iter()
                .map(|(top, bottom)| Bounds::new(*left, *top, *right, *bottom))
        })
        .filter(|place| place.width().min(place.height()) >= narrowest)
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
