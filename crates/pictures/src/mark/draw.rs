//! Outlines, tags and the lines between them.

use super::colors::Color;
use super::digits::Digits;
use crate::picture::Picture;
use crate::rect::Rect;

/// The second line of an outline or the edge of a tag.
const EDGE: i32 = 1;
/// The coloured line of an outline.
const LINE: i32 = 2;
/// How far inside another outline one is drawn that has the same edge.
const NESTED: i32 = EDGE + LINE + 1;
/// Edges this close look like one.
const SAME_EDGE: i32 = 3;

/// The height of digits for a picture: 14 pixels where its shortest side has 768.
pub(super) fn text_height(picture: Rect) -> i32 {
    (picture.width().min(picture.height()) / 52).clamp(11, 40)
}

/// The width and height of the tag of a number.
pub(super) fn tag_size(digits: &Digits, number: u32) -> (i32, i32) {
    let (across, down) = padding(digits);
    (
        digits.width_of(number) + 2 * across,
        digits.height + 2 * down,
    )
}

/// Between the edge of a tag and its digits.
fn padding(digits: &Digits) -> (i32, i32) {
    (
        EDGE + (digits.height / 4).max(2),
        EDGE + (digits.height / 6).max(2),
    )
}

/// An outline around every element, the largest first, so that a part is drawn over the whole.
pub(super) fn outlines(picture: &mut Picture, boxes: &[Rect], colors: &[Color]) {
    let mut order: Vec<(usize, Rect, Color)> = boxes
        .iter()
        .zip(colors)
        .enumerate()
        .map(|(index, (bounds, color))| (index, *bounds, *color))
        .collect();
    order.sort_by_key(|(index, bounds, _)| (std::cmp::Reverse(bounds.area()), *index));
    for (index, bounds, color) in order {
        outline(picture, nested(boxes, index, bounds), color);
    }
}

/// The rectangle, smaller where others around it share an edge with it: their lines stay visible.
fn nested(boxes: &[Rect], index: usize, bounds: Rect) -> Rect {
    let around = boxes.iter().enumerate().filter(|(other, outer)| {
        let is_around = outer.encloses(bounds) && (**outer != bounds || *other < index);
        *other != index && is_around && shares_edge(**outer, bounds)
    });
    let smaller = around.fold(bounds, |inner, _| inner.inset(NESTED));
    let is_too_small = smaller.width() < 2 * NESTED || smaller.height() < 2 * NESTED;
    if is_too_small { bounds } else { smaller }
}

fn shares_edge(one: Rect, other: Rect) -> bool {
    one.left.abs_diff(other.left) <= SAME_EDGE.unsigned_abs()
        || one.top.abs_diff(other.top) <= SAME_EDGE.unsigned_abs()
        || one.right.abs_diff(other.right) <= SAME_EDGE.unsigned_abs()
        || one.bottom.abs_diff(other.bottom) <= SAME_EDGE.unsigned_abs()
}

fn outline(picture: &mut Picture, bounds: Rect, color: Color) {
    ring(picture, bounds, EDGE, color.contrast);
    ring(picture, bounds.inset(EDGE), LINE, color.fill);
}

/// The edge of a rectangle, on its inside.
fn ring(picture: &mut Picture, bounds: Rect, thick: i32, color: [u8; 3]) {
    if bounds.is_empty() {
        return;
    }
    let Rect {
        left,
        top,
        right,
        bottom,
    } = bounds;
    for side in [
        Rect::new(left, top, right, top + thick),
        Rect::new(left, bottom - thick, right, bottom),
        Rect::new(left, top, left + thick, bottom),
        Rect::new(right - thick, top, right, bottom),
    ] {
        picture.fill(side.intersection(bounds), color);
    }
}

/// Over everything that is there already: tags are drawn last.
pub(super) fn tag(picture: &mut Picture, digits: &Digits, bounds: Rect, number: u32, color: Color) {
    picture.fill(bounds, color.contrast);
    picture.fill(bounds.inset(EDGE), color.fill);
    let (across, down) = padding(digits);
    let mut left = bounds.left + across;
    for mask in digits.masks_of(number) {
        let rows = mask.chunks_exact(usize::try_from(digits.width).unwrap_or(1));
        for (y, row) in (bounds.top + down..).zip(rows) {
            let pixels = picture.span_mut(y, left, left + digits.width);
            for (pixel, covered) in pixels.chunks_exact_mut(3).zip(row) {
                for (channel, ink) in pixel.iter_mut().zip(color.contrast) {
                    *channel = blend(*channel, ink, *covered);
                }
            }
        }
        left += digits.width + digits.gap;
    }
}

fn blend(below: u8, above: u8, covered: u8) -> u8 {
    let covered = u16::from(covered);
    let mixed = u16::from(above) * covered + u16::from(below) * (255 - covered);
    // Between the two.
    u8::try_from((mixed + 127) / 255).unwrap_or(255)
}

/// A line from a tag to the element that it could not be placed at.
pub(super) fn leader(picture: &mut Picture, tag: Rect, bounds: Rect, color: Color) {
    let nearest = |start: i32, end: i32, from: i32, to: i32| {
        let middle = start.midpoint(end);
        middle.clamp(from, (to - 1).max(from))
    };
    let x = nearest(tag.left, tag.right, bounds.left, bounds.right);
    let y = nearest(tag.top, tag.bottom, bounds.top, bounds.bottom);
    let (from_x, from_y) = (tag.left.midpoint(tag.right), tag.top.midpoint(tag.bottom));
    let steps = (x - from_x).abs().max((y - from_y).abs()).max(1);
    for (around, color) in [(1, color.contrast), (0, color.fill)] {
        for step in 0..=steps {
            let at = |from: i32, to: i32| {
                // Between two coordinates of a picture.
                let moved = i64::from(to - from) * i64::from(step) / i64::from(steps);
                from + i32::try_from(moved).unwrap_or(0)
            };
            let (x, y) = (at(from_x, x), at(from_y, y));
            picture.fill(Rect::new(x, y, x + 2, y + 2).inset(-around), color);
        }
    }
}
