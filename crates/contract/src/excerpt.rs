//! Making a stranger's words safe to show.

use std::fmt::Write as _;

const MAX_CHARACTERS: usize = 64;

/// At most 64 characters of `text`, with invisible characters escaped.
///
/// Keys and names from a payload appear in messages on terminals and in logs; neither their length nor an escape
/// sequence in them may reach a reader.
///
/// ```
/// use clawperator_contract::excerpt;
///
/// assert_eq!(excerpt("timeout\u{1b}[2J"), "timeout\\u{1b}[2J");
/// assert_eq!(excerpt(&"x".repeat(100)).chars().count(), 65);
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    let end = text.char_indices().nth(MAX_CHARACTERS).map(|(end, _)| end);
    match end.and_then(|end| text.get(..end)) {
        Some(start) => visible(start) + "…",
        None => visible(text),
    }
}

/// The whole text with invisible characters escaped, line breaks too.
#[must_use]
pub fn visible(text: &str) -> String {
    text.chars()
        .fold(String::with_capacity(text.len()), |mut shown, character| {
            if is_invisible(character) {
                // Writing to a String cannot fail.
                let _ = write!(shown, "{}", character.escape_unicode());
            } else {
                shown.push(character);
            }
            shown
        })
}

/// Whether a character changes how the text around it is shown, or is not seen itself: marks, embeddings, overrides and
/// isolates that reorder what a terminal shows, line separators, controls, soft hyphens, fillers and blanks without width,
/// and tags, which can hold a whole hidden text. Joiners and variation selectors are part of letters and emoji and stay.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        let tags: String = "pay".chars().map(tag).collect();
        assert_eq!(visible(&tags), "\\u{e0070}\\u{e0061}\\u{e0079}");
        assert_eq!(visible("Can\u{ad}cel"), "Can\\u{ad}cel");
        assert_eq!(visible("a\u{202e}b\u{206a}"), "a\\u{202e}b\\u{206a}");
        for kept in ["👩\u{200d}👧", "❤\u{fe0f}", "Größe", "نام\u{200c}ها"] {
            assert_eq!(visible(kept), kept);
        }
    }

    /// The invisible twin of an ASCII letter.
    fn tag(letter: char) -> char {
        char::from_u32(0xe0000 + u32::from(letter)).unwrap()
    }
}
