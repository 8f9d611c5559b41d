//! A program of the phone that somebody else chose, and what it wrote.

use std::fmt;
use std::time::Duration;

/// A program to run. One of its words may be a password: printing this shows how many there are.
#[derive(Clone, Copy)]
pub struct ProgramRun<'a> {
    /// The program and its words, each as the program gets it. The first is not empty.
    pub words: &'a [String],
    /// How long it may run.
    pub limit: Duration,
}

impl fmt::Debug for ProgramRun<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ProgramRun")
            .field("words", &self.words.len())
            .field("limit", &self.limit)
            .finish()
    }
}

/// What a program came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramEnd {
    pub output: Written,
    pub errors: Written,
    /// The status that it ended with; nothing where it had not ended when its time was over.
    pub status: Option<u8>,
}

/// What a program wrote, up to a limit. Anybody may have written it, and it may be a password: it is never printed.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Written {
    bytes: Vec<u8>,
    is_cut: bool,
}

impl Written {
    /// Adds what comes next. Of what has no room nothing is kept but that there was more.
    pub(crate) fn add(&mut self, more: &[u8], most: usize) {
        let room = most.saturating_sub(self.bytes.len());
        let kept = more.get(..room).unwrap_or(more);
        self.bytes.extend_from_slice(kept);
        self.is_cut |= kept.len() < more.len();
    }

    /// The text; bytes that are none are replaced.
    #[must_use]
    pub fn expose(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// Whether there was more.
    #[must_use]
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }
}

impl fmt::Debug for Written {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Written({} bytes)", self.bytes.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_room_is_said() {
        let mut written = Written::default();
        written.add(b"abc", 4);
        assert!(!written.is_cut());
        written.add(b"d", 4);
        assert!(!written.is_cut(), "it is full, and nothing was lost");
        written.add(b"", 4);
        assert!(!written.is_cut());
        written.add(b"ef", 4);
        assert_eq!(
            (written.expose().as_str(), written.is_cut()),
            ("abcd", true)
        );
        let mut written = Written::default();
        written.add(b"abcdef", 4);
        assert_eq!(
            (written.expose().as_str(), written.is_cut()),
            ("abcd", true)
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced_and_nothing_is_printed() {
        let mut written = Written::default();
        written.add(b"hunter2\xff", 32);
        assert_eq!(written.expose(), "hunter2\u{fffd}");
        assert_eq!(format!("{written:?}"), "Written(8 bytes)");
        let words = ["input".to_owned(), "hunter2".to_owned()];
        let run = ProgramRun {
            words: &words,
            limit: Duration::from_secs(1),
        };
        assert!(!format!("{run:?}").contains("hunter2"));
    }
}
