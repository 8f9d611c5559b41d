//! Acts and what became of them.

use clawperator_contract::ErrorCode;
use clawperator_contract::actions::Key;
use clawperator_ui::Point;

use crate::probe::injection::Injection;

/// One thing that is done to a phone.
///
/// A text may be a password: printing an act shows how long it is and nothing of it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Act<'a> {
    /// Touches the screen once.
    Touch(Touch),
    /// Presses a system key.
    Key(Key),
    /// Types into the field that has the focus.
    Text(TextEntry<'a>),
    /// Presses the keyboard's enter key.
    Submit,
    /// Opens an app by its launcher entry.
    Launch {
        /// Which app.
        package: &'a str,
    },
    /// Opens whatever handles a URI.
    Open { uri: &'a str },
    /// Stops an app.
    Stop {
        /// Which app.
        package: &'a str,
    },
    /// Lights the screen. It does nothing to a phone that is awake.
    Wake,
    /// Asks a lock that needs no secret to open. What came of it is to be looked at.
    DismissLock,
    /// Sends a key that no app acts on, to see whether keys may be sent.
    TryInput,
}

impl Act<'_> {
    /// What kind of act it is, in one word.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Touch(_) => "touch",
            Self::Key(_) => "key",
            Self::Text(_) => "text",
            Self::Submit => "submit",
            Self::Launch { .. } => "launch",
            Self::Open { .. } => "open",
            Self::Stop { .. } => "stop",
            Self::Wake => "wake",
            Self::DismissLock => "dismiss_lock",
            Self::TryInput => "try_input",
        }
    }
}

/// What the phone says of an act that it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Acted {
    /// That it was done, and no more.
    Done,
    /// That something was opened, and how.
    Opened(Launch),
    /// What became of a key that was sent to see whether keys may be sent.
    Tried(Injection),
}

/// Why an act is not known to have been done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActError {
    /// Nothing reached the phone.
    #[error("{message}")]
    NotSent {
        /// The code of the reason.
        code: ErrorCode,
        /// The reason.
        message: String,
    },
    /// It reached the phone, whose own answer says that it was not done.
    #[error("{message}")]
    Refused {
        /// The code of the reason.
        code: ErrorCode,
        /// The phone's words.
        message: String,
    },
    /// Part of it was done and the rest was not.
    #[error("{message}")]
    Partly {
        /// What stopped it.
        message: String,
    },
    /// It was sent, and no answer tells what became of it: it may or may not have been done, now or later.
    #[error("{message}")]
    Unknown {
        /// How the answer was lost, or what it was.
        message: String,
    },
}

/// How a finger touches the screen, in the pixels of its input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touch {
    /// It goes down and up.
    Tap(Point),
    /// It is held still.
    Hold {
        /// Where.
        at: Point,
        /// For how long, in milliseconds.
        millis: u32,
    },
    /// It is drawn over the screen.
    Swipe {
        /// Where it goes down.
        from: Point,
        /// Where it comes up.
        to: Point,
        /// For how long it moves, in milliseconds.
        millis: u32,
    },
}

impl Touch {
    /// Where the finger goes down, and where it comes up.
    #[must_use]
    pub const fn ends(self) -> (Point, Point) {
        match self {
            Self::Tap(at) | Self::Hold { at, .. } => (at, at),
            Self::Swipe { from, to, .. } => (from, to),
        }
    }
}

/// What to type into the focused field.
#[derive(Clone, Copy)]
pub struct TextEntry<'a> {
    /// How many characters to take away before, counted from the end.
    pub erase: usize,
    /// The text. It may be a password: it is never part of an error.
    pub text: &'a str,
}

impl std::fmt::Debug for TextEntry<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("TextEntry")
            .field("erase", &self.erase)
            .field("characters", &self.text.chars().count())
            .finish()
    }
}

/// How something came to be open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opened {
    /// It was started anew.
    Started,
    /// It was there already, and its task was brought to the front as it was left.
    BroughtToFront,
    /// It was in front already and was told what to open.
    Delivered,
}

/// What the phone says of something that it opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// How it came to be open.
    pub how: Opened,
    /// The package of the activity that was to come to the front, where the phone names one.
    pub package: Option<String>,
    /// Its activity, with all of its name.
    pub activity: Option<String>,
    /// Whether it was drawn by the time the phone answered.
    pub drawn: bool,
}

/// Something to open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opens<'a> {
    /// An app, by its package.
    App(&'a str),
    Uri(&'a str),
}
