//! A short hash of what a picture looks like.

use std::fmt;

use crate::picture::Picture;

/// Columns and rows of the grid.
const GRID: usize = 9;
/// By how much a cell must differ from its neighbour, in 256ths of a step of luminance.
const DIFFERS: u64 = 512;

/// 64 bits that stay nearly the same while a screen does.
///
/// The picture is divided into 9 x 9 cells. A bit stands for one of the first 8 x 8 cells, row by row from the highest
/// bit: whether its luminance, the average of all its pixels, differs from a neighbour's by more than 2 of 255 steps.
/// The neighbour is the cell to the right where column plus row is even, the cell below where it is odd: pages of apps
/// are lists as often as they are columns. Which of the two is lighter does not count, because on most pages it is
/// nearly always the same one, and a bit that never changes says nothing.
///
/// A tick of the clock or a blinking cursor moves an average by about a step: it changes no bit, or one or two that
/// were close. Equal hashes do not prove equal screens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VisualHash(u64);

impl VisualHash {
    /// The hash of a picture.
    #[must_use]
    pub fn of(picture: &Picture) -> Self {
        let grid = averages(picture);
        let cell = |column: usize, row: usize| grid.get(row)?.get(column).copied();
        let mut bits = 0;
        for row in 0..GRID - 1 {
            for column in 0..GRID - 1 {
                let neighbour = if (column + row) % 2 == 0 {
                    cell(column + 1, row)
                } else {
                    cell(column, row + 1)
                };
                let differs = cell(column, row)
                    .zip(neighbour)
                    .is_some_and(|(here, there): (u64, u64)| here.abs_diff(there) > DIFFERS);
                bits = bits << 1 | u64::from(differs);
            }
        }
        Self(bits)
    }

    /// The number of bits that differ: 0 to 64.
    #[must_use]
    pub fn hamming(self, other: Self) -> u32 {
        (self.0 ^ other.0).count_ones()
    }

    /// The bits as a number.
    #[must_use]
    pub fn bits(self) -> u64 {
        self.0
    }
}

/// 16 hexadecimal digits.
impl fmt::Display for VisualHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

/// The average luminance of every cell, in 256ths. A picture of fewer pixels than cells repeats them.
fn averages(picture: &Picture) -> [[u64; GRID]; GRID] {
    let row_bytes = picture.width() as usize * 3;
    let mut grid = [[0; GRID]; GRID];
    // Whole rows are added up first: that is the larger part of the work, and has no steps of three.
    let mut sums = vec![0_u32; row_bytes];
    for (row, cells) in grid.iter_mut().enumerate() {
        let (top, bottom) = part(row, picture.height());
        let rows = picture.pixels().get(top * row_bytes..bottom * row_bytes);
        sums.fill(0);
        for row in rows.unwrap_or(&[]).chunks_exact(row_bytes) {
            for (sum, channel) in sums.iter_mut().zip(row) {
                *sum += u32::from(*channel);
            }
        }
        for (column, cell) in cells.iter_mut().enumerate() {
            let (left, right) = part(column, picture.width());
            let (pixels, _) = sums
                .get(left * 3..right * 3)
                .unwrap_or(&[])
                .as_chunks::<3>();
            // In 256ths already, by the weights of luminance.
            let sum: u64 = pixels
                .iter()
                .map(|pixel| luminance(pixel.map(u64::from)))
                .sum();
            let count = (bottom - top) as u64 * (right - left) as u64;
            *cell = sum / count.max(1);
        }
    }
    grid
}

/// How light a colour is, in 256ths: the weights of broadcast television, whose sum is 256.
fn luminance([red, green, blue]: [u64; 3]) -> u64 {
    red * 77 + green * 150 + blue * 29
}

/// The pixels of a cell along one side: at least one.
fn part(index: usize, pixels: u32) -> (usize, usize) {
    let pixels = pixels as usize;
    let start = index * pixels / GRID;
    (start, ((index + 1) * pixels / GRID).max(start + 1))
}
