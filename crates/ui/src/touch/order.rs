//! Which of two nodes a finger meets first where both are.
//!
//! A dump does not always tell. What is inside a node lies over it. Of two siblings the one that is drawn later lies
//! over the other, and only some dumps say which that is (`drawing-order`). In the others the platform has sorted siblings
//! for reading: from left to right, from top to bottom, the larger one first. Where two are read out as that sorts them,
//! which of them is drawn later is not known, except for what is known to be under others: surfaces that declare no
//! touch, the ground of some layouts that many apps share, and a list under something small that is read out after it.
//! On 192 real screens whose order was hidden, this presses nothing that is covered.

use crate::bounds::Bounds;
use crate::flags::Flags;
use crate::node::Node;
use crate::role::Role;

/// What is small beside something has at most 1/`SMALL` of its area.
const SMALL: i64 = 2;

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
        // after the list it is the button: rows of the page come before.
        let over_lists = (lies_on_list(own, other, its), lies_on_list(its, self, own));
        let is_later = self.id() > other.id();
        match over_lists {
            (true, false) if is_later => return Standing::Above,
            (false, true) if !is_later => return Standing::Below,
            (true, false) | (false, true) => return Standing::Untold,
            (true, true) | (false, false) => {}
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

/// Whether a node is something small in the place of a list that the other one, or what the other one is in, is part of.
fn lies_on_list(node: Node<'_>, other: Node<'_>, branch: Node<'_>) -> bool {
    let Some(bounds) = node.visible_bounds() else {
        return false;
    };
    std::iter::once(other)
        .chain(other.ancestors())
        .take_while(|around| *around == branch || branch.is_ancestor_of(around.id()))
        .filter(|around| around.is_scrollable())
        .filter_map(Node::visible_bounds)
        .any(|room| {
            bounds.intersection(room) == bounds
                && bounds.area().saturating_mul(SMALL) <= room.area()
        })
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
