//! Pixels, three bytes each.

use std::fmt;

use crate::rect::Rect;

/// The longest side of a picture, in pixels.
pub const MAX_SIDE: u32 = 65_535;

/// A picture without transparency: eight bits each for red, green and blue, row after row.
///
/// Both sides are between 1 and [`MAX_SIDE`].
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Picture {
    /// A picture from its pixels; `None` when they are not `width` times `height` times three bytes, or a side is 0 or
    /// above [`MAX_SIDE`].
    #[must_use]
    pub fn from_rgb(width: u32, height: u32, pixels: Vec<u8>) -> Option<Self> {
        (byte_count(width, height)? == pixels.len()).then_some(Self {
            width,
            height,
            pixels,
        })
    }

    /// A picture of one colour; `None` when a side is 0 or above [`MAX_SIDE`].
    #[must_use]
    pub fn filled(width: u32, height: u32, color: [u8; 3]) -> Option<Self> {
        let count = byte_count(width, height)? / 3;
        Self::from_rgb(width, height, color.repeat(count))
    }

    /// Pixels in a row.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Red, green and blue of every pixel, row after row.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// The whole picture as a rectangle.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        Rect::new(0, 0, side(self.width), side(self.height))
    }

    /// Fills the part of `rect` that lies inside.
    pub fn fill(&mut self, rect: Rect, color: [u8; 3]) {
        let rect = rect.intersection(self.bounds());
        for y in rect.top..rect.bottom {
            for pixel in self.span_mut(y, rect.left, rect.right).chunks_exact_mut(3) {
                pixel.copy_from_slice(&color);
            }
        }
    }

    pub(crate) fn rows(&self) -> std::slice::ChunksExact<'_, u8> {
        self.pixels.chunks_exact(self.width as usize * 3)
    }

    /// The bytes of row `y` from column `left` to before `right`; nothing when that is not inside.
    pub(crate) fn span_mut(&mut self, y: i32, left: i32, right: i32) -> &mut [u8] {
        let row = self.width as usize * 3;
        let place = |y: i32, x: i32| {
            let y = usize::try_from(y).ok()?;
            let x = usize::try_from(x).ok()?;
            y.checked_mul(row)?.checked_add(x.checked_mul(3)?)
        };
        let range = place(y, left).zip(place(y, right));
        range
            .filter(|_| right <= side(self.width))
            .and_then(|(start, end)| self.pixels.get_mut(start..end))
            .unwrap_or(&mut [])
    }
}

/// The pixels are too many to be shown.
impl fmt::Debug for Picture {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Picture({} x {})", self.width, self.height)
    }
}

/// The bytes of a picture of this size; `None` when a side is not allowed.
pub(crate) fn byte_count(width: u32, height: u32) -> Option<usize> {
    let allowed = 1..=MAX_SIDE;
    if !allowed.contains(&width) || !allowed.contains(&height) {
        return None;
    }
    (width as usize)
        .checked_mul(height as usize)?
        .checked_mul(3)
}

/// A side as a coordinate.
pub(crate) fn side(pixels: u32) -> i32 {
    // A side is at most `MAX_SIDE`.
    i32::try_from(pixels).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_exactly_its_pixels() {
        assert!(Picture::from_rgb(2, 2, vec![0; 12]).is_some());
        assert!(Picture::from_rgb(2, 2, vec![0; 13]).is_none());
        assert!(Picture::from_rgb(0, 2, Vec::new()).is_none());
        assert!(Picture::from_rgb(MAX_SIDE + 1, 1, vec![0; (MAX_SIDE as usize + 1) * 3]).is_none());
    }

    #[test]
    fn what_is_filled_outside_changes_nothing() {
        let white = Picture::filled(4, 3, [255; 3]).unwrap();
        let mut picture = white.clone();
        for rect in [
            Rect::new(-5, -5, 0, 9),
            Rect::new(4, 0, 9, 9),
            Rect::new(3, 2, 1, 1),
        ] {
            picture.fill(rect, [0; 3]);
            assert_eq!(picture, white);
        }
        picture.fill(Rect::new(-1, -1, i32::MAX, i32::MAX), [0; 3]);
        assert_eq!(picture, Picture::filled(4, 3, [0; 3]).unwrap());
    }
}
