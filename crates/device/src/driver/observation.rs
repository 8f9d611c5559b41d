//! What was seen on a screen.

use std::sync::Arc;

use bytes::Bytes;
use clawperator_contract::{ErrorCode, Window};
use clawperator_ui::{DumpError, Tree};

use super::condition::Condition;

/// How much to look at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct View {
    /// Whether the activity in front is wanted too, and with it whether the phone can be used.
    pub activity: bool,
    /// Whether the screen shall come to rest first, if it does so soon. A driver that cannot look at a screen that moves
    /// waits in any case.
    pub rest: bool,
}

/// The screen at one moment.
#[derive(Debug, Clone)]
pub struct Observation {
    /// The nodes.
    pub tree: Arc<Tree>,
    /// The dump that they were read from; nothing where the driver gets them otherwise.
    pub dump: Option<Bytes>,
    /// The phone's own number of this tree, where the driver gets one.
    pub number: Option<TreeNumber>,
    /// Whether the screen had come to rest; unknown where the driver cannot tell.
    pub settled: Option<bool>,
    /// Whether something was heard since the last act that no tree shows.
    pub heard: bool,
    /// The number of the user whose screen it is, where the phone says it.
    pub user: Option<u32>,
    /// What is in front and whether the phone can be used, where it was asked for and the phone said it.
    pub condition: Option<Condition>,
}

impl Observation {
    /// A dump that parses to the same tree.
    #[must_use]
    pub fn to_dump(&self) -> Bytes {
        let made = || self.tree.to_xml(Window::All).into();
        self.dump.clone().unwrap_or_else(made)
    }
}

/// A number that a phone gives its trees: a later one has a larger. It ends with the driver that got it, and is not the
/// generation that a caller sees, which goes on over all drivers and runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TreeNumber(pub u64);

/// The app in front.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Front {
    /// Its package; absent when no app is.
    pub package: Option<String>,
    /// Its activity, with all of its name.
    pub activity: Option<String>,
}

/// Why the screen could not be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ObserveError {
    /// The screen did not come to rest while the phone waited for it.
    #[error("the screen did not become idle: something on it keeps moving")]
    NeverIdle,
    /// There was no window to read.
    #[error("the phone has no window to read: the screen may be off or its content protected")]
    NoWindow,
    /// The program that reads the screen was killed.
    #[error(
        "the phone killed the program that reads the screen; another automation tool may hold UiAutomation{likely}"
    )]
    Killed {
        /// The tools that run and are known to, behind a colon; empty where there are none.
        likely: String,
    },
    /// It ended and left no tree.
    #[error("the phone returned no UI tree: {said}")]
    NoTree {
        /// The beginning of what it said.
        said: String,
    },
    /// What it gave cannot be read.
    #[error("the UI tree cannot be read: {0}")]
    Damaged(DumpError),
    /// Part of it is missing, so that what is not in it may be on the screen all the same.
    #[error("the UI tree is incomplete: {why}")]
    Incomplete {
        /// What is wrong with it.
        why: String,
    },
    /// The phone could not be asked.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why the phone could not be asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Unavailable {
    /// The code of the reason.
    pub code: ErrorCode,
    /// The reason.
    pub message: String,
}

impl ObserveError {
    /// Whether the phone itself is gone, so that asking again is of no use.
    #[must_use]
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Unavailable(unavailable) if unavailable.is_final())
    }
}

impl Unavailable {
    /// Whether asking again is of no use.
    #[must_use]
    pub fn is_final(&self) -> bool {
        matches!(
            self.code,
            ErrorCode::AdbNotFound
                | ErrorCode::AdbServerFailed
                | ErrorCode::NoDevices
                | ErrorCode::DeviceNotFound
                | ErrorCode::DeviceOffline
                | ErrorCode::DeviceUnauthorized
                | ErrorCode::InternalError
        )
    }
}
