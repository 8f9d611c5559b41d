//! One command: a program, its words, and where its output goes.

use super::error::LineError;
use super::program::Program;
use super::word::Word;

/// A program with its words and redirections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    variables: Vec<(&'static str, Word)>,
    program: Head,
    words: Vec<Word>,
    redirections: Vec<Redirection>,
    is_detached: bool,
}

/// The program of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Head {
    Known(Program),
    /// One that somebody else chose, quoted like any word.
    Asked(Word),
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
        Self::of(Head::Known(program))
    }

    /// A program that somebody else chose.
    #[must_use]
    pub const fn asked(program: Word) -> Self {
        Self::of(Head::Asked(program))
    }

    const fn of(program: Head) -> Self {
        Self {
            variables: Vec::new(),
            program,
            words: Vec::new(),
            redirections: Vec::new(),
            is_detached: false,
        }
    }

    /// Sets a variable of its environment; names stand in the source.
    #[must_use]
    pub fn variable(mut self, name: &'static str, value: Word) -> Self {
        self.variables.push((name, value));
        self
    }

    /// Starts it in a session of its own and does not wait for it: it outlives the line and the stream of the line.
    #[must_use]
    pub const fn detached(mut self) -> Self {
        self.is_detached = true;
        self
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

    /// The name of the program; of one that somebody else chose, only that it is one.
    pub(super) const fn name(&self) -> &'static str {
        match &self.program {
            Head::Known(program) => program.name(),
            Head::Asked(_) => "a program that was asked for",
        }
    }

    pub(super) fn encode_into(&self, line: &mut Vec<u8>) -> Result<(), LineError> {
        if self.is_detached {
            line.extend_from_slice(b"{ ");
        }
        for (name, value) in &self.variables {
            line.extend_from_slice(name.as_bytes());
            line.push(b'=');
            value.quote_into(line)?;
            line.push(b' ');
        }
        if self.is_detached {
            line.extend_from_slice(b"setsid ");
        }
        match &self.program {
            Head::Known(program) => line.extend_from_slice(program.name().as_bytes()),
            Head::Asked(word) => word.quote_into(line)?,
        }
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
        if self.is_detached {
            // A `&` ends a command, so that the braces alone can be joined with others.
            line.extend_from_slice(b" </dev/null & }");
        }
        Ok(())
    }

    fn redirect(mut self, redirection: Redirection) -> Self {
        self.redirections.push(redirection);
        self
    }
}
