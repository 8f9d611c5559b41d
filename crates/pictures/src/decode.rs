//! PNG files of any kind to plain pixels, within limits.

use std::io::Cursor;

use crate::picture::{MAX_SIDE, Picture, byte_count};

/// What a file may cost. The size is read from its header, before anything is unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of a file.
    pub bytes: usize,
    /// The most pixels of a picture.
    pub pixels: u64,
}

impl Default for Limits {
    /// Room for a screen of 4096 times 4096 pixels, four times the largest phone's; never more than about 130 MB of
    /// memory.
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            pixels: 4096 * 4096,
        }
    }
}

/// Why a file was not read.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// The file is longer than the limit.
    #[error("the picture has {found} bytes; at most {most} are read")]
    TooManyBytes {
        /// Bytes of the file.
        found: usize,
        /// Bytes that are allowed.
        most: usize,
    },
    /// The picture is larger than the limit, or a side is longer than [`MAX_SIDE`].
    #[error(
        "the picture has {width} x {height} pixels; at most {most} are read, and at most {MAX_SIDE} in a row or column"
    )]
    TooLarge {
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
        /// Pixels that are allowed.
        most: u64,
    },
    /// The first frame of an animation is smaller than the picture.
    #[error("the picture's first frame does not fill it")]
    PartialFrame,
    /// Not a PNG file, or a damaged one.
    #[error("not a whole PNG file: {0}")]
    Damaged(#[from] png::DecodingError),
}

impl Picture {
    /// Reads a PNG file: every kind of pixel becomes eight bits of red, green and blue.
    ///
    /// What is transparent is laid over black, as a screen shows it where nothing is drawn. Of an animation the first
    /// frame is read.
    pub fn decode_png(file: &[u8], limits: Limits) -> Result<Self, DecodeError> {
        if file.len() > limits.bytes {
            return Err(DecodeError::TooManyBytes {
                found: file.len(),
                most: limits.bytes,
            });
        }
        let mut decoder = png::Decoder::new(Cursor::new(file));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        // Neither is needed, and both are unpacked before a limit on the picture could hold.
        decoder.set_ignore_text_chunk(true);
        decoder.set_ignore_iccp_chunk(true);
        let (width, height) = decoder.read_header_info()?.size();
        let bytes = byte_count(width, height);
        let bytes = bytes.filter(|_| u64::from(width) * u64::from(height) <= limits.pixels);
        let bytes = bytes.ok_or(DecodeError::TooLarge {
            width,
            height,
            most: limits.pixels,
        })?;

        let mut reader = decoder.read_info()?;
        let (color, _) = reader.output_color_type();
        let mut pixels = Vec::with_capacity(bytes);
        if reader.info().interlaced {
            // Its rows come in seven passes; four bytes a pixel at most.
            let mut whole = vec![0; reader.output_buffer_size().unwrap_or(0)];
            let frame = reader.next_frame(&mut whole)?;
            if (frame.width, frame.height) == (width, height) {
                append(&mut pixels, color, &whole);
            }
        } else {
            while let Some(row) = reader.next_row()? {
                append(&mut pixels, color, row.data());
            }
        }
        Self::from_rgb(width, height, pixels).ok_or(DecodeError::PartialFrame)
    }
}

fn append(pixels: &mut Vec<u8>, color: png::ColorType, row: &[u8]) {
    match color {
        // A palette is expanded by then.
        png::ColorType::Rgb | png::ColorType::Indexed => pixels.extend_from_slice(row),
        png::ColorType::Rgba => {
            let start = pixels.len();
            pixels.resize(start + row.len() / 4 * 3, 0);
            let Some(new) = pixels.get_mut(start..) else {
                return;
            };
            let (to, _) = new.as_chunks_mut::<3>();
            let (from, _) = row.as_chunks::<4>();
            for (to, from) in to.iter_mut().zip(from) {
                let [red, green, blue, alpha] = *from;
                *to = if alpha == 255 {
                    [red, green, blue]
                } else {
                    [red, green, blue].map(|channel| over_black(channel, alpha))
                };
            }
        }
        png::ColorType::Grayscale => pixels.extend(row.iter().flat_map(|light| [*light; 3])),
        png::ColorType::GrayscaleAlpha => {
            let (from, _) = row.as_chunks::<2>();
            pixels.extend(
                from.iter()
                    .flat_map(|[light, alpha]| [over_black(*light, *alpha); 3]),
            );
        }
    }
}

fn over_black(channel: u8, alpha: u8) -> u8 {
    let shown = (u16::from(channel) * u16::from(alpha) + 127) / 255;
    // A part of 255 at most.
    u8::try_from(shown).unwrap_or(255)
}
