//! What stands above the lines.

use crate::tree::Tree;
use crate::window::{WindowInfo, WindowKind};

use super::outline::Beside;
use super::quote::{identifier, quote};

/// What is known of a screen besides its tree.
#[derive(Debug, Clone, Copy, Default)]
pub struct Header<'a> {
    /// The activity in front, such as `.MainActivity`, when known.
    pub activity: Option<&'a str>,
    /// The number of the snapshot, which its refs belong to, when it has one.
    pub generation: Option<u64>,
}

impl Header<'_> {
    /// The line above a screen.
    pub(super) fn line(&self, tree: &Tree) -> String {
        let mut line = format!("screen {}", identifier(package(tree)));
        if let Some(activity) = self.activity {
            line.push('/');
            line.push_str(&identifier(activity));
        }
        if let Some(generation) = self.generation {
            line.push_str(&format!(", generation {generation}"));
        }
        line.push_str(&match tree.windows().len() {
            1 if tree.has_one_window_only() => {
                ", 1 window (others are not in this dump)".to_owned()
            }
            count if tree.has_one_window_only() => {
                format!(", {count} windows (others are not in this dump)")
            }
            1 => ", 1 window".to_owned(),
            count => format!(", {count} windows"),
        });
        for note in tree.losses() {
            line.push_str(&format!(", incomplete: {note}"));
        }
        line
    }
}

/// The package that the screen is about: that of the window in front, else the first's.
pub(super) fn package(tree: &Tree) -> &str {
    tree.window_in_front()
        .map(|(_, window)| window)
        .or_else(|| tree.windows().first())
        .map_or("", |window| window.package.as_str())
}

/// The line above a window's lines, where there are several windows.
pub(super) fn window(window: &WindowInfo, beside: &Beside) -> String {
    const LONGEST_TITLE: usize = 40;
    let mut line = format!(
        "window {} {}",
        kind(window.kind),
        identifier(&window.package)
    );
    if !window.title.is_empty() {
        line.push(' ');
        line.push_str(&quote(&window.title, LONGEST_TITLE));
    }
    if window.display != 0 {
        line.push_str(&format!(" display {}", window.display));
    }
    if beside.is_left_out {
        line.push_str(" (not shown)");
    }
    line
}

/// The word for a window's kind.
pub(super) const fn kind(kind: WindowKind) -> &'static str {
    match kind {
        WindowKind::Application => "app",
        WindowKind::Keyboard => "keyboard",
        WindowKind::System => "system",
        WindowKind::Overlay => "overlay",
        WindowKind::Divider => "divider",
        WindowKind::Magnifier => "magnifier",
        WindowKind::Other => "other",
    }
}
