//! Rectangles and points in screen pixels.

use std::fmt;

/// A point on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    /// Pixels from the left edge.
    pub x: i32,
    /// Pixels from the top edge.
    pub y: i32,
}

/// A rectangle as a dump gives it: the right and bottom edges are not part of it.
///
/// A dump may hold rectangles without area and inverted ones (rows beyond the edge); both are [`Bounds::is_empty`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The left edge.
    pub left: i32,
    /// The top edge.
    pub top: i32,
    /// The right edge.
    pub right: i32,
    /// The bottom edge.
    pub bottom: i32,
}

impl Bounds {
    /// A rectangle by its edges.
    #[must_use]
    pub const fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self {
            left,
            top,
            right,
            bottom,
        }
    }

    /// The smallest rectangle that holds two points.
    #[must_use]
    pub fn around(one: Point, other: Point) -> Self {
        Self::new(
            one.x.min(other.x),
            one.y.min(other.y),
            one.x.max(other.x).saturating_add(1),
            one.y.max(other.y).saturating_add(1),
        )
    }

    /// The rectangle with this many pixels more on each side.
    #[must_use]
    pub(crate) const fn grown_by(self, pixels: i32) -> Self {
        Self {
            left: self.left.saturating_sub(pixels),
            top: self.top.saturating_sub(pixels),
            right: self.right.saturating_add(pixels),
            bottom: self.bottom.saturating_add(pixels),
        }
    }

    /// Reads the form `[l,t][r,b]`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (start, end) = text
            .trim()
            .strip_prefix('[')?
            .strip_suffix(']')?
            .split_once("][")?;
        let (left, top) = start.split_once(',')?;
        let (right, bottom) = end.split_once(',')?;
        let number = |digits: &str| digits.trim().parse::<i32>().ok();
        Some(Self::new(
            number(left)?,
            number(top)?,
            number(right)?,
            number(bottom)?,
        ))
    }

    /// Whether no pixel lies inside: no area, or inverted.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.right <= self.left || self.bottom <= self.top
    }

    /// The width; 0 when inverted.
    #[must_use]
    pub fn width(self) -> i64 {
        (i64::from(self.right) - i64::from(self.left)).max(0)
    }

    /// The height; 0 when inverted.
    #[must_use]
    pub fn height(self) -> i64 {
        (i64::from(self.bottom) - i64::from(self.top)).max(0)
    }

    /// The number of pixels inside.
    #[must_use]
    pub fn area(self) -> i64 {
        self.width().saturating_mul(self.height())
    }

    /// The middle, rounded towards the top left.
    #[must_use]
    pub const fn centre(self) -> Point {
        Point {
            x: self.left.midpoint(self.right),
            y: self.top.midpoint(self.bottom),
        }
    }

    /// What both have in common; empty when nothing is.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self::new(
            self.left.max(other.left),
            self.top.max(other.top),
            self.right.min(other.right),
            self.bottom.min(other.bottom),
        )
    }

    /// The rectangle that is left when `cover` lies on top; the whole one where what is left is no rectangle.
    #[must_use]
    pub fn without(self, cover: Self) -> Self {
        if !self.overlaps(cover) {
            return self;
        }
        let spans_width = cover.left <= self.left && self.right <= cover.right;
        let spans_height = cover.top <= self.top && self.bottom <= cover.bottom;
        match (spans_width, spans_height) {
            (true, true) => Self::default(),
            (true, false) if cover.top <= self.top => Self {
                top: cover.bottom,
                ..self
            },
            (true, false) if self.bottom <= cover.bottom => Self {
                bottom: cover.top,
                ..self
            },
            (false, true) if cover.left <= self.left => Self {
                left: cover.right,
                ..self
            },
            (false, true) if self.right <= cover.right => Self {
                right: cover.left,
                ..self
            },
            _ => self,
        }
    }

    /// Whether a pixel is in both.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        !self.is_empty() && !other.is_empty() && !self.intersection(other).is_empty()
    }

    /// Whether the pixel at `point` lies inside.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.left <= point.x && point.x < self.right && self.top <= point.y && point.y < self.bottom
    }

    /// Whether every pixel of `other` lies inside.
    #[must_use]
    pub const fn encloses(self, other: Self) -> bool {
        self.left <= other.left
            && self.top <= other.top
            && other.right <= self.right
            && other.bottom <= self.bottom
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "[{},{}][{},{}]",
            self.left, self.top, self.right, self.bottom
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read_as_dumps_write_them() {
        for (text, expected) in [
            ("[0,63][1080,2400]", Some(Bounds::new(0, 63, 1080, 2400))),
            ("[-5,-6][7,8]", Some(Bounds::new(-5, -6, 7, 8))),
            (" [0, 1][2, 3] ", Some(Bounds::new(0, 1, 2, 3))),
            ("[0,0][0,0]", Some(Bounds::default())),
            ("[0,1]2,3]", None),
            ("[0,1][2]", None),
            ("[0,1][2,99999999999]", None),
            ("", None),
        ] {
            assert_eq!(Bounds::parse(text), expected, "{text}");
            if let Some(bounds) = expected {
                assert_eq!(Bounds::parse(&bounds.to_string()), Some(bounds));
            }
        }
    }

    #[test]
    fn what_has_no_pixels_is_empty_and_overlaps_nothing() {
        let screen = Bounds::new(0, 0, 1080, 2400);
        for empty in [
            Bounds::default(),
            Bounds::new(0, 2210, 1080, 2190),
            Bounds::new(5, 5, 5, 9),
        ] {
            assert!(empty.is_empty());
            assert_eq!(empty.area(), 0);
            assert!(!screen.overlaps(empty));
        }
        assert!(
            Bounds::new(i32::MIN, i32::MIN, i32::MAX, i32::MAX).area() > 0,
            "the largest rectangle does not overflow"
        );
    }

    #[test]
    fn a_cover_takes_away_what_leaves_a_rectangle() {
        let node = Bounds::new(0, 100, 100, 200);
        for (cover, expected) in [
            (Bounds::new(0, 0, 100, 300), Bounds::default()),
            (Bounds::new(0, 150, 100, 300), Bounds::new(0, 100, 100, 150)),
            (Bounds::new(0, 0, 200, 150), Bounds::new(0, 150, 100, 200)),
            (Bounds::new(0, 0, 40, 300), Bounds::new(40, 100, 100, 200)),
            (Bounds::new(60, 0, 100, 300), Bounds::new(0, 100, 60, 200)),
            (Bounds::new(0, 120, 100, 150), node),
            (Bounds::new(50, 150, 100, 200), node),
            (Bounds::new(0, 0, 100, 100), node),
        ] {
            assert_eq!(node.without(cover), expected, "{cover}");
        }
    }

    #[test]
    fn right_and_bottom_edges_are_outside() {
        let bounds = Bounds::new(10, 20, 30, 40);
        assert!(bounds.contains(Point { x: 10, y: 20 }));
        assert!(!bounds.contains(Point { x: 30, y: 20 }));
        assert!(!bounds.contains(Point { x: 10, y: 40 }));
        assert!(bounds.contains(bounds.centre()));
    }
}
