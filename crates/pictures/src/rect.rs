//! Rectangles in pixels of a picture.

/// A rectangle by its edges; the right and bottom edges are not part of it.
///
/// Any numbers are allowed: a rectangle may be empty, inverted, or lie outside of every picture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Rect {
    /// The first column.
    pub left: i32,
    /// The first row.
    pub top: i32,
    /// The column after the last.
    pub right: i32,
    /// The row after the last.
    pub bottom: i32,
}

impl Rect {
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

    /// The width; 0 when inverted.
    #[must_use]
    pub const fn width(self) -> i32 {
        // Saturating: the edges may be anything.
        let width = self.right.saturating_sub(self.left);
        if width > 0 { width } else { 0 }
    }

    /// The height; 0 when inverted.
    #[must_use]
    pub const fn height(self) -> i32 {
        let height = self.bottom.saturating_sub(self.top);
        if height > 0 { height } else { 0 }
    }

    /// The number of pixels inside.
    #[must_use]
    pub fn area(self) -> i64 {
        i64::from(self.width()) * i64::from(self.height())
    }

    /// Whether no pixel lies inside.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.right <= self.left || self.bottom <= self.top
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

    /// Whether a pixel is in both.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        !self.intersection(other).is_empty()
    }

    /// Whether every pixel of `other` lies inside.
    #[must_use]
    pub const fn encloses(self, other: Self) -> bool {
        self.left <= other.left
            && self.top <= other.top
            && other.right <= self.right
            && other.bottom <= self.bottom
    }

    /// The rectangle with this many pixels less on each side, or more when negative.
    #[must_use]
    pub(crate) const fn inset(self, pixels: i32) -> Self {
        Self::new(
            self.left.saturating_add(pixels),
            self.top.saturating_add(pixels),
            self.right.saturating_sub(pixels),
            self.bottom.saturating_sub(pixels),
        )
    }

    /// A rectangle of a size, by its top left corner.
    #[must_use]
    pub(crate) const fn at(left: i32, top: i32, (width, height): (i32, i32)) -> Self {
        Self::new(
            left,
            top,
            left.saturating_add(width),
            top.saturating_add(height),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_and_the_inverted_do_not_overflow() {
        let whole = Rect::new(i32::MIN, i32::MIN, i32::MAX, i32::MAX);
        let inverted = Rect::new(i32::MAX, i32::MAX, i32::MIN, i32::MIN);
        assert!(whole.area() > 0);
        assert_eq!(inverted.area(), 0);
        assert!(inverted.is_empty() && !whole.overlaps(inverted));
        assert_eq!(whole.inset(-1), whole);
        assert!(whole.encloses(Rect::new(0, 0, 5, 5)));
    }
}
