//! A phone's screen: what programs ask of it, and a scripted one whose apps are data.
//!
//! [`Screen`] is the boundary: the framework's programs (`am`, `input`, `uiautomator`, `dumpsys`, …) see only that.
//! [`ScriptedScreen`] behind it is a model of apps, windows and views described by scene files ([`scene`]); another
//! screen may be a real toolkit in another process. Nothing here knows adb or a shell.
//!
//! Scenes become pages once and are shared by every phone ([`Scenes`]). A phone keeps only what differs. It lives on
//! a [`ScreenClock`] that is handed in and has no task of its own: each call first lets happen what was due.

mod accessibility;
mod clock;
mod config;
mod draw;
mod dump;
mod font;
mod geometry;
mod history;
mod injection;
mod layout;
mod page;
mod page_state;
mod phone;
mod sane;
pub mod scene;
mod screen;
mod scripted;
mod scripted_accessibility;

pub use crate::accessibility::{
    Accessibility, AccessibleNode, AccessibleTree, AccessibleWindow, FingerPoint, NodeFlags,
    NodeRefused, Toasted, WindowContent, node_action,
};
pub use crate::clock::{LONGEST_ADVANCE, ScreenClock};
pub use crate::config::{Lock, ScreenConfig, ScreenFaults};
pub use crate::draw::{PngError, encode_png};
pub use crate::history::{HistoryEntry, Landing, ScreenEvent, ViewName};
pub use crate::injection::{Injection, TouchedFinger};
pub use crate::page::{Scenes, ScenesBuilder};
pub use crate::screen::{
    DumpRefused, DumpRequest, Image, InjectRefused, InputGesture, Intent, KeyPress, LaunchOutcome,
    MotionAction, Package, ProviderRow, Screen, ScreenState, TaskState, TouchPoint, Wakefulness,
    WindowKind, WindowState,
};
pub use crate::scripted::ScriptedScreen;
