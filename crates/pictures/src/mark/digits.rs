//! The ten digits as strokes, drawn at any size with smooth edges.

/// Strokes are laid out on a grid of this size.
const GRID: (i32, i32) = (10, 16);
/// Parts of a pixel in which distances are counted.
const PARTS: i32 = 16;

type Stroke = &'static [(i32, i32)];

/// Lines through these points, from the top left.
const STROKES: [&[Stroke]; 10] = [
    &[&[
        (3, 0),
        (7, 0),
        (10, 4),
        (10, 12),
        (7, 16),
        (3, 16),
        (0, 12),
        (0, 4),
        (3, 0),
    ]],
    &[&[(1, 4), (6, 0), (6, 16)], &[(2, 16), (10, 16)]],
    &[&[(0, 4), (3, 0), (7, 0), (10, 3), (10, 6), (0, 16), (10, 16)]],
    &[
        &[(0, 2), (3, 0), (7, 0), (10, 3), (10, 5), (7, 8), (4, 8)],
        &[(7, 8), (10, 11), (10, 13), (7, 16), (3, 16), (0, 14)],
    ],
    &[&[(8, 16), (8, 0), (0, 11), (10, 11)]],
    &[&[
        (9, 0),
        (1, 0),
        (0, 8),
        (3, 6),
        (7, 6),
        (10, 9),
        (10, 13),
        (7, 16),
        (3, 16),
        (0, 14),
    ]],
    &[&[
        (8, 0),
        (4, 1),
        (0, 7),
        (0, 12),
        (3, 16),
        (7, 16),
        (10, 13),
        (10, 10),
        (7, 7),
        (3, 7),
        (0, 10),
    ]],
    &[&[(0, 0), (10, 0), (4, 16)]],
    &[
        &[
            (3, 0),
            (7, 0),
            (10, 3),
            (10, 5),
            (7, 8),
            (3, 8),
            (0, 5),
            (0, 3),
            (3, 0),
        ],
        &[
            (3, 8),
            (0, 11),
            (0, 13),
            (3, 16),
            (7, 16),
            (10, 13),
            (10, 11),
            (7, 8),
        ],
    ],
    &[&[
        (2, 16),
        (6, 15),
        (10, 9),
        (10, 4),
        (7, 0),
        (3, 0),
        (0, 3),
        (0, 6),
        (3, 9),
        (7, 9),
        (10, 6),
    ]],
];

/// How much of every pixel each digit covers.
#[derive(Debug)]
pub(super) struct Digits {
    /// Pixels from the top of a digit to its bottom.
    pub(super) height: i32,
    /// Pixels in a row of a digit.
    pub(super) width: i32,
    /// Pixels between two digits.
    pub(super) gap: i32,
    masks: Vec<Vec<u8>>,
}

impl Digits {
    pub(super) fn new(height: i32) -> Self {
        let width = (height * 10 + 8) / 16;
        Self {
            height,
            width,
            gap: (height / 8).max(1),
            masks: STROKES
                .iter()
                .map(|strokes| mask(strokes, width, height))
                .collect(),
        }
    }

    /// How many pixels a number takes in a row.
    pub(super) fn width_of(&self, number: u32) -> i32 {
        digits_of(number).fold(-self.gap, |width, _| width + self.width + self.gap)
    }

    /// The coverage of a number's digits, first digit first.
    pub(super) fn masks_of(&self, number: u32) -> impl Iterator<Item = &[u8]> {
        digits_of(number).filter_map(|digit| self.masks.get(digit).map(Vec::as_slice))
    }
}

fn digits_of(number: u32) -> impl Iterator<Item = usize> {
    let count = number.checked_ilog10().unwrap_or(0);
    (0..=count)
        .rev()
        .map(move |power| (number / 10_u32.pow(power) % 10) as usize)
}

fn mask(strokes: &[Stroke], width: i32, height: i32) -> Vec<u8> {
    // Three sixteenths of the height, as bold type has.
    let half = height * PARTS * 3 / 32;
    let along =
        |place: i32, grid: i32, pixels: i32| half + place * (pixels * PARTS - 2 * half) / grid;
    let point = |(x, y): (i32, i32)| (along(x, GRID.0, width), along(y, GRID.1, height));
    let mut mask = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let centre = (x * PARTS + PARTS / 2, y * PARTS + PARTS / 2);
            let nearest = strokes
                .iter()
                .flat_map(|stroke| stroke.iter().zip(stroke.iter().skip(1)))
                .map(|(from, to)| distance(centre, point(*from), point(*to)))
                .min();
            let covered =
                128 + (half - nearest.unwrap_or(i32::MAX / 2)).saturating_mul(256 / PARTS);
            mask.push(u8::try_from(covered.clamp(0, 255)).unwrap_or(255));
        }
    }
    mask
}

/// From a point to a line between two others.
fn distance(point: (i32, i32), from: (i32, i32), to: (i32, i32)) -> i32 {
    let (along_x, along_y) = (to.0 - from.0, to.1 - from.1);
    let (x, y) = (point.0 - from.0, point.1 - from.1);
    let length = along_x * along_x + along_y * along_y;
    let reached = x * along_x + y * along_y;
    let squared = if reached <= 0 {
        x * x + y * y
    } else if reached >= length {
        let (x, y) = (point.0 - to.0, point.1 - to.1);
        x * x + y * y
    } else {
        let across = i64::from(x * along_y - y * along_x);
        // A distance within a digit.
        i32::try_from(across * across / i64::from(length)).unwrap_or(i32::MAX)
    };
    squared.isqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_from_their_first_digit() {
        for (number, expected) in [(0, vec![0]), (7, vec![7]), (120, vec![1, 2, 0])] {
            assert_eq!(digits_of(number).collect::<Vec<_>>(), expected);
        }
        assert_eq!(digits_of(u32::MAX).count(), 10);
        let digits = Digits::new(14);
        assert_eq!(digits.masks_of(120).count(), 3);
        assert_eq!(digits.width_of(120), 3 * digits.width + 2 * digits.gap);
    }

    #[test]
    fn every_digit_differs_from_every_other() {
        for height in [9, 14, 30] {
            let digits = Digits::new(height);
            let unlike = |one: &[u8], other: &[u8]| {
                let pixels = one.iter().zip(other);
                pixels
                    .filter(|(one, other)| one.abs_diff(**other) > 128)
                    .count()
            };
            for (index, one) in digits.masks.iter().enumerate() {
                for other in digits.masks.iter().skip(index + 1) {
                    let differing = unlike(one, other);
                    assert!(differing * 20 >= one.len(), "{differing} of {}", one.len());
                }
            }
        }
    }
}
