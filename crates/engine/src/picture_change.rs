//! Where two pictures of a screen differ.

use clawperator_pictures::{Limits, Picture, Rect};

/// The bar at the top is at most this part of the screen's height, also where it goes round a camera.
const BAR_PART: i32 = 20;

/// What changed from one picture to another of the same size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureChange {
    /// The whole of it.
    pub(crate) screen: Rect,
    /// The smallest rectangle around what changed where the bar at the top is.
    pub(crate) in_bar: Option<Rect>,
    /// The same for the rest of the screen.
    pub(crate) below: Option<Rect>,
}

impl PictureChange {
    /// Compares two PNG files; nothing where one cannot be read or they are of different sizes.
    #[must_use]
    pub fn between(before: &[u8], after: &[u8]) -> Option<Self> {
        let read = |file| Picture::decode_png(file, Limits::default()).ok();
        let (before, after) = (read(before)?, read(after)?);
        let screen = after.bounds();
        if before.bounds() != screen {
            return None;
        }
        let bar = Rect {
            bottom: screen.bottom / BAR_PART,
            ..screen
        };
        let below = Rect {
            top: bar.bottom,
            ..screen
        };
        Some(Self {
            screen,
            in_bar: after.difference(&before, bar),
            below: after.difference(&before, below),
        })
    }
}
