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
    /// Whether it refuses to touch points outside of the screen, so that nobody has to ask how large that is.
    pub checks_points: bool,
    /// Whether it can press keys by their codes.
    pub keys: bool,
    /// Whether it reaches the clipboard.
    pub clipboard: bool,
}
