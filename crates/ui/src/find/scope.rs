//! Which windows a selector looks in.

use clawperator_contract::Window;

use crate::facts::SYSTEM_UI;
use crate::tree::Tree;
use crate::window::{WindowInfo, WindowKind};

impl Tree {
    /// For each window, whether a selector with this scope looks in it.
    ///
    /// `app` is the window in front, and above it the app's dialogs and popups and the system's own dialogs, all on one
    /// display. The only window of a dump is in it whatever it is: it is the one in front.
    #[must_use]
    pub fn windows_in(&self, scope: Window) -> Vec<bool> {
        let front = self.window_in_front();
        self.windows()
            .iter()
            .enumerate()
            .map(|(index, window)| match scope {
                Window::All => true,
                Window::Keyboard => window.kind == WindowKind::Keyboard,
                Window::System => is_system_ui(window),
                Window::App => {
                    let is_in_front =
                        front.is_none_or(|(at, front)| index == at || is_above_app(window, front));
                    self.windows().len() == 1
                        || (is_in_front && window.kind != WindowKind::Keyboard)
                }
            })
            .collect()
    }

    /// The window that the user works in: the active one, else the focused one, else the notification shade if it is
    /// open, else the topmost of an app.
    #[must_use]
    pub fn window_in_front(&self) -> Option<(usize, &WindowInfo)> {
        let windows = || {
            self.windows()
                .iter()
                .enumerate()
                .filter(|(_, window)| window.kind != WindowKind::Keyboard)
        };
        windows()
            .find(|(_, window)| window.active == Some(true))
            .or_else(|| windows().find(|(_, window)| window.focused == Some(true)))
            .or_else(|| {
                // A dump that does not tell the active one: an open shade covers the app below.
                windows().find(|(_, window)| is_system_ui(window) && window.is_full_of_targets)
            })
            .or_else(|| {
                windows()
                    .filter(|(_, window)| window.kind == WindowKind::Application)
                    .max_by_key(|(index, window)| (window.layer, std::cmp::Reverse(*index)))
            })
    }
}

/// Whether a window belongs to what the user works in, besides the window in front itself.
fn is_above_app(window: &WindowInfo, front: &WindowInfo) -> bool {
    let is_above = match (window.layer, front.layer) {
        (Some(own), Some(front)) => own > front,
        // Without layers nothing says that it lies below, unless an open shade is in front.
        _ => !is_system_ui(front),
    };
    window.display == front.display
        && is_above
        && match window.kind {
            WindowKind::Application | WindowKind::Other => true,
            WindowKind::System => !is_system_ui(window),
            WindowKind::Keyboard
            | WindowKind::Overlay
            | WindowKind::Divider
            | WindowKind::Magnifier => false,
        }
}

/// Bars, notification shade and lock screen. A window that would not tell its content has no package.
fn is_system_ui(window: &WindowInfo) -> bool {
    window.kind == WindowKind::System && (window.package == SYSTEM_UI || window.package.is_empty())
}
