//! What a program that holds the phone's automation reads of a screen, and does to it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use crate::clock::ScreenClock;
use crate::screen::{InjectRefused, ScreenState, TouchPoint, WindowKind};

/// A screen as a program sees it that stays on the phone: trees without a wait for rest, several fingers, actions on
/// views. Every call may be dropped at any await; a finger that is down then leaves the glass without a tap.
#[async_trait]
pub trait Accessibility: Send + Sync {
    /// All windows with their views, as they are at this moment.
    fn tree(&self) -> AccessibleTree;

    /// How many events the screen has sent since the phone was booted.
    fn events(&self) -> u64;

    /// Waits until there are other events than so many, and answers how many there are. It does not move a clock that
    /// whoever waits moves.
    async fn more_events(&self, than: u64) -> u64;

    /// The last toasts that were shown since the phone was booted, the oldest first.
    fn toasts(&self) -> Vec<Toasted>;

    /// What is on the clipboard; empty for nothing.
    fn clip(&self) -> String;

    /// Puts a text on the clipboard.
    fn set_clip(&self, text: &str);

    /// The phone's clock.
    fn clock(&self) -> &ScreenClock;

    /// Moves fingers over the glass. Two on a view that does something with them are followed; of others that go down
    /// while one is there nothing is told but their ways.
    async fn touch(&self, fingers: &[Vec<FingerPoint>]) -> Result<(), InjectRefused>;

    /// Presses keys together; the last one acts.
    async fn chord(&self, codes: &[u32]) -> Result<(), InjectRefused>;

    /// Pastes a text into the field that has the focus. What was on the clipboard is there again behind it.
    async fn paste(&self, text: &str) -> Result<(), InjectRefused>;

    /// Replaces the text of a field: this one, or that which has the focus.
    async fn set_text(&self, field: Option<u64>, text: &str) -> Result<(), NodeRefused>;

    /// Performs an action of [`node_action`] on a view.
    async fn perform(&self, identity: u64, action: u32) -> Result<(), NodeRefused>;
}

/// A toast that was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toasted {
    /// Counts from 1.
    pub number: u64,
    /// When, on the phone's clock.
    pub at: Duration,
    pub package: Arc<str>,
    pub text: String,
}

/// Where a finger is, and how long after the touch began.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FingerPoint {
    pub at: TouchPoint,
    pub after: Duration,
}

/// Why nothing was done to a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NodeRefused {
    /// No such view is on the screen.
    #[error("no such view is on the screen")]
    Gone,
    /// The view does not offer that.
    #[error("the view does not offer this action")]
    NotOffered,
}

/// All windows at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessibleTree {
    pub state: ScreenState,
    /// How many events there were by then.
    pub events: u64,
    /// The topmost first.
    pub windows: Vec<AccessibleWindow>,
}

/// A window with its views.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessibleWindow {
    pub id: i32,
    /// As accessibility calls it.
    pub title: String,
    pub kind: WindowKind,
    /// Whether it has the focus, which makes it the active one.
    pub active: bool,
    /// Its place from the back.
    pub layer: i32,
    /// Left, top, right, bottom.
    pub bounds: (i32, i32, i32, i32),
    pub content: WindowContent,
    /// In document order.
    pub nodes: Vec<AccessibleNode>,
}

/// Whether the views of a window could be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WindowContent {
    Whole,
    /// Its app does not answer.
    Unresponsive,
    /// There is nothing, as on a phone that sleeps.
    Nothing,
}

/// A view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessibleNode {
    /// Below its window, from 0.
    pub depth: u8,
    /// Of this view as long as it is there, and of no other.
    pub identity: u64,
    pub flags: NodeFlags,
    /// What can be seen of it: left, top, right, bottom.
    pub bounds: (i32, i32, i32, i32),
    pub class: Arc<str>,
    pub package: Arc<str>,
    /// Empty for none.
    pub id: Arc<str>,
    /// Its place among the children of its parent that exist.
    pub index: u16,
    /// Bits of [`node_action`].
    pub actions: u32,
    /// What it shows: bullets for a secret, the hint of an empty field.
    pub text: String,
    pub description: String,
    pub hint: String,
}

/// What is true of a view: a bit each, the first ten in the order of a dump.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NodeFlags(u32);

impl NodeFlags {
    pub const CHECKABLE: Self = Self(0x1);
    pub const CHECKED: Self = Self(0x2);
    pub const CLICKABLE: Self = Self(0x4);
    pub const ENABLED: Self = Self(0x8);
    pub const FOCUSABLE: Self = Self(0x10);
    pub const FOCUSED: Self = Self(0x20);
    pub const SCROLLABLE: Self = Self(0x40);
    pub const LONG_CLICKABLE: Self = Self(0x80);
    pub const PASSWORD: Self = Self(0x100);
    pub const SELECTED: Self = Self(0x200);
    pub const SHOWS_HINT: Self = Self(0x800);
    pub const EDITABLE: Self = Self(0x4000);

    /// All bits.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    #[must_use]
    pub const fn has(self, flag: Self) -> bool {
        self.0 & flag.0 == flag.0
    }

    pub(crate) fn set(&mut self, flag: Self, value: bool) {
        if value {
            self.0 |= flag.0;
        }
    }
}

/// Actions on a view, by the platform's numbers.
pub mod node_action {
    pub const FOCUS: u32 = 0x1;
    pub const CLICK: u32 = 0x10;
    pub const LONG_CLICK: u32 = 0x20;
    pub const SCROLL_FORWARD: u32 = 0x1000;
    pub const SCROLL_BACKWARD: u32 = 0x2000;
    pub const SET_TEXT: u32 = 0x20_0000;
}
