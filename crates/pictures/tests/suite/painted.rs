//! Pictures to test with, made by a seed.

use clawperator_pictures::{Picture, Rect};

/// A generator of numbers that is the same everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed ^ 0x9E37_79B9_7F4A_7C15)
    }

    /// A number from 0 to before `end`.
    pub(crate) fn below(&mut self, end: i32) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i32::try_from(self.0 % u64::try_from(end).unwrap()).unwrap()
    }

    pub(crate) fn color(&mut self) -> [u8; 3] {
        [0; 3].map(|_: u8| u8::try_from(self.below(256)).unwrap())
    }
}

/// Many rectangles of many colours.
pub(crate) fn patchwork(seed: u64, width: u32, height: u32) -> Picture {
    let mut random = Random::new(seed);
    let mut picture = Picture::filled(width, height, random.color()).unwrap();
    let bounds = picture.bounds();
    for _ in 0..60 {
        let (left, top) = (random.below(bounds.right), random.below(bounds.bottom));
        let right = left + 1 + random.below(bounds.right);
        let bottom = top + 1 + random.below(bounds.bottom);
        let color = random.color();
        picture.fill(Rect::new(left, top, right, bottom), color);
    }
    picture
}

/// A page of an app: a status bar with a clock, a title, rows of text and a bar at the bottom.
pub(crate) fn page(seed: u64, clock: i32) -> Picture {
    let mut random = Random::new(seed);
    let is_dark = random.below(2) == 1;
    let (paper, ink) = if is_dark {
        ([18; 3], [225; 3])
    } else {
        ([250; 3], [30; 3])
    };
    let mut picture = Picture::filled(768, 1707, paper).unwrap();
    // Three strokes that move with the time.
    for digit in 0..3 {
        let left = 30 + digit * 12 + (clock * (digit + 3)) % 5;
        picture.fill(Rect::new(left, 14, left + 3, 30), ink);
    }
    let title = 100 + random.below(300);
    picture.fill(Rect::new(40, 80, 40 + title, 112), ink);
    let mut top = 160 + random.below(120);
    while top < 1500 {
        let height = 60 + random.below(160);
        if random.below(3) == 0 {
            let color = random.color();
            picture.fill(Rect::new(24, top, 744, top + height), color);
        } else {
            for line in 0..=random.below(3) {
                let right = 60 + random.below(600);
                picture.fill(
                    Rect::new(40, top + line * 28, right, top + line * 28 + 14),
                    ink,
                );
            }
        }
        top += height + 20;
    }
    picture
}
