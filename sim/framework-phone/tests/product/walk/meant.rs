//! What an action is meant to do, as the tree before it has it.

use clawperator_ui::{Bounds, Gesture, Node, Tree};
use serde_json::Value;

use super::super::rig::APP;
use super::name::{Name, own, recorded};

/// An action and what must come of it.
#[derive(Debug, Clone)]
pub(super) struct Meant {
    pub(super) action: Value,
    pub(super) deed: Deed,
}

/// What an action must do, and nothing else.
#[derive(Debug, Clone)]
pub(super) enum Deed {
    /// One finger on one node.
    Press(Target),
    /// One finger on one point.
    Point {
        at: String,
        is_alone: bool,
    },
    /// A text in one field.
    Type {
        names: Vec<String>,
        text: String,
        clear: bool,
        submit: bool,
    },
    /// A swipe.
    Scroll,
    /// Swipes until this text is on the screen, and then perhaps one finger on it.
    Search {
        text: String,
        press: bool,
    },
    /// A node's own words are told.
    Read {
        words: Vec<String>,
    },
    /// A node is found or not.
    Wait {
        is_there: bool,
    },
    Key {
        is_home: bool,
    },
    /// The page of this name comes to the front.
    Open {
        page: String,
    },
    /// The app comes to the front.
    OpenApp,
    /// The app goes.
    CloseApp,
    /// The screen is told.
    Snapshot {
        words: Vec<String>,
    },
    /// A picture is taken, or nothing is done.
    Still,
    /// A value is told that stands on the screen.
    Pair {
        words: Vec<String>,
    },
}

/// The node that is to be pressed.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub(super) name: Name,
    /// The names under which the app may record it.
    pub(super) names: Vec<String>,
    /// The names of everything else on the screen.
    pub(super) others: Vec<String>,
    /// Whether the app's page is all that there is, so that it feels every finger.
    pub(super) is_alone: bool,
    /// Where the finger must come down.
    pub(super) place: Option<Bounds>,
    gesture: Gesture,
}

impl Target {
    pub(super) fn of(tree: &Tree, name: Name, node: Node<'_>, gesture: Gesture) -> Self {
        let touched = node.touch_target(gesture).node;
        Self {
            name,
            // Whatever is around the place of a finger may take what the place itself does not.
            names: recorded(node)
                .chain(recorded(touched))
                .chain(touched.ancestors().flat_map(own))
                .collect(),
            others: tree
                .nodes()
                .filter(|other| !touched.is_ancestor_of(other.id()) && *other != touched)
                .flat_map(own)
                .collect(),
            is_alone: is_alone(tree) && touched.package() == APP,
            place: touched.visible_bounds(),
            gesture,
        }
    }

    /// The same node on another screen; as it was where that screen has none or several of the name.
    pub(super) fn again(&self, tree: &Tree) -> Self {
        match self.name.only(tree) {
            Some(node) => Self::of(tree, self.name.clone(), node, self.gesture),
            None => self.clone(),
        }
    }
}

/// Whether there is one window only.
pub(super) fn is_alone(tree: &Tree) -> bool {
    tree.windows().len() <= 1
}
