//! Tiles: texts in rows and columns, where what stands beside a label may be the next label.

use crate::bounds::Bounds;
use crate::node::Node;
use crate::pair::Paired;
use crate::role::Role;
use crate::row::lies_on;

/// How far two heights of one type size may differ, in pixels.
const SAME_HEIGHT: i64 = 2;

impl<'t> Node<'t> {
    /// What stands beside this label as its value, unless that may be another label.
    pub(crate) fn paired_unless_doubtful(self, beside: Self, boundary: Self) -> Paired<'t> {
        let around = match boundary.role() {
            Role::Listitem | Role::Card => boundary,
            _ if boundary.is_interactive() => boundary,
            _ => boundary.parent().unwrap_or(boundary),
        };
        let words: Vec<Word<'t>> = around.subtree().filter_map(Word::of).collect();
        let (Some(label), Some(value)) = (Word::of(self), Word::of(beside)) else {
            return Paired::With(beside);
        };
        if self.is_lain_on_by(beside) {
            return Paired::With(beside);
        }
        // What another text or a control lies on is a label, and has a cell of its own.
        let has_own = |label: Word<'t>, node: Self| {
            let place = node.visible_bounds();
            let is_on = place.is_some_and(|place| lies_on(place, label.place));
            is_on && (node.is_interactive() || label.node.is_lain_on_by(node))
        };
        let is_cell = around
            .subtree()
            .any(|node| has_own(label, node) || has_own(value, node));
        if is_cell || is_second(label, value, boundary, &words) {
            return Paired::Alone;
        }
        if value.is_figure() && !label.is_figure() {
            return Paired::With(beside);
        }
        let above = (label.above(&words), value.above(&words));
        let below = (label.below(&words), value.below(&words));
        if let (Some(first), Some(second)) = below
            && may_be_tiles((label, value), (first, second))
        {
            let below = first.node;
            return Paired::Unclear { beside, below };
        }
        match above {
            (Some(first), Some(second)) if may_be_tiles((label, value), (first, second)) => {
                Paired::Alone
            }
            _ => Paired::With(beside),
        }
    }
}

impl Node<'_> {
    /// Whether another text lies on the free end of this one, level with its middle.
    pub(crate) fn is_lain_on_by(self, other: Self) -> bool {
        let (Some(label), Some(value)) = (Word::of(self), Word::of(other)) else {
            return false;
        };
        let (label, value) = (label.place, value.place);
        let off_centre = i64::from(label.centre().y.abs_diff(value.centre().y));
        lies_on(value, label)
            && value.height() <= label.height()
            && off_centre * 4 <= label.height()
    }
}

/// A text that is no control, and where it is.
#[derive(Clone, Copy)]
struct Word<'t> {
    node: Node<'t>,
    place: Bounds,
}

impl<'t> Word<'t> {
    fn of(node: Node<'t>) -> Option<Self> {
        let is_word = !node.open_text().is_empty() && !node.is_interactive();
        let place = node.visible_bounds().filter(|_| is_word)?;
        Some(Self { node, place })
    }

    /// Whether it begins with a number, whatever sign is before it.
    fn is_figure(self) -> bool {
        let mut characters = self.node.open_text().chars();
        let first = characters.find(|character| character.is_alphanumeric());
        first.is_some_and(char::is_numeric)
    }

    /// The nearest of these in the column of this one, at most a line away.
    fn below(self, words: &[Self]) -> Option<Self> {
        self.nearest(words, |word| distance(self.place, word.place))
    }

    fn above(self, words: &[Self]) -> Option<Self> {
        self.nearest(words, |word| distance(word.place, self.place))
    }

    fn nearest(self, words: &[Self], distance: impl Fn(&Self) -> i64) -> Option<Self> {
        words
            .iter()
            .filter(|word| {
                let line = self.place.height().max(word.place.height());
                let is_near = (-SAME_HEIGHT..=line).contains(&distance(word));
                is_near && shared_width(self.place, word.place) > 0
            })
            .min_by_key(|word| distance(word))
            .copied()
    }
}

/// Whether a label and what is beside it may be two labels, with these two for values in the columns below or above.
///
/// They are if those are figures or have another type size; and where nothing but the place of the four says what
/// belongs together, they may be, unless one column is aligned to the left and the other to the right, as tables are.
fn may_be_tiles(row: (Word<'_>, Word<'_>), other: (Word<'_>, Word<'_>)) -> bool {
    let is_same_size = |one: Word<'_>, two: Word<'_>| {
        (one.place.height() - two.place.height()).abs() <= SAME_HEIGHT
    };
    let are_figures = other.0.is_figure() && other.1.is_figure();
    let is_in_rows_of_size = is_same_size(row.0, row.1)
        && is_same_size(other.0, other.1)
        && !is_same_size(row.0, other.0);
    let (label, value) = (row.0.node, row.1.node);
    let box_of_row = label
        .ancestors()
        .find(|around| around.is_ancestor_of(value.id()));
    let is_in_one_box = box_of_row.is_some_and(|around| around.is_ancestor_of(other.0.node.id()));
    let is_table = row.0.place.left == other.0.place.left
        && row.1.place.right == other.1.place.right
        && row.1.place.left != other.1.place.left;
    let is_told_by_place = is_in_one_box && !is_table;
    other.0.node != other.1.node && (are_figures || is_in_rows_of_size || is_told_by_place)
}

/// Whether a label is the second of two that stand on one height: `5 Balance 9 Limit`. The one before it is as near then.
fn is_second(label: Word<'_>, value: Word<'_>, boundary: Node<'_>, words: &[Word<'_>]) -> bool {
    let is_before = |word: &&Word<'_>| {
        if value.place.left >= label.place.left {
            word.place.right <= label.place.left
        } else {
            word.place.left >= label.place.right
        }
    };
    let before: Vec<(i64, &Word<'_>)> = words
        .iter()
        .filter(|word| boundary.is_ancestor_of(word.node.id()))
        .filter(|word| word.node.is_level_with(label.node))
        .filter(is_before)
        .map(|word| (gap(word.place, label.place), word))
        .collect();
    let nearest = before.iter().min_by_key(|(gap, _)| *gap);
    nearest.is_some_and(|(distance, word)| {
        before.len() % 2 == 1
            && *distance <= gap(label.place, value.place)
            && (word.is_figure() || !value.is_figure())
    })
}

fn gap(one: Bounds, other: Bounds) -> i64 {
    (i64::from(one.left) - i64::from(other.right)).max(i64::from(other.left) - i64::from(one.right))
}

/// How far one is above the other.
fn distance(upper: Bounds, lower: Bounds) -> i64 {
    i64::from(lower.top) - i64::from(upper.bottom)
}

fn shared_width(one: Bounds, other: Bounds) -> i64 {
    i64::from(one.right.min(other.right)) - i64::from(one.left.max(other.left))
}
