//! Which of two nodes a finger meets first where both are.
//!
//! A dump does not always tell. What is inside a node lies over it. Of two siblings the one that is drawn later lies
//! over the other, and only some dumps say which that is (`drawing-order`). In the others the platform has sorted siblings
//! for reading: from left to right, from top to bottom, the larger one first. Where two are read out as that sorts them,
//! which of them is drawn later is not known, except for what is known to be under others: surfaces that declare no
//! touch, the ground of some layouts that many apps share, and a page that scrolls under something small near a corner
//! of it that is read out after it. On 192 real screens whose order was hidden, this presses nothing that is covered.

use crate::bounds::Bounds;
use crate::flags::Flags;
use crate::node::Node;
use crate::role::Role;

/// What is small beside something has at most 1/`SMALL` of its area.
const SMALL: i64 = 2;
/// What is near a corner is at most 1/`NEAR` of the window's width from it.
const NEAR: i64 = 5;

/// How one thing lies to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Over it.
    Above,
    /// Under it.
    Below,
    /// The dump does not tell.
    Untold,
}

impl Standing {
    const fn above_if(is_above: bool) -> Self {
        if is_above { Self::Above } else { Self::Below }
    }
}

impl Node<'_> {
    /// How this node lies to another one of the same tree.
    pub(crate) fn standing_to(self, other: Self) -> Standing {
        if other.is_ancestor_of(self.id()) {
            return Standing::Above;
        }
        if self.is_ancestor_of(other.id()) {
            return Standing::Below;
        }
        if self.window_index() != other.window_index() {
            return self.standing_of_window(other);
        }
        let (own, its) = branches(self, other);
        let orders = (own.drawing_order(), its.drawing_order());
        if let (Some(own), Some(its)) = orders
            && own != its
        {
            return Standing::above_if(own > its);
        }
        // What is small and lies on a list is a button over it, or a row of a page that the list has come over. Read out
        // after the list it is the button if it floats over a page; a shorter list may be one of suggestions.
        let over_lists = (on_list(own, other, its), on_list(its, self, own));
        let is_later = self.id() > other.id();
        match over_lists {
            (Some(OnList::Floating), None) if is_later => return Standing::Above,
            (None, Some(OnList::Floating)) if !is_later => return Standing::Below,
            (Some(_), None) if !is_later => return Standing::Untold,
            (None, Some(_)) if is_later => return Standing::Untold,
            _ => {}
        }
        let (first, second) = if is_later { (its, own) } else { (own, its) };
        if !is_sorted_by_place(first.bounds(), second.bounds()) {
            return Standing::above_if(is_later);
        }
        match (is_ground(other, self, own), is_ground(self, other, its)) {
            (true, false) => Standing::Above,
            (false, true) => Standing::Below,
            (true, true) | (false, false) => Standing::Untold,
        }
    }

    fn standing_of_window(self, other: Self) -> Standing {
        match (self.window(), other.window()) {
            (Some(own), Some(its)) if own.is_above(its) => Standing::Above,
            (Some(own), Some(its)) if its.is_above(own) || own.display != its.display => {
                Standing::Below
            }
            _ => Standing::Untold,
        }
    }
}

/// The siblings, or roots, that two nodes of one window are in.
fn branches<'t>(one: Node<'t>, other: Node<'t>) -> (Node<'t>, Node<'t>) {
    let branch = |node: Node<'t>, apart: Node<'t>| {
        std::iter::once(node)
            .chain(node.ancestors())
            .take_while(|around| *around != apart && !around.is_ancestor_of(apart.id()))
            .last()
            .unwrap_or(node)
    };
    (branch(one, other), branch(other, one))
}

/// How something small lies on a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OnList {
    /// Near a corner of a list that takes most of the window, as floating buttons and bars are.
    Floating,
    Within,
}

/// How a node lies on a list that the other one, or what the other one is in, is part of, if it is small beside it.
fn on_list(node: Node<'_>, other: Node<'_>, branch: Node<'_>) -> Option<OnList> {
    let bounds = node.visible_bounds()?;
    let window = node
        .window()
        .map_or(node.tree().screen(), |window| window.bounds);
    std::iter::once(other)
        .chain(other.ancestors())
        .take_while(|around| *around == branch || branch.is_ancestor_of(around.id()))
        .filter(|around| around.is_scrollable())
        .filter_map(Node::visible_bounds)
        .filter(|room| {
            bounds.intersection(*room) == bounds
                && bounds.area().saturating_mul(SMALL) <= room.area()
        })
        .map(|room| {
            let is_page = room.area().saturating_mul(4) >= window.area().saturating_mul(3);
            if is_page && from_corner(bounds, room).saturating_mul(NEAR) <= window.width() {
                OnList::Floating
            } else {
                OnList::Within
            }
        })
        .next()
}

/// How far something is from the nearest corner of what it lies on, along the farther of both sides.
fn from_corner(bounds: Bounds, room: Bounds) -> i64 {
    let apart = |one: i32, other: i32| i64::from(one.abs_diff(other));
    let across = apart(bounds.left, room.left).min(apart(bounds.right, room.right));
    let along = apart(bounds.top, room.top).min(apart(bounds.bottom, room.bottom));
    across.max(along)
}

/// Whether something is known for what others stand on, as this one does that is in this branch.
fn is_ground(ground: Node<'_>, other: Node<'_>, branch: Node<'_>) -> bool {
    is_ground_of_icons(ground, branch)
        || is_ground_in_library(ground, other, branch)
        || (is_plain_surface(ground) && holds(ground.bounds(), other.bounds()))
}

/// Whether something is a surface that declares no touch. One that does may be a film or an advertisement over a page.
fn is_plain_surface(node: Node<'_>) -> bool {
    const TOUCHED: Flags = Flags::CLICKABLE
        .with(Flags::LONG_CLICKABLE)
        .with(Flags::CHECKABLE)
        .with(Flags::SCROLLABLE);
    node.is_bare_surface() && !node.flags().has_any(TOUCHED)
}

/// Whether something waits for long presses only under what is in its place, as behind a launcher's icons: what catches
/// touches over a page takes clicks.
fn is_ground_of_icons(ground: Node<'_>, branch: Node<'_>) -> bool {
    ground.bounds() == branch.bounds()
        && ground.id() < branch.id()
        && ground.flags().has(Flags::LONG_CLICKABLE)
        && !ground.is_clickable()
}

/// Whether this is the ground of a layout that many apps take from the same library: the place beside a Material bottom
/// sheet, a Material text field under its icon, the shade of the system under its tiles.
fn is_ground_in_library(ground: Node<'_>, other: Node<'_>, branch: Node<'_>) -> bool {
    match ground.id_name() {
        "touch_outside" => branch.id_name() == "design_bottom_sheet",
        "scrim_behind" => ground.package() == "com.android.systemui",
        _ => {
            matches!(ground.role(), Role::Textfield | Role::Dropdown)
                && matches!(
                    other.id_name(),
                    "text_input_start_icon" | "text_input_end_icon"
                )
        }
    }
}

/// Whether one is inside the other and smaller.
fn holds(outer: Bounds, inner: Bounds) -> bool {
    outer != inner && outer.intersection(inner) == inner
}

/// Whether the platform reads two out in this order by where they are, whichever is drawn later. Where a language is read
/// from right to left, so are siblings. Two of the same place are read out as somebody first asked for them.
fn is_sorted_by_place(first: Bounds, second: Bounds) -> bool {
    let rest = |bounds: Bounds| (bounds.top, -bounds.height(), -bounds.width());
    let from_right = |bounds: Bounds| -i64::from(bounds.right);
    (first.left, rest(first)) <= (second.left, rest(second))
        || (from_right(first), rest(first)) <= (from_right(second), rest(second))
}
