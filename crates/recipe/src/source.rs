//! The file a recipe comes from, and places in it.

use clawperator_contract::{excerpt, visible};

/// A place in a file: line and column, both from 1; a column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
}

impl Position {
    /// Where a file begins.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The place in the line and column given.
    #[must_use]
    pub const fn new(line: usize, column: usize) -> Self {
        Self { line, column }
    }
}

/// The name and text of a file.
#[derive(Debug, Clone)]
pub struct Source<'t> {
    name: &'t str,
    lines: Vec<&'t str>,
}

impl<'t> Source<'t> {
    /// The file of that name, with that text.
    #[must_use]
    pub fn new(name: &'t str, text: &'t str) -> Self {
        Self {
            name,
            lines: text.lines().collect(),
        }
    }

    /// The file's name, safe to show.
    #[must_use]
    pub fn name(&self) -> String {
        visible(self.name)
    }

    /// What stands at a place, up to the end of its line: at most 64 characters, safe to show.
    #[must_use]
    pub fn snippet(&self, at: Position) -> String {
        let line = self
            .lines
            .get(at.line.saturating_sub(1))
            .copied()
            // The place may be the end of the file, behind its last line.
            .unwrap_or_default();
        let start = line
            .char_indices()
            .nth(at.column.saturating_sub(1))
            .map_or(line.len(), |(start, _)| start);
        excerpt(line.split_at(start).1.trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snippet_is_the_rest_of_the_line() {
        let source = Source::new("a.recipe.md", "é: one\r\nlabel: two  \n");
        assert_eq!(source.snippet(Position::new(1, 4)), "one");
        assert_eq!(source.snippet(Position::new(2, 1)), "label: two");
        assert_eq!(source.snippet(Position::new(2, 99)), "");
        assert_eq!(source.snippet(Position::new(9, 1)), "");
    }

    #[test]
    fn neither_name_nor_snippet_can_steer_a_terminal() {
        let source = Source::new("a\u{1b}[2J", "\u{1b}]0;x\u{7}");
        assert_eq!(source.name(), "a\\u{1b}[2J");
        assert!(!source.snippet(Position::START).contains('\u{1b}'));
    }
}
