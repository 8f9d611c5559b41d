//! Where two pictures differ.

use crate::picture::{Picture, side};
use crate::rect::Rect;

impl Picture {
    /// The smallest rectangle with every pixel of a part that differs from another picture of the same size; nothing
    /// where the part is the same in both. What lies outside of this picture is no part of it, and pictures of two sizes
    /// differ in all of it.
    #[must_use]
    pub fn difference(&self, other: &Self, part: Rect) -> Option<Rect> {
        let part = part.intersection(self.bounds());
        if part.is_empty() {
            return None;
        }
        if self.bounds() != other.bounds() {
            return Some(part);
        }
        let mut found: Option<Rect> = None;
        let both = self.rows().zip(other.rows());
        for (y, (mine, theirs)) in (0..side(self.height())).zip(both) {
            // Most rows are the same, and comparing a whole one is the fastest there is.
            if y < part.top || y >= part.bottom || mine == theirs {
                continue;
            }
            let (mine, _) = mine.as_chunks::<3>();
            let (theirs, _) = theirs.as_chunks::<3>();
            let differing = (0..side(self.width()))
                .zip(mine.iter().zip(theirs))
                .filter(|(x, (mine, theirs))| *x >= part.left && *x < part.right && mine != theirs)
                .map(|(x, _)| x);
            for x in differing {
                let grown = found.unwrap_or(Rect::new(x, y, x, y));
                found = Some(Rect::new(
                    grown.left.min(x),
                    grown.top.min(y),
                    grown.right.max(x.saturating_add(1)),
                    grown.bottom.max(y.saturating_add(1)),
                ));
            }
        }
        found
    }

    /// Whether a part is of one colour: nothing can be read there. What lies outside of the picture is no part of it.
    #[must_use]
    pub fn is_flat(&self, part: Rect) -> bool {
        let part = part.intersection(self.bounds());
        let number = |side: i32| usize::try_from(side).unwrap_or(0);
        let (top, height) = (number(part.top), number(part.height()));
        let rows = self.rows().skip(top).take(height);
        let (left, right) = (number(part.left) * 3, number(part.right) * 3);
        let mut first = None;
        rows.filter_map(|row| row.get(left..right)).all(|row| {
            let (pixels, _) = row.as_chunks::<3>();
            pixels
                .iter()
                .all(|pixel| first.get_or_insert(pixel) == &pixel)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_as_large_as_what_differs() {
        let white = Picture::filled(40, 30, [255; 3]).unwrap();
        let mut other = white.clone();
        assert_eq!(white.difference(&other, white.bounds()), None);
        other.fill(Rect::new(3, 4, 5, 9), [0; 3]);
        other.fill(Rect::new(20, 1, 21, 2), [0; 3]);
        let whole = white.difference(&other, white.bounds());
        assert_eq!(whole, Some(Rect::new(3, 1, 21, 9)));
        let right = white.difference(&other, Rect::new(10, 0, 99, 99));
        assert_eq!(right, Some(Rect::new(20, 1, 21, 2)));
        assert_eq!(white.difference(&other, Rect::new(0, 9, 40, 30)), None);
        assert_eq!(white.difference(&other, Rect::new(40, 0, 50, 30)), None);
    }

    #[test]
    fn a_part_is_flat_where_it_has_one_colour() {
        let mut picture = Picture::filled(40, 30, [9; 3]).unwrap();
        picture.fill(Rect::new(10, 10, 20, 20), [0; 3]);
        for (part, flat) in [
            (Rect::new(0, 0, 10, 30), true),
            (Rect::new(10, 10, 20, 20), true),
            (Rect::new(9, 10, 20, 20), false),
            (Rect::new(0, 0, 40, 30), false),
            (Rect::new(50, 50, 60, 60), true),
        ] {
            assert_eq!(picture.is_flat(part), flat, "{part:?}");
        }
    }

    #[test]
    fn pictures_of_two_sizes_differ_everywhere() {
        let (one, other) = (
            Picture::filled(4, 6, [0; 3]).unwrap(),
            Picture::filled(6, 4, [0; 3]).unwrap(),
        );
        assert_eq!(one.difference(&other, one.bounds()), Some(one.bounds()));
    }
}
