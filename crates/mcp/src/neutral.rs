//! Texts from a phone, made harmless.
//!
//! Characters that nobody sees can hide orders from a person and show them to a model, or turn a line around. Each is
//! written as `\u{202e}`: nothing is lost, and nothing works.

use std::borrow::Cow;

/// The text with every invisible character written out. Line breaks stay.
pub(crate) fn neutral(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_hidden(character) {
            written.extend(character.escape_unicode());
        } else {
            written.push(character);
        }
    }
    Cow::Owned(written)
}

/// The first characters of a text, and how many were left out.
pub(crate) fn cut(text: &str, most: usize) -> (&str, usize) {
    match text.char_indices().nth(most) {
        Some((at, _)) => {
            let (kept, rest) = text.split_at(at);
            (kept, rest.chars().count())
        }
        None => (text, 0),
    }
}

fn is_hidden(character: char) -> bool {
    match character {
        '\n' => false,
        // Marks and overrides of the direction of text; separators that some programs take for a line break, blanks
        // without width, and what never shows. Joiners stay: scripts and emoji need them.
        '\u{061c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        // Letters that only a machine reads.
        | '\u{e0000}'..='\u{e007f}' => true,
        _ => character.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_nobody_sees_is_written_out() {
        assert_eq!(
            neutral("a\u{202e}b\tc\u{1b}[2J"),
            "a\\u{202e}b\\u{9}c\\u{1b}[2J"
        );
        assert_eq!(neutral("x\u{e0041}"), "x\\u{e0041}");
        for plain in [
            "Wi\u{2011}Fi",
            "👩\u{200d}🔧",
            "สวัสดี",
            "line\nline",
            "العربية",
        ] {
            assert_eq!(neutral(plain), plain);
        }
    }

    #[test]
    fn a_cut_counts_what_is_gone() {
        assert_eq!(cut("äöü", 2), ("äö", 1));
        assert_eq!(cut("äöü", 3), ("äöü", 0));
    }

    proptest! {
        #[test]
        fn nothing_hidden_is_left(text in any::<String>()) {
            prop_assert!(!neutral(&text).chars().any(is_hidden));
        }
    }
}
