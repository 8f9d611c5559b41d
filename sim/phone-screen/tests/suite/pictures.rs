//! Pictures: the size, the secure page, and files that a decoder reads.

use clawperator_phone_screen::{Image, Screen, encode_png};

use super::support::{CONFORMANCE, SETTINGS, by_id, open, phone, tap_id};

fn share(image: &Image, wanted: impl Fn(&[u8]) -> bool) -> f64 {
    let pixels = image.pixels.chunks(4);
    let count = pixels.len();
    let found = pixels.filter(|pixel| wanted(pixel)).count();
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    let share = found as f64 / count as f64;
    share
}

#[tokio::test]
async fn a_picture_shows_text_on_paper() {
    let phone = phone();
    open(&phone, SETTINGS, ".Settings").await;
    let image = phone.screenshot().await;
    assert_eq!(
        (image.width, image.height, image.pixels.len()),
        (1_080, 2_400, 1_080 * 2_400 * 4)
    );
    assert!(share(&image, |pixel| pixel[0] > 240) > 0.7, "mostly paper");
    let ink = share(&image, |pixel| pixel[0] < 60);
    assert!(ink > 0.01 && ink < 0.2, "and some ink: {ink}");
}

#[tokio::test]
async fn a_secure_page_is_black_between_the_bars() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".SecureActivity").await;
    let image = phone.screenshot().await;
    assert!(share(&image, |pixel| pixel == [0, 0, 0, 255]) > 0.97);
    assert!(
        by_id(&phone, "secret").await.is_some(),
        "the tree is not hidden"
    );
    let state = phone.state().await;
    assert!(state.windows[0].secure);
}

#[tokio::test]
async fn a_tap_changes_the_picture() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".CounterActivity").await;
    let before = phone.screenshot().await;
    assert_eq!(before, phone.screenshot().await, "nothing moves by itself");
    tap_id(&phone, "increment").await;
    assert_ne!(before, phone.screenshot().await);
}

#[tokio::test]
async fn png_files_hold_the_pixels() {
    let phone = phone();
    let image = phone.screenshot().await;
    let file = encode_png(&image).expect("a file");
    let mut reader = png::Decoder::new(std::io::Cursor::new(&file))
        .read_info()
        .expect("a header");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("a frame");
    assert_eq!(pixels, image.pixels);
    let wrong = Image {
        width: 3,
        height: 3,
        pixels: vec![0; 7],
    };
    assert!(encode_png(&wrong).is_err());
}
