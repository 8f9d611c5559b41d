//! What truly happened on a phone, for those who ask from outside.

use clawperator_phone_screen::{Entry, Happened, ViewName};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HistoryEntry {
    /// When, in milliseconds of the phone's clock since boot.
    pub at_ms: u64,
    /// What.
    pub event: HistoryEvent,
}

/// A view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HistoryView {
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

/// What can happen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are named after what they are")]
pub enum HistoryEvent {
    /// A tap reached a view.
    Tapped { view: HistoryView },
    /// A tap or a press reached a view that is disabled.
    Ignored { view: HistoryView },
    /// A long touch reached a view.
    LongPressed { view: HistoryView },
    /// A tap reached no view.
    Missed { x: i32, y: i32 },
    /// A tap was lost on purpose.
    Lost,
    /// A finger scrolled a view.
    Scrolled { view: HistoryView },
    /// Something was dragged from one view to another.
    Dropped {
        from: HistoryView,
        onto: Option<HistoryView>,
    },
    /// A key was pressed.
    Key { code: u32 },
    /// A field's text was changed; secrets are told too.
    TextChanged { view: HistoryView, text: String },
    /// A view was checked or unchecked.
    Checked { view: HistoryView, checked: bool },
    /// An activity was started.
    Started { package: String, class: String },
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
}

impl From<Entry> for HistoryEntry {
    fn from(entry: Entry) -> Self {
        Self {
            at_ms: u64::try_from(entry.at.as_millis()).unwrap_or(u64::MAX),
            event: entry.what.into(),
        }
    }
}

impl From<ViewName> for HistoryView {
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

impl From<Happened> for HistoryEvent {
    fn from(happened: Happened) -> Self {
        match happened {
            Happened::Tapped(view) => Self::Tapped { view: view.into() },
            Happened::Ignored(view) => Self::Ignored { view: view.into() },
            Happened::LongPressed(view) => Self::LongPressed { view: view.into() },
            Happened::Missed { x, y } => Self::Missed { x, y },
            Happened::Lost => Self::Lost,
            Happened::Scrolled(view) => Self::Scrolled { view: view.into() },
            Happened::Dropped { from, onto } => Self::Dropped {
                from: from.into(),
                onto: onto.map(Into::into),
            },
            Happened::Key(code) => Self::Key { code },
            Happened::TextChanged { view, text } => Self::TextChanged {
                view: view.into(),
                text,
            },
            Happened::Checked { view, checked } => Self::Checked {
                view: view.into(),
                checked,
            },
            Happened::Started(package, class) => Self::Started { package, class },
            Happened::Finished(package, class) => Self::Finished { package, class },
            Happened::NothingToStart(name) => Self::NothingToStart { name },
            Happened::DialogOpened(name) => Self::DialogOpened { name },
            Happened::DialogClosed => Self::DialogClosed,
            Happened::Effect(name) => Self::Effect {
                name: name.to_owned(),
            },
            Happened::Toast(text) => Self::Toast { text },
            Happened::PermissionAnswered {
                permission,
                granted,
            } => Self::PermissionAnswered {
                permission,
                granted,
            },
            Happened::Crashed { package } => Self::Crashed { package },
            Happened::NotResponding { package } => Self::NotResponding { package },
            Happened::ProcessEnded { package } => Self::ProcessEnded { package },
            Happened::Broadcast(action) => Self::Broadcast { action },
        }
    }
}
