//! Pictures as PNG files.

use crate::screen::Image;

/// Why a picture could not be written.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The pixels do not fit the size.
    #[error("{found} bytes of pixels do not make {width} times {height}")]
    Size {
        /// Bytes there are.
        found: usize,
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// The encoder refused.
    #[error("the picture was not encoded: {0}")]
    Encoder(#[from] png::EncodingError),
}

/// Writes a picture as a PNG file: eight bits a channel, with alpha, fast rather than small.
pub fn encode_png(image: &Image) -> Result<Vec<u8>, PngError> {
    let wanted = u64::from(image.width) * u64::from(image.height) * 4;
    let found = image.pixels.len();
    if u64::try_from(found).ok() != Some(wanted) || wanted == 0 {
        return Err(PngError::Size {
            found,
            width: image.width,
            height: image.height,
        });
    }
    let mut file = Vec::with_capacity(found / 32);
    let mut encoder = png::Encoder::new(&mut file, image.width, image.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&image.pixels)?;
    writer.finish()?;
    Ok(file)
}
