//! Bytes to text, whatever the declaration inside claims.

use std::borrow::Cow;

/// A dump as text.
pub(super) struct Decoded<'b> {
    pub(super) text: Cow<'b, str>,
    pub(super) is_utf16: bool,
    pub(super) undecodable: usize,
}

/// Decodes UTF-8 and UTF-16, with byte order mark or without.
pub(super) fn decode(bytes: &[u8]) -> Decoded<'_> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        // Without a mark, markup in ASCII gives itself away by its zeros.
        [b'<', 0, ..] => utf16(bytes, u16::from_le_bytes),
        [0, b'<', ..] => utf16(bytes, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest),
        _ => utf8(bytes),
    }
}

fn utf8(bytes: &[u8]) -> Decoded<'_> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Decoded {
            text: Cow::Borrowed(text),
            is_utf16: false,
            undecodable: 0,
        },
        Err(_) => Decoded {
            text: String::from_utf8_lossy(bytes),
            is_utf16: false,
            undecodable: bytes
                .utf8_chunks()
                .filter(|chunk| !chunk.invalid().is_empty())
                .count(),
        },
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Decoded<'_> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut undecodable = rest.len();
    let text = char::decode_utf16(pairs.iter().map(|pair| unit(*pair)))
        .map(|character| {
            character.unwrap_or_else(|_| {
                undecodable += 1;
                char::REPLACEMENT_CHARACTER
            })
        })
        .collect::<String>();
    Decoded {
        text: Cow::Owned(text),
        is_utf16: true,
        undecodable,
    }
}
