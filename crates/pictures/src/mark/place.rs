//! Where the tags go: each at the cheapest place that no other tag has, then each once more, knowing all others.

use super::ink::Ink;
use super::slots::slots;
use crate::rect::Rect;

/// An edge in one of three channels below a tag: likely a letter's.
const INK_COST: i64 = 2;
/// A pixel of another element below a tag: whose number it is becomes unclear.
const FOREIGN_COST: i64 = 2;
/// A tag that only touches another element.
const TOUCHING_COST: i64 = 30;
/// Tags keep this many pixels between them.
const BETWEEN_TAGS: i32 = 1;
/// How often each tag may move after all have a place.
const ROUNDS: usize = 2;
/// The side of a square in which placed tags are looked up.
const SQUARE: i32 = 64;

/// Where a tag is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) tag: Rect,
    pub(super) is_detached: bool,
}

/// A place for the tag of every element that has a pixel inside the picture, as long as there is room.
pub(super) fn place(
    ink: &Ink,
    picture: Rect,
    boxes: &[Rect],
    sizes: &[(i32, i32)],
) -> Vec<Option<Place>> {
    let mut places: Vec<Option<Place>> = vec![None; boxes.len()];
    let mut taken = Taken::new(picture);
    let mut elements: Vec<Element> = boxes
        .iter()
        .zip(sizes)
        .enumerate()
        .filter(|(_, (bounds, _))| !bounds.is_empty())
        .map(|(index, (bounds, size))| Element::new(index, *bounds, *size, boxes, picture, ink))
        .collect();
    // The smallest first: they have the fewest places.
    elements.sort_by_key(|element| (element.bounds.area(), element.index));
    for element in &elements {
        let tag = element.cheapest(&taken);
        let found = tag.map(|tag| (tag, false)).or_else(|| {
            let tag = nearest_free(ink, picture, element, &taken)?;
            Some((tag, !element.bounds.inset(-1).overlaps(tag)))
        });
        if let (Some((tag, is_detached)), Some(place)) = (found, places.get_mut(element.index)) {
            *place = Some(Place { tag, is_detached });
            taken.add(tag);
        }
    }
    for _ in 0..ROUNDS {
        for element in &elements {
            let Some(place) = places.get_mut(element.index).and_then(Option::as_mut) else {
                continue;
            };
            taken.remove(place.tag);
            if let Some(tag) = element.cheapest(&taken) {
                *place = Place {
                    tag,
                    is_detached: false,
                };
            }
            taken.add(place.tag);
        }
    }
    places
}

/// An element with what its places cost, cheapest first.
struct Element {
    index: usize,
    bounds: Rect,
    size: (i32, i32),
    slots: Vec<(i64, Rect)>,
}

impl Element {
    fn new(
        index: usize,
        bounds: Rect,
        size: (i32, i32),
        boxes: &[Rect],
        picture: Rect,
        ink: &Ink,
    ) -> Self {
        let (width, height) = size;
        let reach = bounds.inset(-(width.max(height) + 4));
        // An element around this one is not in the way: this one is a part of it.
        let others: Vec<Rect> = boxes
            .iter()
            .copied()
            .filter(|other| other.overlaps(reach) && !other.encloses(bounds))
            .collect();
        let mut slots: Vec<(i64, Rect)> = slots(picture, bounds, size)
            .into_iter()
            .map(|(tag, dislike)| (dislike + cost(ink, bounds, &others, tag), tag))
            .collect();
        // Stable: of equal ones the first stays first.
        slots.sort_by_key(|(cost, _)| *cost);
        Self {
            index,
            bounds,
            size,
            slots,
        }
    }

    fn cheapest(&self, taken: &Taken) -> Option<Rect> {
        let mut tags = self.slots.iter().map(|(_, tag)| *tag);
        tags.find(|tag| taken.is_free(*tag))
    }
}

/// What a tag would hide, in pixels more or less.
fn cost(ink: &Ink, bounds: Rect, others: &[Rect], tag: Rect) -> i64 {
    let mut cost = ink.below(tag) * INK_COST + hidden(bounds, tag);
    for other in others {
        let covered = other.intersection(tag).area();
        if covered > 0 {
            cost += covered * FOREIGN_COST + hidden(*other, tag);
        } else if other.overlaps(tag.inset(-2)) {
            cost += TOUCHING_COST;
        }
    }
    cost
}

/// The smaller an element, the more of it a tag hides.
fn hidden(bounds: Rect, tag: Rect) -> i64 {
    let covered = bounds.intersection(tag).area();
    covered * tag.area() * 4 / bounds.area().max(tag.area()).max(1)
}

/// The free place nearest to an element, anywhere in the picture; of two about equally near the one that hides less.
fn nearest_free(ink: &Ink, picture: Rect, element: &Element, taken: &Taken) -> Option<Rect> {
    let (width, height) = element.size;
    let step = |length: i32| usize::try_from(length / 2).unwrap_or(1).max(1);
    let mut best: Option<(i64, Rect)> = None;
    for top in (picture.top..=picture.bottom - height).step_by(step(height)) {
        for left in (picture.left..=picture.right - width).step_by(step(width)) {
            let tag = Rect::at(left, top, element.size);
            let cost = distance(element.bounds, tag) * 8;
            if best.is_some_and(|(least, _)| least <= cost) || !taken.is_free(tag) {
                continue;
            }
            let cost = cost + ink.below(tag);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, tag));
            }
        }
    }
    best.map(|(_, tag)| tag)
}

/// From the edge of one rectangle to the edge of another, across and down together.
fn distance(one: Rect, other: Rect) -> i64 {
    let apart = |start: i32, end: i32| i64::from(start.saturating_sub(end).max(0));
    apart(one.left, other.right)
        + apart(other.left, one.right)
        + apart(one.top, other.bottom)
        + apart(other.top, one.bottom)
}

/// The tags that have their place, by squares of the picture. They do not overlap, so that a square holds only a few.
struct Taken {
    columns: i32,
    rows: i32,
    squares: Vec<Vec<Rect>>,
}

impl Taken {
    fn new(picture: Rect) -> Self {
        let (columns, rows) = (picture.right / SQUARE + 1, picture.bottom / SQUARE + 1);
        let count = usize::try_from(i64::from(columns) * i64::from(rows)).unwrap_or(1);
        Self {
            columns,
            rows,
            squares: vec![Vec::new(); count],
        }
    }

    fn is_free(&self, tag: Rect) -> bool {
        let wide = tag.inset(-BETWEEN_TAGS);
        self.touched(wide)
            .filter_map(|square| self.squares.get(square))
            .flatten()
            .all(|other| !other.overlaps(wide))
    }

    fn add(&mut self, tag: Rect) {
        for square in self.touched(tag) {
            if let Some(square) = self.squares.get_mut(square) {
                square.push(tag);
            }
        }
    }

    fn remove(&mut self, tag: Rect) {
        for square in self.touched(tag) {
            if let Some(square) = self.squares.get_mut(square) {
                square.retain(|other| *other != tag);
            }
        }
    }

    fn touched(&self, rect: Rect) -> impl Iterator<Item = usize> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        let range = move |start: i32, end: i32, most: i32| {
            (start / SQUARE).max(0)..=((end - 1) / SQUARE).min(most - 1)
        };
        let across = range(rect.left, rect.right, columns);
        range(rect.top, rect.bottom, rows).flat_map(move |row| {
            across
                .clone()
                .filter_map(move |column| usize::try_from(row * columns + column).ok())
        })
    }
}
