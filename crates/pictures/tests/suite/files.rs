//! PNG files in and out.

use clawperator_pictures::{DecodeError, Limits, Picture};
use png::{BitDepth, ColorType};
use proptest::prelude::*;

use super::painted::patchwork;

#[test]
fn what_is_written_is_read_again() {
    for (seed, width, height) in [(1, 1, 1), (2, 17, 40), (3, 300, 200)] {
        let picture = patchwork(seed, width, height);
        let file = picture.encode_png().unwrap();
        assert_eq!(
            Picture::decode_png(&file, Limits::default()).unwrap(),
            picture
        );
    }
}

#[test]
fn every_kind_of_pixel_becomes_red_green_and_blue() {
    let red = [255, 0, 0];
    for (color, depth, data, expected) in [
        (ColorType::Rgb, BitDepth::Eight, vec![255, 0, 0], red),
        (ColorType::Rgba, BitDepth::Eight, vec![255, 0, 0, 255], red),
        // Half transparent, over black.
        (
            ColorType::Rgba,
            BitDepth::Eight,
            vec![255, 0, 100, 128],
            [128, 0, 50],
        ),
        (ColorType::Rgba, BitDepth::Eight, vec![9, 9, 9, 0], [0; 3]),
        (ColorType::Grayscale, BitDepth::Eight, vec![77], [77; 3]),
        (
            ColorType::Grayscale,
            BitDepth::One,
            vec![0b1000_0000],
            [255; 3],
        ),
        (
            ColorType::Grayscale,
            BitDepth::Two,
            vec![0b0100_0000],
            [85; 3],
        ),
        (
            ColorType::Grayscale,
            BitDepth::Sixteen,
            vec![77, 9],
            [77; 3],
        ),
        (
            ColorType::GrayscaleAlpha,
            BitDepth::Eight,
            vec![200, 255],
            [200; 3],
        ),
        (
            ColorType::GrayscaleAlpha,
            BitDepth::Eight,
            vec![200, 51],
            [40; 3],
        ),
        (
            ColorType::Rgb,
            BitDepth::Sixteen,
            vec![255, 1, 0, 2, 0, 3],
            red,
        ),
        (
            ColorType::Rgba,
            BitDepth::Sixteen,
            vec![255, 1, 0, 2, 0, 3, 255, 255],
            red,
        ),
        (ColorType::Indexed, BitDepth::Eight, vec![1], red),
        (ColorType::Indexed, BitDepth::Four, vec![0b0001_0000], red),
    ] {
        let file = file(color, depth, &data);
        let picture = Picture::decode_png(&file, Limits::default()).unwrap();
        assert_eq!(picture.pixels(), expected, "{color:?} {depth:?}");
    }
}

/// A file of one pixel.
fn file(color: ColorType, depth: BitDepth, data: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 1, 1);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == ColorType::Indexed {
        encoder.set_palette(vec![0, 0, 255, 255, 0, 0]);
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(data).unwrap();
    writer.finish().unwrap();
    file
}

#[test]
fn limits_hold_before_anything_is_unpacked() {
    let file = patchwork(4, 40, 50).encode_png().unwrap();
    let most = Limits::default();
    let few_bytes = Limits {
        bytes: file.len() - 1,
        ..most
    };
    assert!(matches!(
        Picture::decode_png(&file, few_bytes),
        Err(DecodeError::TooManyBytes { found, .. }) if found == file.len()
    ));
    let few_pixels = Limits {
        pixels: 1999,
        ..most
    };
    assert!(matches!(
        Picture::decode_png(&file, few_pixels),
        Err(DecodeError::TooLarge {
            width: 40,
            height: 50,
            most: 1999
        })
    ));
    let enough = Limits {
        bytes: file.len(),
        pixels: 2000,
    };
    assert!(Picture::decode_png(&file, enough).is_ok());
}

#[test]
fn a_header_that_promises_too_much_is_refused() {
    let file = patchwork(5, 10, 10).encode_png().unwrap();
    for (width, height) in [
        (u32::MAX, u32::MAX),
        (1 << 20, 1),
        (1, 65_536),
        (60_000, 60_000),
    ] {
        let mut hostile = file.clone();
        hostile[16..20].copy_from_slice(&width.to_be_bytes());
        hostile[20..24].copy_from_slice(&height.to_be_bytes());
        let sum = checksum(&hostile[12..29]);
        hostile[29..33].copy_from_slice(&sum.to_be_bytes());
        let answer = Picture::decode_png(&hostile, Limits::default());
        let is_refused = matches!(
            answer,
            Err(DecodeError::TooLarge { .. } | DecodeError::Damaged(_))
        );
        assert!(is_refused, "{width} x {height}: {answer:?}");
    }
}

/// The checksum of a chunk of a PNG file.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xEDB8_8320 & 0_u32.wrapping_sub(sum & 1))
        })
    })
}

#[test]
fn what_is_cut_off_is_damaged() {
    let file = patchwork(6, 64, 64).encode_png().unwrap();
    for length in 0..file.len() - 20 {
        let answer = Picture::decode_png(&file[..length], Limits::default());
        assert!(
            matches!(answer, Err(DecodeError::Damaged(_))),
            "{length} bytes: {answer:?}"
        );
    }
}

proptest! {
    #[test]
    fn damage_is_an_error_or_a_picture_and_never_a_panic(place in 0_usize..2000, byte: u8) {
        let mut file = patchwork(7, 30, 30).encode_png().unwrap();
        let place = place % file.len();
        file[place] = byte;
        if let Ok(picture) = Picture::decode_png(&file, Limits { bytes: 10_000, pixels: 10_000 }) {
            prop_assert!(picture.width() * picture.height() <= 10_000);
        }
    }
}
