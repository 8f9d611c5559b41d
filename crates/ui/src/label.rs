//! Labels: a node's own words, in the form in which they are shown and compared.

use std::borrow::Cow;

use crate::node::Node;

/// What stands between two lines of one label, and between two labels of one name.
pub(crate) const SEPARATOR: &str = ", ";

/// A label in the form in which names are shown and compared.
///
/// Lines are joined by `, `; runs of blanks of any kind become one blank; glyphs of icon fonts, text-direction marks and
/// characters without width are left out, and with a glyph the separator that set it apart.
///
/// ```
/// use clawperator_ui::normalise_label;
///
/// assert_eq!(normalise_label("Home\nTab 1 of 4"), "Home, Tab 1 of 4");
/// assert_eq!(normalise_label("\u{e88a}, Home"), "Home");
/// assert_eq!(normalise_label("\u{a0} Sign   in "), "Sign in");
/// ```
#[must_use]
pub fn normalise_label(text: &str) -> Cow<'_, str> {
    if is_normal(text) {
        return Cow::Borrowed(text);
    }
    let mut normal = String::with_capacity(text.len());
    for line in text.split(['\n', '\r', '\u{2028}', '\u{2029}']) {
        let start = normal.len();
        if start > 0 {
            normal.push_str(SEPARATOR);
        }
        let content = normal.len();
        if line.contains(is_glyph) {
            for part in line.split(SEPARATOR) {
                let before = normal.len();
                if before > content {
                    normal.push_str(SEPARATOR);
                }
                let part_start = normal.len();
                push_words(&mut normal, part);
                if normal.len() == part_start {
                    normal.truncate(before);
                }
            }
        } else {
            push_words(&mut normal, line);
        }
        if normal.len() == content {
            normal.truncate(start);
        }
    }
    Cow::Owned(normal)
}

impl<'t> Node<'t> {
    /// The node's own words, normalised: its text, else its description, else its hint; may be empty. For a field its
    /// text comes last.
    ///
    /// A password is no words.
    #[must_use]
    pub fn label(self) -> Cow<'t, str> {
        self.own_words()
            .into_iter()
            .filter(|words| !words.is_empty())
            .map(normalise_label)
            .find(|label| !label.is_empty())
            // Nothing to say is an empty label.
            .unwrap_or_default()
    }
}

/// Whether the text needs no work: printable ASCII with single blanks inside.
fn is_normal(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().all(|byte| (b' '..0x7f).contains(byte))
        && bytes.first() != Some(&b' ')
        && bytes.last() != Some(&b' ')
        && !text.contains("  ")
}

/// Appends the words of `text`, one blank between two.
fn push_words(normal: &mut String, text: &str) {
    let start = normal.len();
    let mut is_gap = false;
    for character in text.chars() {
        if character.is_whitespace() {
            is_gap = true;
        } else if !is_invisible(character) {
            if is_gap && normal.len() > start {
                normal.push(' ');
            }
            is_gap = false;
            normal.push(character);
        }
    }
}

/// Private use: icon fonts draw with these.
pub(crate) const fn is_glyph(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

/// What takes no place on the screen, or replaces something that is not a character. Joiners are part of emoji. Tags
/// stay, although nobody sees them: they may hold a hidden text, and a reader must see that it is there.
pub(crate) fn is_invisible(character: char) -> bool {
    let is_tag = matches!(character, '\u{e0000}'..='\u{e0fff}');
    is_glyph(character)
        || character == '\u{fffc}'
        || (clawperator_contract::is_invisible(character) && !is_tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_one_form() {
        for (text, expected) in [
            ("", ""),
            ("   ", ""),
            ("Sign in", "Sign in"),
            ("Wi\u{2011}Fi", "Wi\u{2011}Fi"),
            ("\u{e001}", ""),
            ("\u{e001} Home", "Home"),
            ("\u{e001}, Home, \u{e002}", "Home"),
            ("A, \u{e001}, B\n\u{e001}\nC", "A, B, C"),
            ("Home\n\n  Tab 1\r\nof 4", "Home, Tab 1, of 4"),
            ("\u{200f}\u{202b}abc\u{202c}", "abc"),
            ("a\u{200b}b", "ab"),
            ("Pay\u{e0041}", "Pay\u{e0041}"),
            ("Can\u{ad}cel\u{206a}", "Cancel"),
            ("👩\u{200d}👧", "👩\u{200d}👧"),
            ("a ,, b", "a ,, b"),
        ] {
            assert_eq!(normalise_label(text), expected, "{text:?}");
            assert_eq!(normalise_label(expected), expected, "{text:?} twice");
        }
    }
}
