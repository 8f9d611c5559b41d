//! The places at an element where its tag may go, each with how much it is disliked.

use crate::rect::Rect;

/// The most places along an edge besides its ends and its middle.
const SLIDES: i32 = 8;

/// Places at `bounds` for a tag, all inside `picture`; what would stick out is moved in.
///
/// Outside first: a tag that stands on the element like the tab of a card covers nothing of it.
pub(super) fn slots(picture: Rect, bounds: Rect, size: (i32, i32)) -> Vec<(Rect, i64)> {
    let (width, height) = size;
    let mut slots = Vec::new();
    let mut push = |left: i32, top: i32, dislike: i64| {
        let left = left.min(picture.right - width).max(picture.left);
        let top = top.min(picture.bottom - height).max(picture.top);
        let slot = Rect::at(left, top, size);
        if picture.encloses(slot) {
            slots.push((slot, dislike));
        }
    };
    let across = along(bounds.left, bounds.right, width);
    let down = along(bounds.top, bounds.bottom, height);
    for (left, dislike) in across {
        push(left, bounds.top - height, dislike);
        push(left, bounds.top - height / 2, dislike + 14);
        push(left, bounds.top, dislike + 8);
        push(left, bounds.bottom - height, dislike + 12);
        push(left, bounds.bottom - height / 2, dislike + 18);
        push(left, bounds.bottom, dislike + 10);
    }
    for (top, dislike) in down {
        push(bounds.left - width, top, dislike + 6);
        push(bounds.left - width / 2, top, dislike + 16);
        push(bounds.left, top, dislike + 8);
        push(bounds.right - width, top, dislike + 9);
        push(bounds.right - width / 2, top, dislike + 17);
        push(bounds.right, top, dislike + 7);
    }
    // Corners that are neither above nor beside.
    push(bounds.left - width / 2, bounds.top - height / 2, 12);
    push(bounds.right - width / 2, bounds.top - height / 2, 13);
    push(bounds.right - width / 2, bounds.bottom - height / 2, 15);
    push(bounds.left - width / 2, bounds.bottom - height / 2, 16);
    slots
}

/// Where a tag of a length can begin along an edge: its ends, its middle, and steps between.
fn along(start: i32, end: i32, length: i32) -> Vec<(i32, i64)> {
    let last = end - length;
    let middle = start + (last - start) / 2;
    let mut places = vec![(start, 0), (last, 3), (middle, 6)];
    let room = last - start;
    let steps = (room / length.max(1)).clamp(0, SLIDES);
    places.extend((1..steps).map(|step| (start + room * step / steps, 10 + i64::from(step))));
    places
}
