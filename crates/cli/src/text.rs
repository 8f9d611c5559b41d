//! Text for people: colour where it is wanted, and nothing that could steer a terminal.

use std::fmt::Write as _;

/// Puts colour around words, or leaves them as they are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    pub(crate) enabled: bool,
}

impl Paint {
    pub(crate) fn bold(self, words: &str) -> String {
        self.wrap("1", words)
    }

    pub(crate) fn red(self, words: &str) -> String {
        self.wrap("1;31", words)
    }

    pub(crate) fn green(self, words: &str) -> String {
        self.wrap("32", words)
    }

    pub(crate) fn yellow(self, words: &str) -> String {
        self.wrap("1;33", words)
    }

    pub(crate) fn cyan(self, words: &str) -> String {
        self.wrap("1;36", words)
    }

    fn wrap(self, code: &str, words: &str) -> String {
        if self.enabled {
            format!("\u{1b}[{code}m{words}\u{1b}[0m")
        } else {
            words.to_owned()
        }
    }
}

/// The text with control and text-direction characters escaped, line breaks kept.
pub(crate) fn visible(text: &str) -> String {
    let lines: Vec<String> = text
        .split('\n')
        .map(clawperator_contract::visible)
        .collect();
    lines.join("\n")
}

/// The text in at most `room` characters, the last of them an ellipsis where some are missing.
pub(crate) fn shortened(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let mut start: String = text.chars().take(room.saturating_sub(1)).collect();
    start.push('…');
    start
}

/// `1.25 s`.
pub(crate) fn seconds(millis: u64) -> String {
    format!("{}.{:02} s", millis / 1000, millis % 1000 / 10)
}

/// `1 action`, `2 actions`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 {
        format!("1 {noun}")
    } else {
        format!("{number} {noun}s")
    }
}

/// Rows of two columns, the first as wide as its widest entry but at most `widest`.
pub(crate) fn columns(rows: &[(String, String)], widest: usize) -> String {
    let width = rows
        .iter()
        .map(|(left, _)| left.chars().count())
        .filter(|width| *width <= widest)
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for (left, right) in rows {
        if left.chars().count() > width {
            let _ = writeln!(text, "  {left}\n  {:width$}  {right}", "");
        } else {
            let _ = writeln!(text, "  {left:width$}  {right}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_steers_a_terminal() {
        assert_eq!(
            visible("a\u{1b}[2J\u{202e}b\nc"),
            "a\\u{1b}[2J\\u{202e}b\nc"
        );
    }

    #[test]
    fn a_wide_entry_gets_its_own_line() {
        let rows = [
            ("ab".to_owned(), "one".to_owned()),
            ("abcdef".to_owned(), "two".to_owned()),
        ];
        assert_eq!(columns(&rows, 4), "  ab  one\n  abcdef\n      two\n");
    }
}
