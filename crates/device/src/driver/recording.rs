//! Recordings of what a person does, which the phone keeps.

/// A recording that is to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewRecording<'a> {
    /// Letters, digits, `_` and `-`: never a path.
    pub name: &'a str,
    /// Whether typed texts are written, those of passwords aside.
    pub texts: bool,
}

/// What the phone says of a recording that it began or ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    pub name: String,
    /// Its file on the phone.
    pub path: String,
    pub events: u32,
    /// Events that found no room.
    pub dropped: u32,
    /// Events that are not to be written: those of keyboards and of a locked phone.
    pub withheld: u32,
    pub bytes: u64,
}

/// A recording that the phone has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRecording {
    pub name: String,
    pub bytes: u64,
    /// When it was last written to, in milliseconds since 1970 by the phone's clock.
    pub written_ms: u64,
    /// Whether it goes on.
    pub runs: bool,
}

/// All of a recording, as far as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordingFile {
    pub bytes: Vec<u8>,
    /// Whether it goes on.
    pub runs: bool,
}
