//! One command: a program, its words, and where its output goes.

use super::error::LineError;
use super::program::Program;
use super::word::Word;

/// A program with its words and redirections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    program: Program,
    words: Vec<Word>,
    redirections: Vec<Redirection>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Redirection {
    ErrorsToOutput,
    DiscardOutput,
    DiscardErrors,
    OutputTo(Word),
}

impl Command {
    /// A program without words.
    #[must_use]
    pub const fn new(program: Program) -> Self {
        Self {
            program,
            words: Vec::new(),
            redirections: Vec::new(),
        }
    }

    /// Adds a word.
    #[must_use]
    pub fn word(mut self, word: Word) -> Self {
        self.words.push(word);
        self
    }

    /// Adds a word that stands in the source.
    #[must_use]
    pub fn fixed(self, word: &'static str) -> Self {
        self.word(Word::fixed(word))
    }

    /// Sends its errors where its output goes at this point: `2>&1`.
    #[must_use]
    pub fn errors_to_output(self) -> Self {
        self.redirect(Redirection::ErrorsToOutput)
    }

    /// Drops its output: `>/dev/null`.
    #[must_use]
    pub fn discard_output(self) -> Self {
        self.redirect(Redirection::DiscardOutput)
    }

    /// Drops its errors: `2>/dev/null`.
    #[must_use]
    pub fn discard_errors(self) -> Self {
        self.redirect(Redirection::DiscardErrors)
    }

    /// Sends its output into a file, which is emptied before: `>FILE`.
    #[must_use]
    pub fn output_to(self, file: Word) -> Self {
        self.redirect(Redirection::OutputTo(file))
    }

    pub(super) const fn program(&self) -> Program {
        self.program
    }

    pub(super) fn encode_into(&self, line: &mut Vec<u8>) -> Result<(), LineError> {
        line.extend_from_slice(self.program.name().as_bytes());
        for word in &self.words {
            line.push(b' ');
            word.quote_into(line)?;
        }
        for redirection in &self.redirections {
            line.push(b' ');
            match redirection {
                Redirection::ErrorsToOutput => line.extend_from_slice(b"2>&1"),
                Redirection::DiscardOutput => line.extend_from_slice(b">/dev/null"),
                Redirection::DiscardErrors => line.extend_from_slice(b"2>/dev/null"),
                Redirection::OutputTo(file) => {
                    line.push(b'>');
                    file.quote_into(line)?;
                }
            }
        }
        Ok(())
    }

    fn redirect(mut self, redirection: Redirection) -> Self {
        self.redirections.push(redirection);
        self
    }
}
