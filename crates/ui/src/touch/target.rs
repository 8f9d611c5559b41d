//! Which node takes a gesture that is meant for a match.

use crate::find::Matches;
use crate::flags::Flags;
use crate::node::Node;
use crate::role::Role;

/// The most levels that a gesture is handed up.
pub const MAX_PROMOTION: usize = 8;

/// What is to be done with a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gesture {
    Tap,
    LongPress,
    /// Give it the focus.
    Focus,
    /// Type into it.
    Type,
}

/// The node that takes a gesture, and the match it is meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TouchTarget<'t> {
    /// The node that was found.
    pub matched: Node<'t>,
    /// The node that takes the gesture: the match itself or one around it.
    pub node: Node<'t>,
    /// Whether that node says that it takes such a gesture.
    pub takes_gesture: bool,
}

impl<'t> Node<'t> {
    /// The node that takes a gesture meant for this one.
    ///
    /// It is handed up to the nearest node that takes it, at most [`MAX_PROMOTION`] levels, and never to one that is
    /// most of the screen: a page that takes taps anywhere is not what a label in it means. Typing is also handed down
    /// when there is one field inside.
    #[must_use]
    pub fn touch_target(self, gesture: Gesture) -> TouchTarget<'t> {
        const PRESSED: Flags = Flags::CLICKABLE.with(Flags::LONG_CLICKABLE);
        let around = || {
            std::iter::once(self).chain(
                self.ancestors()
                    .take(MAX_PROMOTION)
                    .take_while(|ancestor| !ancestor.is_most_of_screen()),
            )
        };
        let taker = match gesture {
            Gesture::Tap => around()
                .find(|node| node.is_clickable() || node.is_slider())
                .or_else(|| Some(self).filter(|node| node.takes_undeclared_taps())),
            // A click taker in between takes a long press too, and makes a click of it.
            Gesture::LongPress => around()
                .find(|node| node.flags().has_any(PRESSED))
                .filter(|node| node.is_long_clickable()),
            Gesture::Focus => around().find(|node| node.flags().has(Flags::FOCUSABLE)),
            Gesture::Type => around()
                .find(|node| node.role() == Role::Textfield)
                .or_else(|| self.only_field_inside()),
        };
        match taker {
            Some(node) => TouchTarget {
                matched: self,
                node,
                takes_gesture: true,
            },
            // Many views handle a long press without saying so.
            None if gesture == Gesture::LongPress => TouchTarget {
                takes_gesture: false,
                ..self.touch_target(Gesture::Tap)
            },
            None => TouchTarget {
                matched: self,
                node: self,
                takes_gesture: false,
            },
        }
    }

    /// Whether it is something that people tap although it does not say that it takes clicks.
    fn takes_undeclared_taps(self) -> bool {
        self.is_checkable() || matches!(self.role(), Role::Textfield | Role::Slider)
    }

    fn only_field_inside(self) -> Option<Self> {
        let mut fields = self
            .descendants()
            .filter(|node| node.role() == Role::Textfield && node.visible_bounds().is_some());
        let field = fields.next();
        field.filter(|_| fields.next().is_none())
    }
}

impl<'t> Matches<'t> {
    /// The nodes that take a gesture meant for the matches, each once, in the order of the matches.
    ///
    /// Several matches with one target are no ambiguity: a row and the label in it are the same thing to a finger.
    #[must_use]
    pub fn targets(&self, gesture: Gesture) -> Vec<TouchTarget<'t>> {
        let mut targets: Vec<TouchTarget<'t>> = Vec::with_capacity(self.nodes.len());
        let mut known = std::collections::HashSet::new();
        for node in &self.nodes {
            let target = node.touch_target(gesture);
            if known.insert(target.node.id()) {
                targets.push(target);
            }
        }
        targets
    }
}
