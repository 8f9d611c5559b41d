//! Pictures that were kept, checked before a browser gets them.

/// A picture that a browser may be given.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Png {
    pub(super) bytes: Vec<u8>,
    pub(super) width: u32,
    pub(super) height: u32,
}

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
const MAX_SIDE: u32 = 10_000;
/// A picture of few bytes may unfold to many: no screen has more dots.
const MAX_DOTS: u64 = 40_000_000;

impl Png {
    /// The picture in these bytes; nothing where they do not begin as a PNG does, or say a size that no screen has.
    pub(super) fn of(bytes: Vec<u8>) -> Option<Self> {
        let header = bytes
            .strip_prefix(SIGNATURE)?
            .strip_prefix(b"\0\0\0\x0dIHDR")?;
        let (width, rest) = header.split_first_chunk::<4>()?;
        let (height, _) = rest.split_first_chunk::<4>()?;
        let (width, height) = (u32::from_be_bytes(*width), u32::from_be_bytes(*height));
        let is_screen = (1..=MAX_SIDE).contains(&width)
            && (1..=MAX_SIDE).contains(&height)
            && u64::from(width) * u64::from(height) <= MAX_DOTS;
        is_screen.then_some(Self {
            bytes,
            width,
            height,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = [SIGNATURE, b"\0\0\0\x0dIHDR"].concat();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes
    }

    #[test]
    fn a_picture_says_its_size() {
        let read = Png::of(png(1080, 2400)).unwrap();
        assert_eq!((read.width, read.height), (1080, 2400));
    }

    #[test]
    fn what_is_not_a_picture_of_a_screen_is_refused() {
        for bytes in [
            Vec::new(),
            b"<svg onload=alert(1)>".to_vec(),
            png(1, 1)[..20].to_vec(),
            png(0, 10),
            png(10_001, 1),
            png(9_000, 9_000),
        ] {
            assert_eq!(Png::of(bytes), None);
        }
    }
}
