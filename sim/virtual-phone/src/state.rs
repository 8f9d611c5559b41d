//! What is on the screen, for those who ask from outside.

use std::time::Duration;

use clawperator_phone_screen::{ScreenState, Wakefulness, WindowKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::journal::milliseconds;

/// What a phone is like at a moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PhoneStatus {
    /// The activity in front as `package/class`; none when the phone sleeps.
    pub resumed: Option<String>,
    /// Windows from the back to the front.
    pub windows: Vec<StatusWindow>,
    /// The display's size as input sees it: overridden if it is, turned if it is.
    pub display: (u32, u32),
    /// Quarter turns.
    pub rotation: u8,
    /// Whether the screen is on.
    pub awake: bool,
    /// Whether the lock screen is shown.
    pub locked: bool,
    /// Whether the keyboard is shown.
    pub keyboard: bool,
    /// The battery's level in percent.
    pub battery: u8,
    /// The wall clock, as milliseconds since 1970.
    pub wall_clock_ms: u64,
}

/// One window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StatusWindow {
    /// Its title.
    pub title: String,
    /// `application`, `dialog`, `input_method` or `system`.
    pub kind: String,
    /// The package it belongs to.
    pub package: String,
    /// Left, top, right, bottom.
    pub bounds: (i32, i32, i32, i32),
    /// Whether it has the input focus.
    pub focused: bool,
}

impl PhoneStatus {
    pub(crate) fn of(state: &ScreenState, wall_clock: Duration) -> Self {
        let (width, height) = state.size_override.unwrap_or(state.physical_size);
        let windows = state.windows.iter().map(|window| StatusWindow {
            title: window.title.clone(),
            kind: match window.kind {
                WindowKind::Application => "application",
                WindowKind::Dialog => "dialog",
                WindowKind::InputMethod => "input_method",
                WindowKind::System => "system",
            }
            .to_owned(),
            package: window.package.clone(),
            bounds: window.bounds,
            focused: window.focused,
        });
        let resumed = state.resumed.as_ref();
        Self {
            resumed: resumed.map(|(package, class)| format!("{package}/{class}")),
            windows: windows.collect(),
            display: if state.rotation.is_multiple_of(2) {
                (width, height)
            } else {
                (height, width)
            },
            rotation: state.rotation,
            awake: state.wakefulness == Wakefulness::Awake,
            locked: state.keyguard,
            keyboard: state.keyboard_shown,
            battery: state.battery_level,
            wall_clock_ms: milliseconds(wall_clock),
        }
    }
}
