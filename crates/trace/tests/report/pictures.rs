//! Pictures for runs: a phone cut out of the one in the docs, and the same phone with something changed.

use std::fs;
use std::io::Cursor;
use std::path::Path;

const WIDTH: usize = 324;
const HEIGHT: usize = 720;
/// Where the phone's screen is in the picture of the docs.
const CORNER: (usize, usize) = (40, 40);

/// The screen of the docs.
pub(crate) fn phone() -> Vec<u8> {
    encode(&dots())
}

/// The same with the lower switch off.
pub(crate) fn phone_with_switch_off() -> Vec<u8> {
    let mut dots = dots();
    for y in 410..450 {
        for x in 265..310 {
            let dot = &mut dots[(y * WIDTH + x) * 3..][..3];
            // Its blue becomes grey.
            if dot[2] > dot[0].saturating_add(40) {
                dot.copy_from_slice(&[176, 180, 188]);
            }
        }
    }
    encode(&dots)
}

/// A picture of noise, which no encoder makes small.
pub(crate) fn noise(side: usize, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let dots: Vec<u8> = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    })
    .take(side * side * 3)
    .collect();
    encode_as(&dots, side, side)
}

fn dots() -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures/snapshot.png");
    let decoder = png::Decoder::new(Cursor::new(fs::read(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut all = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut all).unwrap();
    let row = info.width as usize * 3;
    (0..HEIGHT)
        .flat_map(|y| &all[(y + CORNER.1) * row + CORNER.0 * 3..][..WIDTH * 3])
        .copied()
        .collect()
}

fn encode(dots: &[u8]) -> Vec<u8> {
    encode_as(dots, WIDTH, HEIGHT)
}

fn encode_as(dots: &[u8], width: usize, height: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let size = |side: usize| u32::try_from(side).unwrap();
    let mut encoder = png::Encoder::new(&mut bytes, size(width), size(height));
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(dots).unwrap();
    writer.finish().unwrap();
    bytes
}
