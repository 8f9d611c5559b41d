//! Pictures as phones send them.

const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
const PNG_END: &[u8] = b"IEND\xaeB\x60\x82";

/// How much of a phone's linker and programs may stand before a picture.
const NOISE_LIMIT: usize = 16 * 1024;

/// The PNG in what a phone sent, from its signature to its last chunk; nothing where it is not whole.
#[must_use]
pub fn whole_picture(bytes: &[u8]) -> Option<Vec<u8>> {
    let window = bytes.get(..bytes.len().min(NOISE_LIMIT))?;
    let start = window
        .windows(PNG_SIGNATURE.len())
        .position(|part| part == PNG_SIGNATURE)?;
    let picture = bytes.get(start..)?;
    let end = picture
        .windows(PNG_END.len())
        .rposition(|part| part == PNG_END)?;
    picture.get(..end + PNG_END.len()).map(<[u8]>::to_vec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_cut_out_whole() {
        let png = [PNG_SIGNATURE, b"data", PNG_END].concat();
        assert_eq!(whole_picture(&png), Some(png.clone()));
        let noisy = [b"WARNING: linker: x\n", &png[..], b"\n"].concat();
        assert_eq!(whole_picture(&noisy), Some(png.clone()));
        assert_eq!(whole_picture(&png[..png.len() - 3]), None);
        assert_eq!(whole_picture(b""), None);
    }
}
