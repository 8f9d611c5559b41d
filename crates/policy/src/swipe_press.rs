//! A swipe that is a press.
//!
//! A view that has a finger on it keeps it while the finger stays on the view, and is pressed when it goes up there. It
//! loses the finger only to something around it, or in it, that scrolls the way the finger goes, once that has gone far
//! enough. A finger that takes long to go so far holds the view down meanwhile, which is a long press. How far that is
//! differs from phone to phone, and so does the time: what is taken here is more than any phone's distance, and less than
//! any phone's time, because a press that is taken for a swipe is judged by nobody.

use clawperator_contract::Capability;
use clawperator_engine::{Met, Touch};
use clawperator_ui::{Axis, Node, Point};

/// How far a finger goes, in pixels, before it is sure to be taken for one that is drawn: 16 units at 4 pixels each, twice
/// what the platform takes.
const SURELY_DRAWN: u32 = 64;
/// For how long a finger rests, in milliseconds, before it may be taken for a long press. The shortest that a person can
/// choose is 400.
const MAY_HOLD_MS: u64 = 350;

/// A finger that is drawn from one point to another, as it may be taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DrawnFinger {
    from: Point,
    to: Point,
    millis: u32,
}

impl DrawnFinger {
    /// Nothing for a touch that is not drawn.
    pub(crate) const fn of(touch: Touch<'_>) -> Option<Self> {
        match touch {
            Touch::Swipe { from, to, millis } => Some(Self { from, to, millis }),
            Touch::Tap(_)
            | Touch::DoubleTap(_)
            | Touch::Hold { .. }
            | Touch::Drag { .. }
            | Touch::Paths(_) => None,
        }
    }

    /// Whether the finger goes neither up nor down.
    pub(crate) const fn is_level(self) -> bool {
        self.from.y == self.to.y
    }

    /// Whether the finger ends where it began, as far as a phone can tell.
    pub(crate) fn is_in_place(self) -> bool {
        self.across() <= SURELY_DRAWN && self.down() <= SURELY_DRAWN
    }

    /// What it does besides what it does to the nodes on its way.
    pub(crate) fn capabilities(self) -> impl Iterator<Item = Capability> {
        let holds = self.may_hold().then_some(Capability::LongClick);
        holds.into_iter().chain([Capability::Navigate])
    }

    /// Whether the finger is where it went down for as long as a long press takes.
    fn may_hold(self) -> bool {
        let distance = u64::from(self.across().max(self.down()));
        // The time that it takes to leave the place.
        let resting = u64::from(self.millis) * u64::from(SURELY_DRAWN) / distance.max(1);
        resting.min(u64::from(self.millis)) >= MAY_HOLD_MS
    }

    /// The nodes that are pressed when a finger goes up that has left its place; those that have it when it goes down, where
    /// it may hold them.
    pub(crate) fn pressed<'t>(self, met: &Met<'t>) -> Vec<Node<'t>> {
        let here: Vec<Node<'t>> = met
            .nodes
            .iter()
            .copied()
            .filter(|node| node.bounds().contains(self.from))
            .collect();
        let holds = self.may_hold();
        let is_pressed =
            |node: &Node<'t>| takes_presses(*node) && (holds || self.stays_on(*node, &here));
        here.iter().copied().filter(is_pressed).collect()
    }

    /// Whether the finger goes up on a node that nothing has taken it from.
    fn stays_on(self, node: Node<'_>, here: &[Node<'_>]) -> bool {
        let reach = i32::try_from(SURELY_DRAWN).unwrap_or(i32::MAX);
        let bounds = node.bounds();
        let goes_up_there = self.to.x >= bounds.left.saturating_sub(reach)
            && self.to.x < bounds.right.saturating_add(reach)
            && self.to.y >= bounds.top.saturating_sub(reach)
            && self.to.y < bounds.bottom.saturating_add(reach);
        let takes_it_away = |other: &Node<'_>| {
            let is_related = other.is_ancestor_of(node.id()) || node.is_ancestor_of(other.id());
            *other != node && is_related && other.is_scrollable() && self.scrolls(*other, node)
        };
        goes_up_there && !here.iter().any(takes_it_away)
    }

    /// Whether what scrolls surely scrolls this way. Which way it scrolls is not always known: what lies in a node then
    /// counts as scrolling the way the finger goes, what lies around it does not.
    fn scrolls(self, scroller: Node<'_>, node: Node<'_>) -> bool {
        let (across, down) = (self.across() > SURELY_DRAWN, self.down() > SURELY_DRAWN);
        match scroller.scroll_axis() {
            Some(Axis::Horizontal) => across,
            Some(Axis::Vertical) => down,
            None => node.is_ancestor_of(scroller.id()) && (across || down),
        }
    }

    const fn across(self) -> u32 {
        self.from.x.abs_diff(self.to.x)
    }

    const fn down(self) -> u32 {
        self.from.y.abs_diff(self.to.y)
    }
}

fn takes_presses(node: Node<'_>) -> bool {
    node.is_clickable() || node.is_long_clickable() || node.is_checkable()
}
