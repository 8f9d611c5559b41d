//! Where a picture has something to read: edges, counted by small cells.

use crate::picture::Picture;
use crate::rect::Rect;

/// The side of a cell in pixels.
const CELL: i32 = 4;
/// Pixels that differ by less are shades of one area.
const EDGE: u8 = 24;

/// For every corner of a cell the edges above and to the left of it, so that any rectangle takes four looks.
#[derive(Debug)]
pub(super) struct Ink {
    columns: usize,
    rows: usize,
    sums: Vec<u32>,
}

impl Ink {
    pub(super) fn of(picture: &Picture) -> Self {
        let cell = CELL.unsigned_abs() as usize;
        let columns = (picture.width() as usize).div_ceil(cell);
        let rows = (picture.height() as usize).div_ceil(cell);
        let mut sums = vec![0; (columns + 1) * (rows + 1)];
        let mut above = vec![0; columns + 1];
        let mut edges = vec![0_u8; picture.width() as usize * 3];
        let mut lines = picture.rows();
        let mut upper = lines.clone().next().unwrap_or(&[]);
        for corners in sums.chunks_exact_mut(columns + 1).skip(1) {
            edges.fill(0);
            for line in lines.by_ref().take(cell) {
                count_edges(&mut edges, line, upper);
                upper = line;
            }
            let mut left = 0;
            let totals = corners.iter_mut().zip(&above).skip(1);
            for ((corner, above), edges) in totals.zip(edges.chunks(cell * 3)) {
                left += edges.iter().copied().map(u32::from).sum::<u32>();
                *corner = above + left;
            }
            above.copy_from_slice(corners);
        }
        Self {
            columns,
            rows,
            sums,
        }
    }

    /// The edges of all three channels in the cells that a rectangle inside the picture touches.
    pub(super) fn below(&self, rect: Rect) -> i64 {
        let (left, right) = (rect.left / CELL, (rect.right + CELL - 1) / CELL);
        let (top, bottom) = (rect.top / CELL, (rect.bottom + CELL - 1) / CELL);
        let corner = |column: i32, row: i32| {
            let column = usize::try_from(column).unwrap_or(0).min(self.columns);
            let row = usize::try_from(row).unwrap_or(0).min(self.rows);
            let sum = self.sums.get(row * (self.columns + 1) + column);
            i64::from(sum.copied().unwrap_or(0))
        };
        corner(right, bottom) + corner(left, top) - corner(left, bottom) - corner(right, top)
    }
}

/// Adds one to every channel that differs from the pixel to the right or from the one above.
fn count_edges(edges: &mut [u8], line: &[u8], upper: &[u8]) {
    let right = line.get(3..).unwrap_or(&[]);
    for ((edges, here), right) in edges.iter_mut().zip(line).zip(right) {
        *edges += u8::from(here.abs_diff(*right) >= EDGE);
    }
    for ((edges, here), above) in edges.iter_mut().zip(line).zip(upper) {
        *edges += u8::from(here.abs_diff(*above) >= EDGE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_counted_where_they_are() {
        let mut picture = Picture::filled(50, 39, [255; 3]).unwrap();
        assert_eq!(Ink::of(&picture).below(picture.bounds()), 0);
        picture.fill(Rect::new(20, 20, 30, 24), [0; 3]);
        let ink = Ink::of(&picture);
        let all = ink.below(picture.bounds());
        assert_eq!(all, 3 * 2 * (10 + 4));
        assert_eq!(ink.below(Rect::new(16, 16, 36, 28)), all);
        assert_eq!(ink.below(Rect::new(0, 0, 50, 12)), 0);
        assert_eq!(ink.below(Rect::new(36, 0, 50, 39)), 0);
    }
}
