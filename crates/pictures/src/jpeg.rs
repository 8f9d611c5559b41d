//! Pictures as small as a model needs them.

use jpeg_encoder::{ColorType, Encoder};

use crate::{Fit, Picture};

/// From how good a picture is tried to how bad it may get.
const QUALITIES: [u8; 5] = [80, 65, 50, 35, 20];

/// A JPEG file, and how large the picture in it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jpeg {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// The file.
    pub bytes: Vec<u8>,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum JpegError {
    /// It has more pixels on a side than the format can say.
    #[error("the picture is too large for a JPEG")]
    TooLarge,
    /// The encoder refused it.
    #[error("the picture cannot be written as a JPEG: {0}")]
    Encoding(#[from] jpeg_encoder::EncodingError),
}

impl Picture {
    /// The picture with its longest side at most this long, as a JPEG of at most so many bytes if a bad picture fits,
    /// else as small as it gets.
    pub fn encode_jpeg(&self, longest_side: u32, most_bytes: usize) -> Result<Jpeg, JpegError> {
        let scaled = self.scale_to_fit(Fit::LongestSide(longest_side));
        let picture = scaled.picture;
        let size = |side: u32| u16::try_from(side).map_err(|_| JpegError::TooLarge);
        let (width, height) = (size(picture.width())?, size(picture.height())?);
        let mut bytes = Vec::new();
        for quality in QUALITIES {
            bytes.clear();
            let encoder = Encoder::new(&mut bytes, quality);
            encoder.encode(picture.pixels(), width, height, ColorType::Rgb)?;
            if bytes.len() <= most_bytes {
                break;
            }
        }
        Ok(Jpeg {
            width: picture.width(),
            height: picture.height(),
            bytes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture that compresses badly.
    fn noise(width: u32, height: u32) -> Picture {
        let mut state = 1_u32;
        let pixels = (0..width * height * 3).map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        });
        Picture::from_rgb(width, height, pixels.collect()).unwrap()
    }

    #[test]
    fn it_is_scaled_and_within_its_bytes() {
        let jpeg = noise(1080, 2400).encode_jpeg(1024, 150_000).unwrap();
        assert_eq!((jpeg.width, jpeg.height), (461, 1024));
        assert!(jpeg.bytes.len() <= 150_000, "{}", jpeg.bytes.len());
        assert_eq!(jpeg.bytes[..3], [0xff, 0xd8, 0xff]);
        // Noise is worse the fewer bytes it may have.
        let good = noise(100, 100).encode_jpeg(1024, 1_000_000).unwrap();
        let bad = noise(100, 100).encode_jpeg(1024, 1).unwrap();
        assert!(bad.bytes.len() < good.bytes.len());
        assert_eq!((good.width, good.height), (100, 100));
    }
}
