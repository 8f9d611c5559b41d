//! What truly happened on a phone, for those who ask from outside.

use std::time::Duration;

use clawperator_phone_screen::{
    HistoryEntry, Injection, Landing, MotionAction, ScreenEvent, TouchedFinger, ViewName,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What truly happened on a phone, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Journal {
    /// The entries that were asked for and are still kept.
    pub entries: Vec<JournalEntry>,
    /// How many that were asked for are gone: the latest thousand are kept.
    pub dropped: u64,
}

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JournalEntry {
    /// Its number; the first one has 1, and none is skipped.
    pub number: u64,
    /// When, in milliseconds of the phone's clock since boot.
    pub at_ms: u64,
    /// What.
    pub event: JournalEvent,
}

/// A view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JournalView {
    /// The package of its window.
    pub package: String,
    /// The key by which the scene calls it; empty for none.
    pub key: String,
    /// The resource id; empty for none.
    pub id: String,
    /// The class.
    pub class: String,
    /// The text it shows.
    pub text: String,
}

/// The view that input found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JournalLanding {
    /// The innermost view under a finger, or the one with the focus for keys and text.
    pub view: JournalView,
    /// What can be seen of it: left, top, right, bottom.
    pub bounds: (i32, i32, i32, i32),
}

/// Input as it was injected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum JournalInput {
    /// A finger went down and up.
    Tap { at: (i32, i32) },
    /// A finger moved.
    Swipe {
        from: (i32, i32),
        to: (i32, i32),
        lasts_ms: u64,
    },
    /// A finger rested, then moved.
    DragAndDrop {
        from: (i32, i32),
        to: (i32, i32),
        lasts_ms: u64,
    },
    /// One raw event of a finger.
    Motion {
        action: JournalMotion,
        at: (i32, i32),
    },
    /// Fingers moved in any other way.
    Touch { fingers: Vec<JournalFinger> },
    /// The text of a field was replaced by a program that holds the automation; secrets are shown too.
    SetText { text: String },
    /// An action was performed on a view by a program that holds the automation, by the platform's number of it.
    NodeAction { action: u32 },
    /// Keys went down together.
    Keys { codes: Vec<u32> },
    /// Text was typed; secrets are shown too.
    Text { text: String },
}

/// The way of one finger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JournalFinger {
    /// Where it went down.
    pub from: (i32, i32),
    /// Where it was to go up.
    pub to: (i32, i32),
    /// How long it was to be down.
    pub lasts_ms: u64,
}

/// A raw event of a finger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JournalMotion {
    Down,
    Move,
    Up,
    Cancel,
}

/// What can happen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum JournalEvent {
    /// Input was injected. What it led to follows.
    Injected {
        input: JournalInput,
        on: Option<JournalLanding>,
    },
    /// Injected input was refused, so nothing follows.
    Refused { input: JournalInput },
    /// A tap reached a view.
    Tapped { view: JournalView },
    /// A tap or a press reached a view that is disabled.
    Ignored { view: JournalView },
    /// A long touch reached a view.
    LongPressed { view: JournalView },
    /// A tap reached no view.
    Missed { x: i32, y: i32 },
    /// A tap was lost on purpose.
    Lost,
    /// A finger scrolled a view.
    Scrolled { view: JournalView },
    /// Something was dragged from one view to another.
    Dropped {
        from: JournalView,
        onto: Option<JournalView>,
    },
    /// Two fingers moved on a view.
    Pinched {
        view: JournalView,
        /// How far apart they were at last, in percent of what they were at first.
        percent: i32,
        /// How far they turned clockwise.
        degrees: i32,
    },
    /// A key was pressed.
    Key { code: u32 },
    /// A field's text was changed; secrets are shown too.
    TextChanged { view: JournalView, text: String },
    /// A view was checked or unchecked.
    Checked { view: JournalView, checked: bool },
    /// A program put a text on the clipboard; secrets are shown too. Empty where it took away what was there.
    ClipboardSet { text: String },
    /// An activity was started.
    Started { package: String, class: String },
    /// A task came to the front again, with this activity on its top.
    BroughtToFront { package: String, class: String },
    /// An activity ended.
    Finished { package: String, class: String },
    /// Something that an effect wanted to start does not exist.
    NothingToStart { name: String },
    /// A dialog was opened.
    DialogOpened { name: String },
    /// A dialog was closed.
    DialogClosed,
    /// An effect of the scene ran.
    Effect { name: String },
    /// A toast was shown.
    Toast { text: String },
    /// A permission dialog was answered.
    PermissionAnswered { permission: String, granted: bool },
    /// An app crashed.
    Crashed { package: String },
    /// An app does not answer.
    NotResponding { package: String },
    /// An app's process ended.
    ProcessEnded { package: String },
    /// A broadcast was sent.
    Broadcast { action: String },
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

impl Journal {
    /// Of all that is kept, what came after the entry with this number.
    pub(crate) fn after(number: u64, kept: Vec<HistoryEntry>) -> Self {
        let before_first = kept.first().map_or(0, |first| first.number - 1);
        Self {
            dropped: before_first.saturating_sub(number),
            entries: kept
                .into_iter()
                .filter(|entry| entry.number > number)
                .map(Into::into)
                .collect(),
        }
    }
}

impl From<HistoryEntry> for JournalEntry {
    fn from(entry: HistoryEntry) -> Self {
        Self {
            number: entry.number,
            at_ms: milliseconds(entry.at),
            event: entry.what.into(),
        }
    }
}

impl From<ViewName> for JournalView {
    fn from(view: ViewName) -> Self {
        let ViewName {
            package,
            key,
            id,
            class,
            text,
        } = view;
        Self {
            package,
            key,
            id,
            class,
            text,
        }
    }
}

impl From<Landing> for JournalLanding {
    fn from(landing: Landing) -> Self {
        Self {
            view: landing.view.into(),
            bounds: landing.bounds,
        }
    }
}

impl From<TouchedFinger> for JournalFinger {
    fn from(finger: TouchedFinger) -> Self {
        Self {
            from: finger.from,
            to: finger.to,
            lasts_ms: milliseconds(finger.lasts),
        }
    }
}

impl From<Injection> for JournalInput {
    fn from(injection: Injection) -> Self {
        match injection {
            Injection::Tap { at } => Self::Tap { at },
            Injection::Swipe { from, to, lasts } => Self::Swipe {
                from,
                to,
                lasts_ms: milliseconds(lasts),
            },
            Injection::DragAndDrop { from, to, lasts } => Self::DragAndDrop {
                from,
                to,
                lasts_ms: milliseconds(lasts),
            },
            Injection::Motion { action, at } => Self::Motion {
                action: match action {
                    MotionAction::Down => JournalMotion::Down,
                    MotionAction::Move => JournalMotion::Move,
                    MotionAction::Up => JournalMotion::Up,
                    MotionAction::Cancel => JournalMotion::Cancel,
                },
                at,
            },
            Injection::Touch { fingers } => Self::Touch {
                fingers: fingers.into_iter().map(Into::into).collect(),
            },
            Injection::SetText { text, .. } => Self::SetText { text },
            Injection::NodeAction { action, .. } => Self::NodeAction { action },
            Injection::Keys { codes } => Self::Keys { codes },
            Injection::Text { text } => Self::Text { text },
        }
    }
}

impl From<ScreenEvent> for JournalEvent {
    fn from(happened: ScreenEvent) -> Self {
        match happened {
            ScreenEvent::Injected { input, on } => Self::Injected {
                input: input.into(),
                on: on.map(Into::into),
            },
            ScreenEvent::Refused { input } => Self::Refused {
                input: input.into(),
            },
            ScreenEvent::Tapped(view) => Self::Tapped { view: view.into() },
            ScreenEvent::Ignored(view) => Self::Ignored { view: view.into() },
            ScreenEvent::LongPressed(view) => Self::LongPressed { view: view.into() },
            ScreenEvent::Missed { x, y } => Self::Missed { x, y },
            ScreenEvent::Lost => Self::Lost,
            ScreenEvent::Scrolled(view) => Self::Scrolled { view: view.into() },
            ScreenEvent::Dropped { from, onto } => Self::Dropped {
                from: from.into(),
                onto: onto.map(Into::into),
            },
            ScreenEvent::Pinched {
                view,
                percent,
                degrees,
            } => Self::Pinched {
                view: view.into(),
                percent,
                degrees,
            },
            ScreenEvent::Key(code) => Self::Key { code },
            ScreenEvent::TextChanged { view, text } => Self::TextChanged {
                view: view.into(),
                text,
            },
            ScreenEvent::Checked { view, checked } => Self::Checked {
                view: view.into(),
                checked,
            },
            ScreenEvent::ClipboardSet { text } => Self::ClipboardSet { text },
            ScreenEvent::Started(package, class) => Self::Started { package, class },
            ScreenEvent::BroughtToFront(package, class) => Self::BroughtToFront { package, class },
            ScreenEvent::Finished(package, class) => Self::Finished { package, class },
            ScreenEvent::NothingToStart(name) => Self::NothingToStart { name },
            ScreenEvent::DialogOpened(name) => Self::DialogOpened { name },
            ScreenEvent::DialogClosed => Self::DialogClosed,
            ScreenEvent::Effect(name) => Self::Effect {
                name: name.to_owned(),
            },
            ScreenEvent::Toast(text) => Self::Toast { text },
            ScreenEvent::PermissionAnswered {
                permission,
                granted,
            } => Self::PermissionAnswered {
                permission,
                granted,
            },
            ScreenEvent::Crashed { package } => Self::Crashed { package },
            ScreenEvent::NotResponding { package } => Self::NotResponding { package },
            ScreenEvent::ProcessEnded { package } => Self::ProcessEnded { package },
            ScreenEvent::Broadcast(action) => Self::Broadcast { action },
            ScreenEvent::DataCleared { package } => Self::DataCleared { package },
            ScreenEvent::PackageInstalled { package } => Self::PackageInstalled { package },
            ScreenEvent::PackageRemoved { package } => Self::PackageRemoved { package },
            ScreenEvent::PermissionSet {
                package,
                permission,
                granted,
            } => Self::PermissionSet {
                package,
                permission,
                granted,
            },
        }
    }
}

pub(crate) fn milliseconds(duration: Duration) -> u64 {
    // Millions of years are enough.
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
