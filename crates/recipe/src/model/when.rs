//! What has to hold for a step to be done.

use super::Spanned;
use super::selector::Selector;
use crate::source::Position;

/// What has to hold for a step to be done; otherwise it is skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct When {
    /// Where it stands.
    pub at: Position,
    /// What has to be seen on the screen.
    pub condition: Option<Condition>,
    /// The earlier step that must not have been skipped.
    pub ran: Option<Spanned<String>>,
}

/// That a node is on the screen, or is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    pub selector: Selector,
    /// Whether the node has to be there, or must not be.
    pub presence: Presence,
    /// How long to wait for that, in milliseconds.
    pub timeout_ms: Option<Spanned<i64>>,
}

/// Whether a node is on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// At least one node fits.
    Present,
    /// None fits, on a screen that was read whole.
    Gone,
}

impl Presence {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Gone => "gone",
        }
    }

    pub(crate) const fn opposite(self) -> Self {
        match self {
            Self::Present => Self::Gone,
            Self::Gone => Self::Present,
        }
    }
}
