//! Labels and their values: `Battery` and the `85 %` that belongs to it.

use std::borrow::Cow;

use crate::node::Node;
use crate::role::Role;

/// The end of an id that tells the value of a settings row.
const SUMMARY: &str = "summary";

impl<'t> Node<'t> {
    /// The node that holds the value of this label; `None` when there is none in the label's row.
    ///
    /// It is the first node with words, or field, that follows the label under the same parent, else under the parent's
    /// parent and so on, but never outside the row, list item or card that the label is in; one whose id is `summary`
    /// comes before others of the same level. What lies below and has several words of its own is the next row, not a
    /// value. For a label that is a whole row, the value is inside: what follows its
    /// first label.
    #[must_use]
    pub fn value_node(self) -> Option<Self> {
        if self.is_interactive() && self.label().is_empty() {
            let title = self.tree().labelled(self.id().0 + 1..self.end()).next()?;
            return title.value_within(self);
        }
        self.value_within(self.row_boundary()?)
    }

    /// The text of the node as a value: an empty field has none, even where its hint stands in it.
    #[must_use]
    pub fn value(self) -> Cow<'t, str> {
        if self.role() == Role::Textfield {
            return if self.is_showing_hint() {
                "".into()
            } else {
                self.masked_text()
            };
        }
        self.words()
    }

    fn value_within(self, boundary: Self) -> Option<Self> {
        let mut inner = self;
        while inner != boundary {
            let parent = inner.parent()?;
            let followers: Vec<Self> = self
                .tree()
                .range(inner.end()..parent.end())
                .filter(|node| node.holds_value())
                .collect();
            let summary = followers.iter().find(|node| node.id_name() == SUMMARY);
            if let Some(value) = summary.or(followers.first()) {
                let is_value = inner == self || summary.is_some() || !value.is_in_next_row(inner);
                return is_value.then_some(*value);
            }
            inner = parent;
        }
        None
    }

    /// Whether this value stands among others in something below `label`, both being in the same parent.
    fn is_in_next_row(self, label: Self) -> bool {
        let holder = std::iter::once(self)
            .chain(self.ancestors())
            .find(|node| node.parent() == label.parent());
        holder.is_some_and(|holder| {
            let words = holder.subtree().filter(|node| node.holds_value()).count();
            words > 1 && label.bounds().bottom <= holder.bounds().top
        })
    }

    fn holds_value(self) -> bool {
        self.visible_bounds().is_some()
            && (self.role() == Role::Textfield || !self.label().is_empty())
    }

    /// What a label and its value are both in: the nearest list item, card or node with an action around the label,
    /// else the last one that is not most of the screen, else the parent.
    fn row_boundary(self) -> Option<Self> {
        let mut boundary = self.parent();
        for ancestor in self.ancestors() {
            if ancestor.is_most_of_screen() {
                break;
            }
            boundary = Some(ancestor);
            if matches!(ancestor.role(), Role::Listitem | Role::Card) || ancestor.is_interactive() {
                break;
            }
        }
        boundary
    }
}
