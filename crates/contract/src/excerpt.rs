//! Making a stranger's words safe to show.

use std::fmt::Write as _;

const MAX_CHARACTERS: usize = 64;

/// At most 64 characters of `text`, with control and text-direction characters escaped.
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

/// The whole text with control and text-direction characters escaped, line breaks too.
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
/// isolates that reorder what a terminal shows, line separators, controls, and blanks without width. Joiners are
/// letters' business and stay.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{061c}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{2069}'
                | '\u{feff}'
        )
}
