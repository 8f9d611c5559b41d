//! What each action does, for executions that say nothing of it themselves.

use clawperator_contract::actions::{ClickType, PressKeyParams};
use clawperator_contract::{ActionParams, ActionType, Capability, KeyCode, KeyDoes};

/// What an action of this type does at least, and what it does with further params.
#[derive(Debug, Clone, Copy)]
pub struct ActionCapabilities {
    pub action_type: ActionType,
    /// What it does in any case.
    pub always: &'static [Capability],
    /// What it does besides, and when, in words for the reference.
    pub sometimes: &'static str,
}

/// What an action does as far as its params say. What is on the screen may add `toggle` and `purchase_risk`.
#[must_use]
pub fn capabilities_of(params: &ActionParams) -> Vec<Capability> {
    let mut capabilities = row(params.action_type()).always.to_vec();
    match params {
        ActionParams::Click(click) => capabilities.push(press(click.click_type)),
        ActionParams::ScrollAndClick(scroll) if scroll.click_after != Some(false) => {
            capabilities.push(press(scroll.click_type));
        }
        ActionParams::ScrollUntil(scroll) if scroll.click_after == Some(true) => {
            capabilities.push(press(scroll.click_type));
        }
        ActionParams::PressKey(press) => capabilities.extend(key(press)),
        _ => {}
    }
    capabilities
}

/// What pressing a key is; `back`, `home` and `recents` go to the system.
fn key(params: &PressKeyParams) -> &'static [Capability] {
    let does = params.code().map_or(KeyDoes::Moves, KeyCode::does);
    match does {
        KeyDoes::Moves | KeyDoes::Adjusts => &[Capability::Navigate],
        KeyDoes::Types => &[Capability::TypeText],
        KeyDoes::Activates if params.long == Some(true) => &[Capability::LongClick],
        KeyDoes::Activates => &[Capability::Click],
    }
}

/// The row of the table for a type.
#[must_use]
pub const fn row(action_type: ActionType) -> ActionCapabilities {
    use Capability::{
        Clipboard, DeviceShell, Files, Gesture, ManageApps, Navigate, Observe, TypeText,
    };
    const PRESS: &str = "`click`, or `long_click` with `clickType: \"long_click\"`";
    let (always, sometimes): (&'static [Capability], &'static str) = match action_type {
        ActionType::OpenApp
        | ActionType::OpenUri
        | ActionType::CloseApp
        | ActionType::Scroll
        | ActionType::HideKeyboard
        | ActionType::WakeDevice
        | ActionType::Swipe => (&[Navigate], ""),
        ActionType::PressKey => (
            &[],
            "`navigate`; `type_text` of keys that type; `click`, or `long_click` with `long`, of keys that press what has the focus",
        ),
        ActionType::StartRecording
        | ActionType::StopRecording
        | ActionType::WaitForNode
        | ActionType::ReadText
        | ActionType::SnapshotUi
        | ActionType::TakeScreenshot
        | ActionType::CaptureScreen
        | ActionType::WaitForNavigation
        | ActionType::WaitForToast
        | ActionType::WaitForIdle
        | ActionType::AssertNode
        | ActionType::ListApps
        | ActionType::ReadKeyValuePair => (&[Observe], ""),
        ActionType::ClearApp | ActionType::UninstallApp | ActionType::SetPermission => {
            (&[ManageApps], "")
        }
        ActionType::Click => (&[], PRESS),
        ActionType::ScrollAndClick => (
            &[Navigate],
            "`click`, or `long_click` with `clickType: \"long_click\"`; neither with `clickAfter: false`",
        ),
        ActionType::ScrollUntil => (
            &[Navigate],
            "with `clickAfter: true`: `click`, or `long_click` with `clickType: \"long_click\"`",
        ),
        ActionType::GetClipboard => (&[Observe, Clipboard], ""),
        ActionType::SetClipboard => (&[Clipboard], ""),
        ActionType::PullFile => (&[Observe, Files], ""),
        ActionType::PushFile => (&[Files], ""),
        ActionType::DeviceShell => (
            &[Observe, DeviceShell],
            "whatever else its program does is not judged",
        ),
        ActionType::Drag | ActionType::TouchPath | ActionType::Pinch => (
            &[Gesture],
            "when it is done also `click`, `long_click` and `navigate`: a finger that is held, or moves in any way, may do each",
        ),
        ActionType::EnterText | ActionType::ClearText => (&[TypeText], ""),
        ActionType::Sleep => (&[], ""),
    };
    ActionCapabilities {
        action_type,
        always,
        sometimes,
    }
}

/// What a way to press is.
fn press(click_type: Option<ClickType>) -> Capability {
    match click_type {
        Some(ClickType::LongClick) => Capability::LongClick,
        Some(ClickType::Default | ClickType::DoubleClick | ClickType::Focus) | None => {
            Capability::Click
        }
    }
}
