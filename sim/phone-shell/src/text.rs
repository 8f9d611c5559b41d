//! Bytes in strings, and back, with nothing lost.
//!
//! A real shell's words are bytes; a [`Program`](crate::Program) gets strings, because that is what nearly every
//! program wants. [`to_string`] keeps valid UTF-8 as it is and turns each byte that is not part of it into one
//! character from U+EF80 (byte 0x80) to U+EFFF (byte 0xFF), the range in which mksh itself keeps such bytes.
//! Characters of that range that were in the input are treated as three stray bytes, so [`to_bytes`] always gives
//! back exactly what [`to_string`] was given.

use std::borrow::Cow;

const FIRST: u32 = 0xEF80;
const LAST: u32 = 0xEFFF;

/// The string that stands for these bytes.
#[must_use]
pub fn to_string(bytes: &[u8]) -> String {
    let mut string = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            if is_stray(character) {
                let mut buffer = [0; 4];
                character
                    .encode_utf8(&mut buffer)
                    .bytes()
                    .for_each(|byte| string.push(stray(byte)));
            } else {
                string.push(character);
            }
        }
        chunk
            .invalid()
            .iter()
            .for_each(|byte| string.push(stray(*byte)));
    }
    string
}

/// The bytes that a string stands for.
#[must_use]
pub fn to_bytes(string: &str) -> Cow<'_, [u8]> {
    if !string.chars().any(is_stray) {
        return Cow::Borrowed(string.as_bytes());
    }
    let mut bytes = Vec::with_capacity(string.len());
    for character in string.chars() {
        match u32::from(character) {
            // These 128 stand for the bytes from 0x80 on.
            code @ FIRST..=LAST => bytes.push(u8::try_from(code - FIRST + 0x80).unwrap_or(b'?')),
            _ => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(bytes)
}

fn is_stray(character: char) -> bool {
    (FIRST..=LAST).contains(&u32::from(character))
}

fn stray(byte: u8) -> char {
    char::from_u32(FIRST + u32::from(byte & 0x7F)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::{to_bytes, to_string};

    #[test]
    fn every_sequence_of_two_bytes_comes_back() {
        for pair in 0..=u16::MAX {
            let bytes = pair.to_be_bytes();
            assert_eq!(to_bytes(&to_string(&bytes)).as_ref(), bytes);
        }
    }

    #[test]
    fn text_stays_text_and_the_private_range_comes_back() {
        assert_eq!(to_string("grün 😀".as_bytes()), "grün 😀");
        let private = "a\u{EF80}b\u{EFFF}".as_bytes();
        assert_eq!(to_bytes(&to_string(private)).as_ref(), private);
        assert_eq!(to_string(b"a\xffb"), "a\u{EFFF}b");
    }
}
