//! Pictures as PNG files.

use crate::picture::Picture;

/// Why a picture was not written.
#[derive(Debug, thiserror::Error)]
#[error("the picture was not encoded: {0}")]
pub struct EncodeError(#[from] png::EncodingError);

impl Picture {
    /// Writes a PNG file, fast rather than small.
    pub fn encode_png(&self) -> Result<Vec<u8>, EncodeError> {
        let mut file = Vec::with_capacity(self.pixels().len() / 16);
        let mut encoder = png::Encoder::new(&mut file, self.width(), self.height());
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels())?;
        writer.finish()?;
        Ok(file)
    }
}
