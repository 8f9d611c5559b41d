//! What is marked, and with what result.

use super::colors;
use super::digits::Digits;
use super::draw;
use super::ink::Ink;
use super::place::place;
use crate::picture::Picture;
use crate::rect::Rect;

/// The most marks that are drawn: many more than a person or a model can tell apart, few enough to compare every pair.
pub const MAX_MARKS: usize = 400;

/// An element to be named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The number that the tag shows.
    pub number: u32,
    /// Where the element is, in pixels of the picture. What lies outside is cut off.
    pub bounds: Rect,
}

/// The tag of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag {
    /// Where it is. Tags never cover each other and are inside the picture.
    pub bounds: Rect,
    /// The colour of the tag and of the outline around the element.
    pub color: [u8; 3],
    /// Whether there was no room at the element, so that a line leads to it.
    pub is_detached: bool,
}

/// A picture with marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    /// The picture with outlines and tags.
    pub picture: Picture,
    /// A tag for every mark, in order. `None` where nothing of the element is inside the picture, where the whole
    /// picture has no room for one more tag, and after the first [`MAX_MARKS`].
    pub tags: Vec<Option<Tag>>,
}

/// Draws an outline around every element and a tag with its number next to it, or inside where that covers less.
///
/// The same picture and marks give the same pixels. Any rectangles are allowed; they are cut to the picture.
#[must_use]
pub fn mark(picture: &Picture, marks: &[Mark]) -> Marked {
    let drawn = marks.get(..MAX_MARKS).unwrap_or(marks);
    let whole = picture.bounds();
    let boxes: Vec<Rect> = drawn
        .iter()
        .map(|mark| mark.bounds.intersection(whole))
        .collect();
    let digits = Digits::new(draw::text_height(whole));
    let sizes: Vec<(i32, i32)> = drawn
        .iter()
        .map(|mark| draw::tag_size(&digits, mark.number))
        .collect();
    let places = place(&Ink::of(picture), whole, &boxes, &sizes);
    let colors = colors::assign(&boxes);

    let mut marked = picture.clone();
    draw::outlines(&mut marked, &boxes, &colors);
    // Lines before all tags: one that leads past a tag does not cross its number.
    for ((place, bounds), color) in places.iter().zip(&boxes).zip(&colors) {
        if let Some(place) = place.filter(|place| place.is_detached) {
            draw::leader(&mut marked, place.tag, *bounds, *color);
        }
    }
    let mut tags = Vec::with_capacity(marks.len());
    for ((mark, place), color) in drawn.iter().zip(places).zip(&colors) {
        if let Some(place) = place {
            draw::tag(&mut marked, &digits, place.tag, mark.number, *color);
        }
        tags.push(place.map(|place| Tag {
            bounds: place.tag,
            color: color.fill,
            is_detached: place.is_detached,
        }));
    }
    tags.resize(marks.len(), None);
    Marked {
        picture: marked,
        tags,
    }
}
