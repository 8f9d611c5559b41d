//! A picture that a model can be sent.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_pictures::{Jpeg, Limits, Picture};

/// Larger ones are made smaller by whoever gets them, and cost more.
const LONGEST_SIDE: u32 = 1_024;
/// Some clients refuse answers of a megabyte, in which a picture is a third longer.
const MOST_BYTES: usize = 150_000;

/// A PNG as a JPEG whose longest side has 1,024 pixels, of 150 kB at most. It may take a moment.
pub fn small_jpeg(png: &[u8]) -> Result<Jpeg, Failure> {
    let failed = |error: String| Failure::new(ErrorCode::ScreenshotFailed, error);
    let picture =
        Picture::decode_png(png, Limits::default()).map_err(|error| failed(error.to_string()))?;
    let jpeg = picture
        .encode_jpeg(LONGEST_SIDE, MOST_BYTES)
        .map_err(|error| failed(error.to_string()))?;
    if jpeg.bytes.len() > MOST_BYTES {
        let message = format!("the picture is over {MOST_BYTES} bytes however bad it gets");
        return Err(failed(message));
    }
    Ok(jpeg)
}
