//! Pictures of the screen, made smaller where that is asked for.

use clawperator_operator_protocol::{Form, Picture, Pictured, Refusal, Secure};
use clawperator_phone_screen::{Image, Screen, encode_png};

/// Bytes of a pixel.
const PIXEL: usize = 4;

/// The screen as a PNG, with what the capture says of secure windows.
pub(super) async fn take(screen: &dyn Screen, wanted: Picture) -> Result<Pictured, Refusal> {
    if wanted.form == Form::Jpeg {
        return Err(refusal("UNSUPPORTED", "this phone writes no JPEG"));
    }
    let state = screen.state().await;
    let is_secure = state.windows.iter().any(|window| window.secure);
    let image = screen.screenshot().await;
    let (screen_width, screen_height) = (image.width, image.height);
    // Compressing takes long enough to hold up every other phone of the thread.
    let encoded = tokio::task::spawn_blocking(move || {
        let image = scaled(image, wanted.longest_side);
        let bytes = encode_png(&image).ok()?;
        Some((image.width, image.height, bytes))
    })
    .await;
    let Ok(Some((width, height, bytes))) = encoded else {
        return Err(refusal("FAILED", "the picture could not be compressed"));
    };
    Ok(Pictured {
        width,
        height,
        screen_width,
        screen_height,
        secure: if is_secure { Secure::Yes } else { Secure::No },
        form: Form::Png,
        bytes,
    })
}

/// The picture with its longest side cut down to so many pixels; 0 leaves it as it is.
fn scaled(image: Image, longest_side: u32) -> Image {
    let longest = image.width.max(image.height);
    if longest_side == 0 || longest_side >= longest {
        return image;
    }
    let shrunk = |side: u32| {
        let side = u64::from(side) * u64::from(longest_side) / u64::from(longest).max(1);
        u32::try_from(side).unwrap_or(u32::MAX).max(1)
    };
    let (width, height) = (shrunk(image.width), shrunk(image.height));
    let from = |place: u32, length: u32, of: u32| {
        let place = u64::from(place) * u64::from(of) / u64::from(length).max(1);
        usize::try_from(place).unwrap_or(usize::MAX)
    };
    // A row has as many pixels as fit into memory.
    let row = usize::try_from(image.width)
        .unwrap_or(usize::MAX)
        .saturating_mul(PIXEL);
    let mut pixels = Vec::new();
    for y in 0..height {
        let line = from(y, height, image.height).saturating_mul(row);
        for x in 0..width {
            let at = line.saturating_add(from(x, width, image.width).saturating_mul(PIXEL));
            let pixel = image.pixels.get(at..at.saturating_add(PIXEL));
            pixels.extend_from_slice(pixel.unwrap_or(&[0; PIXEL]));
        }
    }
    Image {
        width,
        height,
        pixels,
    }
}

fn refusal(code: &str, message: &str) -> Refusal {
    Refusal {
        code: code.to_owned(),
        message: message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_cut_down_to_its_longest_side() {
        let image = Image {
            width: 4,
            height: 8,
            pixels: (0..4 * 8 * 4)
                .map(|byte| u8::try_from(byte).unwrap())
                .collect(),
        };
        let small = scaled(image.clone(), 4);
        assert_eq!((small.width, small.height), (2, 4));
        assert_eq!(small.pixels.len(), 2 * 4 * 4);
        assert_eq!(small.pixels.get(4..8), image.pixels.get(8..12));
        assert_eq!(scaled(image.clone(), 0), image);
        assert_eq!(scaled(image.clone(), 9), image);
    }
}
