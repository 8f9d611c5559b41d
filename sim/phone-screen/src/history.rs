//! What really happened on the phone, for tests that must not trust the tree.

use std::collections::VecDeque;
use std::time::Duration;

use crate::injection::Injection;

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    /// Its number; the first one has 1, and none is skipped.
    pub number: u64,
    /// When, on the phone's clock.
    pub at: Duration,
    pub what: ScreenEvent,
}

/// A view as the history names it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ViewName {
    /// The package of its window.
    pub package: String,
    /// The key by which effects call it; empty for none.
    pub key: String,
    /// The resource id; empty for none.
    pub id: String,
    pub class: String,
    /// The text it shows.
    pub text: String,
}

/// The view that input found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Landing {
    /// The innermost view under a finger, or the one with the focus for keys and text.
    pub view: ViewName,
    /// What can be seen of it: left, top, right, bottom.
    pub bounds: (i32, i32, i32, i32),
}

/// What can happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScreenEvent {
    /// Input was injected. What it led to follows.
    Injected {
        input: Injection,
        /// What it found; a finger's beginning counts.
        on: Option<Landing>,
    },
    /// Injected input was refused, so nothing follows.
    Refused { input: Injection },
    /// A tap reached a view.
    Tapped(ViewName),
    /// A tap or a press reached a view that is disabled.
    Ignored(ViewName),
    /// A touch of half a second reached a view.
    LongPressed(ViewName),
    /// A tap reached no view.
    Missed {
        /// From the left.
        x: i32,
        /// From the top.
        y: i32,
    },
    /// A tap was lost on purpose.
    Lost,
    /// A finger scrolled a view.
    Scrolled(ViewName),
    /// Something was dragged from one view to another.
    Dropped {
        /// What was dragged.
        from: ViewName,
        /// Where it was dropped.
        onto: Option<ViewName>,
    },
    /// Two fingers moved on a view.
    Pinched {
        view: ViewName,
        /// How far apart they were at last, in percent of what they were at first.
        percent: i32,
        /// How far they turned clockwise.
        degrees: i32,
    },
    /// A key was pressed.
    Key(u32),
    /// The user changed a field's text; secrets are shown too.
    TextChanged {
        /// The field.
        view: ViewName,
        /// Its text now.
        text: String,
    },
    /// The user checked or unchecked a view.
    Checked {
        view: ViewName,
        /// Whether it is checked now.
        checked: bool,
    },
    /// A program that holds the automation put a text on the clipboard; secrets are shown too. Empty where it took away what
    /// was there.
    ClipboardSet { text: String },
    /// An activity was started: package and class in full.
    Started(String, String),
    /// A task came to the front again: package and class in full of the activity on its top.
    BroughtToFront(String, String),
    /// An activity ended: package and class in full.
    Finished(String, String),
    /// Something that an effect wanted to start does not exist.
    NothingToStart(String),
    /// A dialog was opened.
    DialogOpened(String),
    /// A dialog was closed.
    DialogClosed,
    /// An effect ran: its name in the scene.
    Effect(&'static str),
    /// A toast was shown.
    Toast(String),
    /// The user answered a permission dialog.
    PermissionAnswered {
        permission: String,
        /// The answer.
        granted: bool,
    },
    /// An app crashed.
    Crashed { package: String },
    /// An app does not answer.
    NotResponding { package: String },
    /// An app's process ended.
    ProcessEnded { package: String },
    /// A broadcast was sent.
    Broadcast(String),
    /// All that an app had stored was deleted.
    DataCleared { package: String },
    /// An app was installed, for the first time or again.
    PackageInstalled { package: String },
    /// An app was uninstalled.
    PackageRemoved { package: String },
    /// A program granted or revoked a permission.
    PermissionSet {
        package: String,
        permission: String,
        granted: bool,
    },
}

/// How many entries are kept; older ones are dropped.
const KEPT: usize = 1_000;

/// The latest entries.
#[derive(Debug, Default)]
pub(crate) struct History {
    entries: VecDeque<HistoryEntry>,
    last: u64,
}

impl History {
    pub(crate) fn push(&mut self, at: Duration, what: ScreenEvent) {
        if self.entries.len() >= KEPT {
            self.entries.pop_front();
        }
        self.last += 1;
        let number = self.last;
        self.entries.push_back(HistoryEntry { number, at, what });
    }

    pub(crate) fn all(&self) -> Vec<HistoryEntry> {
        self.entries.iter().cloned().collect()
    }

    /// Forgets everything; the next entry is the first again.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}
