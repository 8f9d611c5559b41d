//! What a phone shows that is in no tree: toasts, which come only as events.

use std::fmt;
use std::time::Duration;

/// Since when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// Since the last act of this driver began.
    LastAct,
    /// For so long.
    Ago(Duration),
}

/// What was heard.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Heard {
    /// The oldest first.
    pub toasts: Vec<Toast>,
    /// Whether the phone was listened to for all of that time, so that there was no other.
    pub is_all: bool,
}

/// A message that was shown and went away by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toast {
    pub text: String,
    /// The app that it is of, where the phone says so.
    pub package: Option<String>,
    /// How long ago it came.
    pub age: Duration,
}

/// The text on a clipboard, which may be a password: it cannot be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Clip(String);

impl Clip {
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// The text itself.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Clip {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Clip({} characters)", self.0.chars().count())
    }
}
