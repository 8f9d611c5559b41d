//! The windows a screen is made of.

use crate::bounds::Bounds;
use crate::tree::NodeId;

/// What a window is for, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WindowKind {
    /// An app's window, also its dialogs and popups.
    Application,
    Keyboard,
    /// The system's: bars, the notification shade, system dialogs.
    System,
    /// Drawn by an accessibility service.
    Overlay,
    /// The line between two apps on a split screen.
    Divider,
    /// The magnifier's frame; touches go through it.
    Magnifier,
    /// Something this version does not know.
    Other,
}

/// One window and the roots of its nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WindowInfo {
    pub kind: WindowKind,
    /// The package of its first root; empty when it has none.
    pub package: String,
    /// Its title; empty when not given.
    pub title: String,
    /// Where it is: as given, else its first root's bounds.
    pub bounds: Bounds,
    /// Its place from bottom to top among the windows of its display, when the dump says so.
    pub layer: Option<i32>,
    /// Whether it is the one that the user works in, when the dump says so.
    pub active: Option<bool>,
    /// Whether keys go to it, when the dump says so.
    pub focused: Option<bool>,
    /// The display it is on; 0 is the phone's own.
    pub display: i32,
    /// The display's rotation in quarter turns, when given.
    pub rotation: Option<u8>,
    /// Whether it is most of the screen and has something to press besides its edges.
    pub(crate) is_full_of_targets: bool,
    /// Its roots, in document order. A window that would not tell its content has none.
    pub roots: Vec<NodeId>,
}

impl WindowInfo {
    /// A window of which only the display is known.
    pub(crate) const fn on(display: i32) -> Self {
        Self {
            kind: WindowKind::Other,
            package: String::new(),
            title: String::new(),
            bounds: Bounds::new(0, 0, 0, 0),
            layer: None,
            active: None,
            focused: None,
            display,
            rotation: None,
            is_full_of_targets: false,
            roots: Vec::new(),
        }
    }

    /// Whether the window lies above `other` for sure: on the same display, with a higher layer.
    #[must_use]
    pub fn is_above(&self, other: &Self) -> bool {
        self.display == other.display
            && matches!((self.layer, other.layer), (Some(own), Some(other)) if own > other)
    }
}
