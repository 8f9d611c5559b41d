//! Making a picture smaller by averaging areas.
//!
//! Every new pixel is the average of the area it covers, parts of pixels by their share. Weights are whole numbers
//! whose sum is the same for every pixel, so that an area of one colour keeps exactly that colour.

use std::ops::Range;

use crate::picture::{MAX_SIDE, Picture, byte_count, side};
use crate::rect::Rect;

/// The sum of the weights of a pixel, as a power of two.
const WEIGHT_BITS: u32 = 15;
/// What is kept between the two passes below the point: 255 and these fill 16 bits.
const KEPT_BITS: u32 = 8;

/// How small a picture has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// Its longest side has at most this many pixels.
    LongestSide(u32),
    /// Its shortest side has at most this many pixels.
    ShortestSide(u32),
}

/// A smaller picture, and how the larger one's coordinates become its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Scaled {
    /// The smaller picture; the same one when it was small enough.
    pub picture: Picture,
    /// Original width by scaled width: multiply a scaled x with it.
    pub scale_x: f64,
    /// Original height by scaled height: multiply a scaled y with it.
    pub scale_y: f64,
    original: (u32, u32),
}

impl Scaled {
    /// A rectangle of the original picture in the scaled one, edges to the nearest pixel.
    #[must_use]
    pub fn rect(&self, original: Rect) -> Rect {
        let (width, height) = self.original;
        let x = |x| nearest(x, self.picture.width(), width);
        let y = |y| nearest(y, self.picture.height(), height);
        Rect::new(
            x(original.left),
            y(original.top),
            x(original.right),
            y(original.bottom),
        )
    }
}

impl Picture {
    /// Makes the picture smaller, never larger; width and height keep their ratio to the nearest pixel.
    #[must_use]
    pub fn scale_to_fit(&self, fit: Fit) -> Scaled {
        let (width, height) = fitted(self.width(), self.height(), fit);
        let picture = if (width, height) == (self.width(), self.height()) {
            self.clone()
        } else {
            shrink(self, width, height)
        };
        Scaled {
            scale_x: f64::from(self.width()) / f64::from(picture.width()),
            scale_y: f64::from(self.height()) / f64::from(picture.height()),
            original: (self.width(), self.height()),
            picture,
        }
    }
}

fn fitted(width: u32, height: u32, fit: Fit) -> (u32, u32) {
    let (given, most) = match fit {
        Fit::LongestSide(most) => (width.max(height), most),
        Fit::ShortestSide(most) => (width.min(height), most),
    };
    let most = most.clamp(1, given);
    let scaled = |pixels: u32| {
        let nearest =
            (u64::from(pixels) * u64::from(most) * 2 + u64::from(given)) / (u64::from(given) * 2);
        // Never above the side it comes from.
        u32::try_from(nearest).unwrap_or(MAX_SIDE).max(1)
    };
    (scaled(width), scaled(height))
}

fn nearest(coordinate: i32, scaled: u32, original: u32) -> i32 {
    let (scaled, original) = (i64::from(scaled), i64::from(original));
    let nearest = (i64::from(coordinate) * scaled * 2 + original).div_euclid(original * 2);
    // Nearer to zero than what it comes from, or the same.
    i32::try_from(nearest).unwrap_or(side(MAX_SIDE))
}

/// Both passes, one new row at a time: first columns, where the same weight holds for a whole row, then along the row.
fn shrink(picture: &Picture, width: u32, height: u32) -> Picture {
    let columns = Weights::new(picture.width(), width);
    let rows = Weights::new(picture.height(), height);
    // A picture that becomes a little smaller is the usual one: a new pixel then covers at most three old ones.
    let few = columns.padded::<3>(picture.width());
    let row_bytes = picture.width() as usize * 3;
    let mut averages = vec![0_u16; row_bytes];
    let mut pixels = vec![0; byte_count(width, height).unwrap_or(0)];
    let new_rows = pixels.chunks_exact_mut(width as usize * 3);
    for ((source, weights), new_row) in rows.iter().zip(new_rows) {
        let bytes = source.start * row_bytes..source.end * row_bytes;
        let covered = picture.pixels().get(bytes).unwrap_or(&[]);
        average_rows(covered, weights, &mut averages);
        let (averages, _) = averages.as_chunks::<3>();
        let (new_pixels, _) = new_row.as_chunks_mut::<3>();
        if let Some(few) = &few {
            for ((start, weights), new) in few.iter().zip(new_pixels) {
                if let Some(covered) = averages.get(*start..).and_then(|rest| rest.first_chunk()) {
                    *new = average_pixels::<3>(covered, weights);
                }
            }
        } else {
            for ((source, weights), new) in columns.iter().zip(new_pixels) {
                let covered = averages.get(source).unwrap_or(&[]);
                let sums = covered.iter().zip(weights).fold(HALF, add_weighted);
                *new = sums.map(rounded);
            }
        }
    }
    // The bytes are those of this size; otherwise nothing was drawn.
    Picture::from_rgb(width, height, pixels).unwrap_or_else(|| picture.clone())
}

/// The weighted average of rows that lie one after the other.
fn average_rows(covered: &[u8], weights: &[u16], averages: &mut [u16]) {
    let length = averages.len();
    let mut rows = covered.chunks_exact(length);
    if let [first, second, third] = *weights
        && let (Some(one), Some(two), Some(three)) = (rows.next(), rows.next(), rows.next())
    {
        let [first, second, third] = [first, second, third].map(u32::from);
        for (((average, one), two), three) in averages.iter_mut().zip(one).zip(two).zip(three) {
            *average = average_of(
                first * u32::from(*one) + second * u32::from(*two) + third * u32::from(*three),
            );
        }
    } else if let [first, second] = *weights
        && let (Some(one), Some(two)) = (rows.next(), rows.next())
    {
        let [first, second] = [first, second].map(u32::from);
        for ((average, one), two) in averages.iter_mut().zip(one).zip(two) {
            *average = average_of(first * u32::from(*one) + second * u32::from(*two));
        }
    } else {
        let mut sums = vec![0_u32; length];
        for (row, weight) in covered.chunks_exact(length).zip(weights) {
            for (sum, channel) in sums.iter_mut().zip(row) {
                *sum += u32::from(*weight) * u32::from(*channel);
            }
        }
        for (average, sum) in averages.iter_mut().zip(&sums) {
            *average = average_of(*sum);
        }
    }
}

/// The weighted average of pixels that lie side by side.
fn average_pixels<const N: usize>(covered: &[[u16; 3]; N], weights: &[u16; N]) -> [u8; 3] {
    let sums = covered.iter().zip(weights).fold(HALF, add_weighted);
    sums.map(rounded)
}

/// Half of the last bit that is kept, for every channel: what is cut off afterwards is rounded by it.
const HALF: [u32; 3] = [1 << (WEIGHT_BITS + KEPT_BITS - 1); 3];

fn add_weighted([red, green, blue]: [u32; 3], (pixel, weight): (&[u16; 3], &u16)) -> [u32; 3] {
    let weight = u32::from(*weight);
    let more = pixel.map(|channel| weight * u32::from(channel));
    [red + more[0], green + more[1], blue + more[2]]
}

/// What is left above the bits of the weights fits a byte.
fn rounded(sum: u32) -> u8 {
    let [byte, ..] = (sum >> (WEIGHT_BITS + KEPT_BITS)).to_le_bytes();
    byte
}

/// Rounds a weighted sum of a column.
fn average_of(sum: u32) -> u16 {
    let [low, high, ..] =
        ((sum + (1 << (WEIGHT_BITS - KEPT_BITS - 1))) >> (WEIGHT_BITS - KEPT_BITS)).to_le_bytes();
    u16::from_le_bytes([low, high])
}

/// For every new pixel of a side, the old ones it covers and by how much.
struct Weights {
    sources: Vec<Range<usize>>,
    weights: Vec<u16>,
}

impl Weights {
    fn new(from: u32, to: u32) -> Self {
        let (from, to) = (u64::from(from), u64::from(to));
        let mut sources = Vec::new();
        let mut weights = Vec::new();
        for index in 0..to {
            // In parts of an old pixel, `to` of which make one; `from` of them make a new one.
            let (start, end) = (index * from, (index + 1) * from);
            let share = |place: u64| {
                let place = place.clamp(start, end) - start;
                ((place << WEIGHT_BITS) + from / 2) / from
            };
            let (first, last) = (start / to, (end - 1) / to);
            for old in first..=last {
                let weight = share((old + 1) * to) - share(old * to);
                weights.push(u16::try_from(weight).unwrap_or(u16::MAX));
            }
            let place = |old: u64| usize::try_from(old).unwrap_or(usize::MAX);
            sources.push(place(first)..place(last + 1));
        }
        Self { sources, weights }
    }

    /// The same with a fixed number of weights each, which takes half the time; `None` when a pixel has more.
    fn padded<const N: usize>(&self, from: u32) -> Option<Vec<(usize, [u16; N])>> {
        let last = (from as usize).checked_sub(N)?;
        self.iter()
            .map(|(source, weights)| {
                // Near the end the first ones are 0 instead of the last.
                let start = source.start.min(last);
                let before = source.start - start;
                let mut padded = [0; N];
                let place = padded.get_mut(before..before + weights.len())?;
                place.copy_from_slice(weights);
                Some((start, padded))
            })
            .collect()
    }

    fn iter(&self) -> impl Iterator<Item = (Range<usize>, &[u16])> {
        let mut rest = self.weights.as_slice();
        self.sources.iter().map(move |source| {
            let (weights, after) = rest.split_at_checked(source.len()).unwrap_or((rest, &[]));
            rest = after;
            (source.clone(), weights)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_every_pixel_have_the_same_sum() {
        for (from, to) in [
            (1080, 768),
            (2400, 1707),
            (10, 10),
            (7, 1),
            (65_535, 3),
            (5, 4),
        ] {
            let weights = Weights::new(from, to);
            assert_eq!(weights.iter().count(), to as usize);
            let mut covered = 0;
            for (source, weights) in weights.iter() {
                assert!(source.start <= covered && covered <= source.end);
                covered = source.end;
                let sum: u32 = weights.iter().copied().map(u32::from).sum();
                assert_eq!(sum, 1 << WEIGHT_BITS, "{from} to {to}");
            }
            assert_eq!(covered, from as usize);
        }
    }

    #[test]
    fn sides_keep_their_ratio() {
        for (size, fit, expected) in [
            ((1080, 2400), Fit::ShortestSide(768), (768, 1707)),
            ((1080, 2400), Fit::LongestSide(1707), (768, 1707)),
            ((2400, 1080), Fit::ShortestSide(768), (1707, 768)),
            ((1080, 2400), Fit::LongestSide(1568), (706, 1568)),
            ((320, 640), Fit::ShortestSide(768), (320, 640)),
            ((1, 60_000), Fit::LongestSide(10), (1, 10)),
            ((5, 5), Fit::LongestSide(0), (1, 1)),
        ] {
            assert_eq!(fitted(size.0, size.1, fit), expected, "{size:?} {fit:?}");
        }
    }
}
