//! Pictures of a screen.

/// A picture that was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Screenshot {
    pub png: Vec<u8>,
    /// Whether something on the screen may not be pictured and is black, as the capture itself says; nothing where it
    /// does not.
    pub secure: Option<bool>,
}

/// How large a picture is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureSize {
    /// As large as the screen.
    Whole,
    /// Its longest side has no more pixels than this. A driver that cannot make pictures smaller sends a whole one.
    AtMost(u32),
}
