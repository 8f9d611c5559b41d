//! Smaller pictures.

use clawperator_pictures::{Fit, Picture, Rect};
use proptest::prelude::*;

use super::painted::patchwork;

#[test]
fn a_phone_of_today_becomes_what_models_take() {
    let scaled = patchwork(1, 1080, 2400).scale_to_fit(Fit::ShortestSide(768));
    assert_eq!(
        (scaled.picture.width(), scaled.picture.height()),
        (768, 1707)
    );
    assert!((scaled.scale_x - 1080.0 / 768.0).abs() < 1e-12);
    assert!((scaled.scale_y - 2400.0 / 1707.0).abs() < 1e-12);
    assert_eq!(
        scaled.rect(Rect::new(0, 0, 1080, 2400)),
        scaled.picture.bounds()
    );
    assert_eq!(
        scaled.rect(Rect::new(-1080, -2400, 540, 1200)),
        Rect::new(-768, -1707, 384, 854)
    );
    let _ = scaled.rect(Rect::new(i32::MIN, i32::MIN, i32::MAX, i32::MAX));
}

#[test]
fn a_small_picture_stays_as_it_is() {
    let picture = patchwork(2, 320, 640);
    for fit in [
        Fit::ShortestSide(768),
        Fit::LongestSide(640),
        Fit::ShortestSide(320),
    ] {
        let scaled = picture.scale_to_fit(fit);
        assert_eq!(scaled.picture, picture);
        assert_eq!(scaled.rect(Rect::new(1, 2, 3, 4)), Rect::new(1, 2, 3, 4));
    }
}

#[test]
fn half_of_a_chessboard_is_grey() {
    let pixels = (0..64 * 64).flat_map(|index| {
        [if (index / 64 + index) % 2 == 0 {
            255
        } else {
            0
        }; 3]
    });
    let board = Picture::from_rgb(64, 64, pixels.collect()).unwrap();
    let scaled = board.scale_to_fit(Fit::LongestSide(32)).picture;
    assert!(
        scaled.pixels().iter().all(|light| *light == 128),
        "{:?}",
        scaled.pixels()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn one_colour_stays_exactly_that_colour(
        width in 1_u32..400, height in 1_u32..400, side in 1_u32..400, color: [u8; 3],
    ) {
        let picture = Picture::filled(width, height, color).unwrap();
        for fit in [Fit::LongestSide(side), Fit::ShortestSide(side)] {
            let scaled = picture.scale_to_fit(fit).picture;
            prop_assert!(scaled.pixels().as_chunks::<3>().0.iter().all(|pixel| *pixel == color));
        }
    }

    #[test]
    fn the_average_colour_stays(seed: u64, width in 20_u32..300, height in 20_u32..300, side in 3_u32..300) {
        let picture = patchwork(seed, width, height);
        let scaled = picture.scale_to_fit(Fit::LongestSide(side)).picture;
        prop_assert!(scaled.width() <= width && scaled.height() <= height);
        prop_assert!(scaled.width().max(scaled.height()) <= side.max(1));
        for (before, after) in averages(&picture).into_iter().zip(averages(&scaled)) {
            prop_assert!((before - after).abs() < 0.6, "{} and {}", before, after);
        }
    }

    #[test]
    fn no_new_pixel_is_darker_or_lighter_than_all_old_ones(seed: u64, side in 1_u32..200) {
        let picture = patchwork(seed, 150, 90);
        let scaled = picture.scale_to_fit(Fit::LongestSide(side)).picture;
        let range = |picture: &Picture| {
            (picture.pixels().iter().copied().min(), picture.pixels().iter().copied().max())
        };
        let ((darkest, lightest), (dark, light)) = (range(&picture), range(&scaled));
        prop_assert!(darkest <= dark && light <= lightest);
    }
}

fn averages(picture: &Picture) -> [f64; 3] {
    let (pixels, _) = picture.pixels().as_chunks::<3>();
    [0, 1, 2].map(|channel| {
        let sum: u32 = pixels.iter().map(|pixel| u32::from(pixel[channel])).sum();
        f64::from(sum) / f64::from(picture.width() * picture.height())
    })
}
