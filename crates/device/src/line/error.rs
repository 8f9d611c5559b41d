//! Why a word or a line cannot be sent.

/// Why bytes cannot be a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WordError {
    /// There is a NUL in it. No program can get one: its words end there.
    #[error("a word has a NUL byte at position {position}")]
    Nul {
        /// Where, counted in bytes from 0.
        position: usize,
    },
}

/// Why a line cannot be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// One of its words is none.
    #[error(transparent)]
    Word(#[from] WordError),
    /// It is longer than any phone takes.
    #[error("the line has {length} bytes and {limit} are allowed")]
    TooLong {
        /// Its length, quoting included.
        length: usize,
        /// What is allowed.
        limit: usize,
    },
}
