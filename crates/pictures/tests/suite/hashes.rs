//! Which pictures look alike.

use clawperator_pictures::{Fit, Picture, Rect, VisualHash};
use proptest::prelude::*;

use super::painted::{page, patchwork};

#[test]
fn a_hash_is_sixteen_digits() {
    let flat = VisualHash::of(&Picture::filled(700, 900, [200; 3]).unwrap());
    assert_eq!(flat.to_string(), "0000000000000000");
    // Lighter on the left in every row, and equal from row to row: every other bit.
    let pixels = (0..90 * 90).flat_map(|index| [255 - u8::try_from(index % 90).unwrap() * 2; 3]);
    let slope = VisualHash::of(&Picture::from_rgb(90, 90, pixels.collect()).unwrap());
    assert_eq!(slope.to_string(), "aa55aa55aa55aa55");
    assert_eq!(slope.hamming(flat), 32);
}

#[test]
fn a_tick_of_the_clock_changes_few_bits() {
    for seed in 0..200 {
        let before = VisualHash::of(&page(seed, 7));
        let after = VisualHash::of(&page(seed, 8));
        assert!(
            before.hamming(after) <= 2,
            "page {seed}: {before} and {after}"
        );
    }
}

#[test]
fn a_blinking_cursor_changes_few_bits() {
    for seed in 0..200 {
        let picture = page(seed, 7);
        let mut with_cursor = picture.clone();
        with_cursor.fill(Rect::new(200, 700, 203, 740), [0, 120, 220]);
        let distance = VisualHash::of(&picture).hamming(VisualHash::of(&with_cursor));
        assert!(distance <= 2, "page {seed}: {distance}");
    }
}

#[test]
fn another_page_changes_many_bits() {
    let hashes: Vec<VisualHash> = (0..100)
        .map(|seed| VisualHash::of(&page(seed, 7)))
        .collect();
    let mut distances = Vec::new();
    for (index, one) in hashes.iter().enumerate() {
        distances.extend(
            hashes
                .iter()
                .skip(index + 1)
                .map(|other| one.hamming(*other)),
        );
    }
    distances.sort_unstable();
    let alike = distances.iter().filter(|distance| **distance <= 4).count();
    assert!(
        alike * 200 <= distances.len(),
        "{alike} of {} pairs",
        distances.len()
    );
    assert!(
        distances[distances.len() / 2] >= 16,
        "median {}",
        distances[distances.len() / 2]
    );
}

/// Cells whose difference lies at the threshold fall on either side of it: of 6,000 pages two had 5 and 6 other bits.
#[test]
fn scaling_changes_few_bits() {
    let distances: Vec<u32> = (0..200)
        .map(|seed| {
            let picture = page(seed, 7);
            let scaled = picture.scale_to_fit(Fit::ShortestSide(500)).picture;
            VisualHash::of(&picture).hamming(VisualHash::of(&scaled))
        })
        .collect();
    let many = distances.iter().filter(|distance| **distance > 4).count();
    assert!(many <= 1, "{many} of {} pages", distances.len());
    assert!(distances.iter().all(|distance| *distance <= 8));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn distance_is_symmetric_and_zero_to_itself(one: u64, other: u64) {
        let [one, other] = [one, other].map(|seed| VisualHash::of(&patchwork(seed, 120, 200)));
        prop_assert_eq!(one.hamming(other), other.hamming(one));
        prop_assert_eq!(one.hamming(one), 0);
        prop_assert!(one.hamming(other) <= 64);
        prop_assert_eq!(one.hamming(other) == 0, one.bits() == other.bits());
    }

    #[test]
    fn the_smallest_pictures_have_a_hash(width in 1_u32..12, height in 1_u32..12, seed: u64) {
        let hash = VisualHash::of(&patchwork(seed, width, height));
        prop_assert_eq!(hash.to_string().len(), 16);
    }
}
