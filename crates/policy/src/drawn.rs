//! Which words are drawn on a control, or below it, without being inside.

use clawperator_ui::{Bounds, Node};

/// An icon takes at most this part of the shorter side of the screen, each way.
const ICON: i64 = 2;

/// Whether words that are a view of their own are what a control is pressed for. One with a name says so itself, so that
/// only what is mostly on it counts; of one without, everything that a person would read as its label.
pub(crate) fn labels(words: Node<'_>, control: Node<'_>, has_name: bool) -> bool {
    let (Some(own), Some(place)) = (words.visible_bounds(), control.visible_bounds()) else {
        return false;
    };
    words.window_index() == control.window_index()
        && (is_mostly_on(own, place)
            || (!has_name
                && (is_across(own, place) || (is_icon(control, place) && is_caption(own, place)))))
}

fn is_mostly_on(own: Bounds, place: Bounds) -> bool {
    own.intersection(place).area().saturating_mul(2) > own.area()
}

/// Whether words cover most of a place, or run across it: a text view may be much wider than what it says.
fn is_across(own: Bounds, place: Bounds) -> bool {
    let shared = own.intersection(place);
    let middle = own.centre().y;
    shared.area().saturating_mul(2) > place.area()
        || ((place.top..place.bottom).contains(&middle) && is_half(shared, own, place))
}

/// Whether something is about as small as icons are.
fn is_icon(control: Node<'_>, place: Bounds) -> bool {
    let screen = control.tree().screen();
    let longer = place.width().max(place.height());
    longer.saturating_mul(ICON) <= screen.width().min(screen.height())
}

/// Whether words stand right below a place and are aligned with it. What is much wider is the heading of something else,
/// unless it is centred.
fn is_caption(own: Bounds, place: Bounds) -> bool {
    let gap = i64::from(own.top) - i64::from(place.bottom);
    let is_below = gap >= -place.height() / 4 && gap <= place.height() / 2;
    let aside = i64::from(own.centre().x).abs_diff(i64::from(place.centre().x));
    let is_centred = aside.saturating_mul(4) <= place.width().unsigned_abs();
    let columns = Bounds::new(
        own.left.max(place.left),
        own.top,
        own.right.min(place.right),
        own.bottom,
    );
    let is_aligned = own.width() <= place.width().saturating_mul(2) && is_half(columns, own, place);
    is_below && (is_centred || is_aligned)
}

/// Whether two have at least half of the narrower one's width in common.
fn is_half(shared: Bounds, one: Bounds, other: Bounds) -> bool {
    let narrower = one.width().min(other.width());
    !shared.is_empty() && shared.width().saturating_mul(2) >= narrower
}
