//! Files of a phone.

use clawperator_contract::PhonePath;

/// What a path leads to, as far as a copy is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtPath {
    Nothing,
    /// A plain file, reached through no link.
    File {
        /// Its size in bytes; of a file over 4 GiB some phones tell only the remainder.
        size: u64,
    },
    /// Something else, in words that follow "it is".
    Other(&'static str),
}

/// A file that goes to the phone. What is in it is never printed.
#[derive(Clone, Copy)]
pub struct NewFile<'a> {
    /// Where it goes.
    pub path: &'a PhonePath,
    /// All of it.
    pub bytes: &'a [u8],
    /// The SHA-256 of the bytes, in hexadecimal digits.
    pub sha256: &'a str,
    /// When it was last changed, in seconds since 1970.
    pub modified: u32,
    /// Whether a file that is there goes.
    pub replaces: bool,
}

impl std::fmt::Debug for NewFile<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("NewFile")
            .field("path", &self.path)
            .field("bytes", &self.bytes.len())
            .field("sha256", &self.sha256)
            .field("replaces", &self.replaces)
            .finish()
    }
}
