//! Rectangles in pixels.

/// A rectangle: left, top, right, bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Rect {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) right: i32,
    pub(crate) bottom: i32,
}

impl Rect {
    pub(crate) const fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self {
            left,
            top,
            right,
            bottom,
        }
    }

    pub(crate) const fn sized(left: i32, top: i32, width: i32, height: i32) -> Self {
        Self {
            left,
            top,
            right: left.saturating_add(width),
            bottom: top.saturating_add(height),
        }
    }

    pub(crate) const fn width(self) -> i32 {
        self.right.saturating_sub(self.left)
    }

    pub(crate) const fn height(self) -> i32 {
        self.bottom.saturating_sub(self.top)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.right <= self.left || self.bottom <= self.top
    }

    pub(crate) fn intersect(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    pub(crate) const fn moved(self, x: i32, y: i32) -> Self {
        Self {
            left: self.left.saturating_add(x),
            top: self.top.saturating_add(y),
            right: self.right.saturating_add(x),
            bottom: self.bottom.saturating_add(y),
        }
    }

    pub(crate) const fn contains(self, x: i32, y: i32) -> bool {
        x >= self.left && x < self.right && y >= self.top && y < self.bottom
    }

    pub(crate) const fn center(self) -> (i32, i32) {
        (self.left + self.width() / 2, self.top + self.height() / 2)
    }

    /// Smaller by so much at each edge.
    pub(crate) const fn inset(self, by: i32) -> Self {
        Self {
            left: self.left.saturating_add(by),
            top: self.top.saturating_add(by),
            right: self.right.saturating_sub(by),
            bottom: self.bottom.saturating_sub(by),
        }
    }

    pub(crate) const fn tuple(self) -> (i32, i32, i32, i32) {
        (self.left, self.top, self.right, self.bottom)
    }
}

/// Pixels of a length in dp, rounded as the platform does.
pub(crate) fn px(dp: i32, density: u32) -> i32 {
    let scaled = (i64::from(dp) * i64::from(density) + 80) / 160;
    // Beyond every display.
    i32::try_from(scaled).unwrap_or(i32::MAX)
}

/// How many lines or windows there are, in the numbers that pixels are counted with.
#[expect(
    clippy::expect_used,
    reason = "a page holds thousands of views and a text thousands of lines, not thousands of millions"
)]
pub(crate) fn count(things: usize) -> i32 {
    i32::try_from(things).expect("fewer than two thousand million")
}
