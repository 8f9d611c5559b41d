//! What a driver can do, so that what it cannot is refused before anything is sent.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Driver {
    /// Android's own programs, through `adb shell`.
    Shell,
    /// No phone at all: a dump that was saved before.
    Saved,
}

impl Driver {
    /// The name on the command line and in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shell => "shell",
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
}
