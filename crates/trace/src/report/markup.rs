//! Text with tags, in which nothing from outside can be a tag.

use std::fmt::{self, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clawperator_contract::visible;

/// HTML or XML while it is written. Tags are literals of this program; everything else is escaped on its way in.
#[derive(Debug, Default)]
pub(super) struct Markup(String);

impl Markup {
    /// Tags, as they are written here.
    pub(super) fn tag(&mut self, tag: &'static str) -> &mut Self {
        self.0.push_str(tag);
        self
    }

    /// A text, for the content of an element or for a value in double quotes. Line breaks become visible too.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        for character in visible(text).chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                _ if is_noncharacter(character) => self.0.push(char::REPLACEMENT_CHARACTER),
                _ => self.0.push(character),
            }
        }
        self
    }

    /// A text with its line breaks.
    pub(super) fn lines(&mut self, text: &str) -> &mut Self {
        for (place, line) in text.lines().enumerate() {
            if place > 0 {
                self.0.push('\n');
            }
            self.text(line);
        }
        self
    }

    pub(super) fn number(&mut self, number: impl Into<Number>) -> &mut Self {
        // Writing to a String cannot fail.
        let _ = write!(self.0, "{}", number.into());
        self
    }

    /// As in a data URI.
    pub(super) fn base64(&mut self, bytes: &[u8]) -> &mut Self {
        STANDARD.encode_string(bytes, &mut self.0);
        self
    }

    /// What another has written.
    pub(super) fn append(&mut self, other: &Self) -> &mut Self {
        self.0.push_str(&other.0);
        self
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// A number as it stands in a tag.
#[derive(Debug, Clone, Copy)]
pub(super) enum Number {
    /// A count.
    Whole(u64),
    /// A share in percent, or seconds.
    Real(f64),
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        Self::Whole(number)
    }
}

impl From<usize> for Number {
    fn from(number: usize) -> Self {
        Self::Whole(number as u64)
    }
}

impl From<u32> for Number {
    fn from(number: u32) -> Self {
        Self::Whole(u64::from(number))
    }
}

impl From<f64> for Number {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => write!(formatter, "{number}"),
            Self::Real(number) if number.is_finite() => write!(formatter, "{number:.3}"),
            Self::Real(_) => formatter.write_str("0"),
        }
    }
}

/// At most so many characters of a text.
pub(super) fn shorten(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => text
            .get(..end)
            .map_or_else(String::new, |start| format!("{start}…")),
        None => text.to_owned(),
    }
}

/// The whole lines at the beginning of a text that fit into so many bytes, and how many lines do not.
pub(super) fn whole_lines(text: &str, most: usize) -> (&str, usize) {
    if text.len() <= most {
        return (text, 0);
    }
    let start = text.get(..text.floor_char_boundary(most));
    let start = start
        .and_then(|start| start.rsplit_once('\n'))
        .map_or("", |(start, _)| start);
    (
        start,
        text.lines().count().saturating_sub(start.lines().count()),
    )
}

/// What neither XML nor HTML has as a character. Control characters are escaped before.
fn is_noncharacter(character: char) -> bool {
    let code = u32::from(character);
    (code & 0xfffe) == 0xfffe || (0xfdd0..=0xfdef).contains(&code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_become_a_tag() {
        let mut markup = Markup::default();
        markup.text("</script><b a=\"'&]]>\0\u{202e}\n\u{ffff}");
        let expected = "&lt;/script&gt;&lt;b a=&quot;&#39;&amp;]]&gt;\\u{0}\\u{202e}\\u{a}\u{fffd}";
        assert_eq!(markup.finish(), expected);
    }

    #[test]
    fn lines_keep_only_their_ends() {
        let mut markup = Markup::default();
        markup.lines("a\r\nb<\tc\n");
        assert_eq!(markup.finish(), "a\nb&lt;\\u{9}c");
    }

    #[test]
    fn a_number_is_a_number() {
        let mut markup = Markup::default();
        markup
            .number(f64::NAN)
            .tag(" ")
            .number(0.5)
            .tag(" ")
            .number(7_u64);
        assert_eq!(markup.finish(), "0 0.500 7");
    }

    #[test]
    fn what_is_too_long_is_cut_between_characters_and_lines() {
        assert_eq!(shorten("größer", 3), "grö…");
        assert_eq!(shorten("groß", 4), "groß");
        assert_eq!(whole_lines("a\nö\nb\n", 4), ("a", 2));
        assert_eq!(whole_lines("a\nb\n", 4), ("a\nb\n", 0));
        assert_eq!(whole_lines("abc", 2), ("", 1));
    }
}
