//! What a driver can do, so that what it cannot is refused before anything is sent.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Driver {
    /// Android's own programs, through `adb shell`.
    Shell,
    /// The Operator, a program of ours that stays on the phone.
    Resident,
    /// No phone at all: a dump that was saved before.
    Saved,
}

impl Driver {
    /// The name on the command line and in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shell => "shell",
            Self::Resident => "resident",
            Self::Saved => "saved-dump",
        }
    }
}

/// How a driver holds a finger, moves it and holds it again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Drags {
    Never,
    /// The phone chooses how long the finger is held before it moves, and it does not rest at the end.
    HeldByPhone,
    AsAsked,
}

/// What a driver can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a list of independent abilities, printed as such"
)]
pub struct Capabilities {
    pub driver: Driver,
    /// Whether what it shows can change: waiting for a screen that was saved is of no use.
    pub live: bool,
    /// Whether it can record what a person does.
    pub recording: bool,
    /// Whether it can give the focus to a node that is not a text field, without pressing it.
    pub focus_any_node: bool,
    /// Whether the phone tells it of changes; otherwise a wait reads the screen again and again.
    pub events: bool,
    /// Whether it hears toasts, which no tree shows.
    pub toasts: bool,
    /// Whether it can do any [`Touch`](super::Touch), and not only taps, holds and swipes.
    pub gestures: bool,
    /// Whether it can tap twice, as far as is known: a driver may learn of the phone's release only when it is asked to,
    /// by [`Device::learn_release`](super::Device::learn_release).
    pub double_taps: bool,
    /// How it drags, as far as is known.
    pub drags: Drags,
    /// Whether it refuses to touch points outside of the screen, so that nobody has to ask how large that is.
    pub checks_points: bool,
    /// Whether it can press keys by their numbers.
    pub keys: bool,
    /// Whether it can hold them.
    pub holds_keys: bool,
    /// Whether it reaches the clipboard.
    pub clipboard: bool,
    /// Whether it lists apps, and manages them.
    pub apps: bool,
    /// Whether it copies files.
    pub files: bool,
    /// Whether it runs programs of the phone.
    pub programs: bool,
}
