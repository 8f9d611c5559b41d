//! How long each stage of a screen's picture takes: `bench/pictures.sh [ROUNDS]`.
//!
//! 1080 x 2400 pixels to 768 x 1707 with 80 marks: a page of the virtual phone, and a picture made of noise as the
//! worst case. Both are compressed as a phone compresses them, with alpha.

#![expect(
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a measurement reads the clock, prints, and stops when its own input is wrong"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use clawperator_phone_screen::{Intent, Scenes, Screen, ScreenConfig, ScriptedScreen};
use clawperator_pictures::{Fit, Limits, Mark, Picture, Rect, VisualHash, mark};

const STAGES: [&str; 7] = [
    "decode",
    "scale",
    "hash",
    "marks",
    "encode",
    "encode marked",
    "both encodings on two threads",
];

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let rounds = std::env::args()
        .nth(1)
        .map_or(30, |rounds| rounds.parse().unwrap());
    let page = page().await;
    for (name, pixels) in [("a page of the virtual phone", page), ("noise", noise())] {
        measure(name, &compress(&pixels), rounds);
    }
}

fn measure(name: &str, file: &[u8], rounds: usize) {
    let mut times: [Vec<Duration>; STAGES.len()] = Default::default();
    let mut sizes = (0, 0);
    for _ in 0..rounds {
        let mut stages = times.iter_mut();
        let screen = timed(&mut stages, || {
            Picture::decode_png(black_box(file), Limits::default()).unwrap()
        });
        let scaled = timed(&mut stages, || {
            screen.scale_to_fit(Fit::ShortestSide(768)).picture
        });
        timed(&mut stages, || VisualHash::of(&scaled));
        let marked = timed(&mut stages, || mark(&scaled, &marks()).picture);
        let plain = timed(&mut stages, || scaled.encode_png().unwrap());
        let with_marks = timed(&mut stages, || marked.encode_png().unwrap());
        sizes = (plain.len(), with_marks.len());
        timed(&mut stages, || {
            std::thread::scope(|scope| {
                let other = scope.spawn(|| marked.encode_png().unwrap());
                black_box(scaled.encode_png().unwrap());
                black_box(other.join().unwrap());
            });
        });
    }
    println!(
        "{name}: {} kB in, {} kB out, {} kB with marks; medians of {rounds} rounds",
        file.len() / 1000,
        sizes.0 / 1000,
        sizes.1 / 1000
    );
    let medians: Vec<f64> = times.iter_mut().map(|times| median(times)).collect();
    for (stage, time) in STAGES.iter().zip(&medians) {
        println!("  {stage:<30} {time:6.2} ms");
    }
    println!(
        "  {:<30} {:6.2} ms",
        "all, one thread",
        medians[..6].iter().sum::<f64>()
    );
    let parallel = medians[..4].iter().sum::<f64>() + medians[6];
    println!("  {:<30} {parallel:6.2} ms", "all, two threads");
}

fn timed<'t, T>(
    stages: &mut impl Iterator<Item = &'t mut Vec<Duration>>,
    run: impl FnOnce() -> T,
) -> T {
    let started = Instant::now();
    let made = black_box(run());
    stages.next().unwrap().push(started.elapsed());
    made
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1000.0
}

/// Rows with a button each, and a bar of buttons.
fn marks() -> Vec<Mark> {
    let rows = (0..36).flat_map(|row| {
        let top = 120 + row * 40;
        [
            Rect::new(0, top, 768, top + 40),
            Rect::new(680, top + 4, 750, top + 36),
        ]
    });
    let bar = (0..8).map(|item| Rect::new(item * 96, 1620, item * 96 + 96, 1700));
    (1..)
        .zip(rows.chain(bar))
        .map(|(number, bounds)| Mark { number, bounds })
        .collect()
}

/// The virtual phone's list of settings, with alpha.
async fn page() -> Vec<u8> {
    let phone = ScriptedScreen::new(Scenes::shipped().unwrap(), &ScreenConfig::default());
    let package = Some("com.android.settings".to_owned());
    let action = Some("android.intent.action.MAIN".to_owned());
    phone
        .start(&Intent {
            action,
            package,
            ..Intent::default()
        })
        .await;
    let image = phone.screenshot().await;
    assert_eq!((image.width, image.height), (1080, 2400));
    image.pixels
}

/// A slope of colours with noise on it, as photos have.
fn noise() -> Vec<u8> {
    let mut state = 7_u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 27
    };
    let mut pixels = Vec::new();
    for y in 0..2400_u32 {
        for x in 0..1080_u32 {
            for light in [x / 6, y / 12, (x + y) / 18] {
                pixels.push(u8::try_from((light + random()).min(255)).unwrap());
            }
            pixels.push(255);
        }
    }
    pixels
}

fn compress(pixels: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 1080, 2400);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(pixels).unwrap();
    writer.finish().unwrap();
    file
}
