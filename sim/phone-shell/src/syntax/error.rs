//! What is wrong with a line.

use std::fmt;

/// A line that cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxError {
    /// A token that cannot stand where it stands.
    #[error("syntax error: unexpected '{}'", Shown(.0))]
    Unexpected(Vec<u8>),
    /// The input ended in the middle of a command.
    #[error("syntax error: unexpected EOF")]
    UnexpectedEnd,
    /// The input ended before a construct was closed.
    #[error("syntax error: unmatched '{0}'")]
    Unmatched(&'static str),
    /// An operator or operand that `[[ ]]` does not know.
    #[error("syntax error: unexpected operator/operand '{}'", Shown(.0))]
    Operand(Vec<u8>),
    /// The input ended where `[[ ]]` wants a second operand.
    #[error("syntax error: missing second argument '{}'", Shown(.0))]
    MissingOperand(Vec<u8>),
    /// A quote, a brace or a substitution was not closed.
    #[error("no closing quote")]
    NoClosingQuote,
    /// A here document did not end.
    #[error("here document '{}' unclosed", Shown(.0))]
    HereDocument(Vec<u8>),
    /// The variable of a loop or a function's name is not a name.
    #[error("{}: bad identifier", Shown(.0))]
    BadIdentifier(Vec<u8>),
    /// The line is longer or deeper than this shell takes.
    #[error("{0}")]
    Limit(&'static str),
}

/// Bytes in a message; what is not text is shown as replacement characters.
struct Shown<'a>(&'a [u8]);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&String::from_utf8_lossy(self.0))
    }
}
