//! What follows from a dump once all of it is read: places among siblings, the windows' packages and kinds, the screen.

use std::collections::HashSet;

use crate::bounds::Bounds;
use crate::dump::Surroundings;
use crate::listed;
use crate::name;
use crate::node::Node;
use crate::role;
use crate::secret;
use crate::tree::{NodeId, Tree};
use crate::visible;
use crate::window::{WindowInfo, WindowKind};

/// The package of bars, notification shade and lock screen.
pub(crate) const SYSTEM_UI: &str = "com.android.systemui";
/// The package of the system's own dialogs.
const SYSTEM: &str = "android";

impl Tree {
    /// Fills in what the dump implies. `size` is the screen's size and `keyboard` the place of the keyboard beside the
    /// one window of a dump, where the dump tells them.
    pub(crate) fn finish(
        &mut self,
        size: Option<(i32, i32)>,
        keyboard: Option<Bounds>,
        surroundings: &Surroundings,
    ) {
        self.fill_indexes();
        self.fill_windows(surroundings);
        self.fill_screen(size, surroundings);
        if let Some(keyboard) = keyboard {
            self.add_keyboard(keyboard);
        }
        visible::fill(self);
        role::fill(self);
        secret::fill(self);
        self.fill_targets();
        name::fill(self);
        listed::fill(self);
    }

    /// Gives a node whose dump has no `index` its position.
    fn fill_indexes(&mut self) {
        // The number of children seen so far of each node, and of no node at the end.
        let mut children = vec![0_u32; self.nodes.len() + 1];
        let none = self.nodes.len();
        for node in &mut self.nodes {
            let parent = node.parent.map_or(none, NodeId::index);
            let Some(position) = children.get_mut(parent) else {
                continue;
            };
            if node.index == u32::MAX {
                node.index = *position;
            }
            *position += 1;
        }
    }

    fn fill_windows(&mut self, surroundings: &Surroundings) {
        for window in &mut self.windows {
            let root = window.roots.first();
            let Some(root) = root.and_then(|root| self.nodes.get(root.index())) else {
                continue;
            };
            window.package = root.package.as_ref().to_owned();
            if window.bounds.is_empty() {
                window.bounds = root.bounds;
            }
            if window.kind == WindowKind::Other && window.layer.is_none() {
                window.kind = guess(window, surroundings);
            }
        }
    }

    /// Adds the keyboard over the only window.
    fn add_keyboard(&mut self, bounds: Bounds) {
        let [below] = self.windows.as_mut_slice() else {
            return;
        };
        if below.layer.is_some() {
            return;
        }
        below.layer = Some(0);
        let keyboard = WindowInfo {
            kind: WindowKind::Keyboard,
            bounds,
            layer: Some(1),
            rotation: below.rotation,
            ..WindowInfo::on(below.display)
        };
        self.windows.push(keyboard);
    }

    /// Says of each window whether it fills the screen with something to press. Bars and gesture areas lie at the edges.
    fn fill_targets(&mut self) {
        let screen = self.screen;
        let edge = screen.height() / 8;
        let targets: HashSet<usize> = self
            .nodes()
            .filter(|node| node.is_interactive())
            .filter(|node| {
                let middle = node
                    .visible_bounds()
                    .map(|bounds| i64::from(bounds.centre().y));
                middle.is_some_and(|middle| (edge..screen.height() - edge).contains(&middle))
            })
            .map(Node::window_index)
            .collect();
        for (index, window) in self.windows.iter_mut().enumerate() {
            let is_most =
                window.bounds.intersection(screen).area().saturating_mul(2) > screen.area();
            window.is_full_of_targets = is_most && targets.contains(&index);
        }
    }

    fn fill_screen(&mut self, size: Option<(i32, i32)>, surroundings: &Surroundings) {
        let told = surroundings.screen.and_then(|(width, height)| {
            Some((i32::try_from(width).ok()?, i32::try_from(height).ok()?))
        });
        let roots = self.nodes.iter().filter(|node| node.parent.is_none());
        let windows = self.windows.iter().map(|window| window.bounds);
        let reached = reach(windows.chain(roots.map(|node| node.bounds)))
            // Roots that do not say where they are leave it to what is in them.
            .or_else(|| reach(self.nodes.iter().map(|node| node.bounds)));
        // A dump may tell the size without the bars while its nodes lie below them.
        let given = size.map(|(width, height)| {
            // Nothing with area reaches nowhere.
            let (right, bottom) = reached.unwrap_or_default();
            (width.max(right), height.max(bottom))
        });
        // Nobody says it and nothing has area: a screen without area.
        let (width, height) = told.or(given).or(reached).unwrap_or_default();
        self.screen = Bounds::new(0, 0, width, height);
    }
}

/// The far corner of everything with area.
fn reach(bounds: impl Iterator<Item = Bounds>) -> Option<(i32, i32)> {
    bounds
        .filter(|bounds| !bounds.is_empty())
        .map(|bounds| (bounds.right, bounds.bottom))
        .reduce(|(width, height), (right, bottom)| (width.max(right), height.max(bottom)))
}

/// What a window without a type is, by its package.
fn guess(window: &WindowInfo, surroundings: &Surroundings) -> WindowKind {
    let package = window.package.as_str();
    if surroundings.keyboard.as_deref() == Some(package) || package.contains("inputmethod") {
        WindowKind::Keyboard
    } else if package == SYSTEM_UI || package == SYSTEM {
        WindowKind::System
    } else {
        WindowKind::Application
    }
}
