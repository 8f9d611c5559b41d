//! Labels and their values: `Battery` and the `85 %` that belongs to it.

use std::borrow::Cow;

use crate::node::Node;
use crate::role::Role;

/// The end of an id that tells the value of a settings row.
const SUMMARY: &str = "summary";

/// What stands beside or below a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paired<'t> {
    /// The value that belongs to the label.
    With(Node<'t>),
    /// Nothing does.
    Alone,
    /// Either of two could, and nothing tells which.
    Unclear {
        /// The one in the row of the label.
        beside: Node<'t>,
        below: Node<'t>,
    },
}

impl<'t> Node<'t> {
    /// The node that holds the value of this label; `None` when there is none, or none can be told.
    #[must_use]
    pub fn value_node(self) -> Option<Self> {
        match self.paired() {
            Paired::With(value) => Some(value),
            Paired::Alone | Paired::Unclear { .. } => None,
        }
    }

    /// What belongs to this label, by where things stand.
    ///
    /// A value follows its label and is never outside the row, list item or card that the label is in. It is a
    /// `summary` of that row, else what stands on the label's own height, else what is alone with the label in a box of
    /// their own, else the field below it. Two boxes side by side that each hold several texts are read in rows or in
    /// columns, and only ids tell which; without them the answer is [`Paired::Unclear`]. So it is where tiles stand side
    /// by side; and where the value may as well stand above or before its label, there is none.
    ///
    /// For a label that is a whole row, the value is inside: what belongs to its first label.
    #[must_use]
    pub fn paired(self) -> Paired<'t> {
        if self.is_interactive() && self.label().is_empty() {
            let title = self.tree().labelled(self.id().0 + 1..self.end()).next();
            return title.map_or(Paired::Alone, |title| title.paired_within(self));
        }
        match self.row_boundary() {
            Some(boundary) => self.paired_within(boundary),
            None => Paired::Alone,
        }
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

    fn paired_within(self, boundary: Self) -> Paired<'t> {
        let mut inner = self;
        // What follows below in the label's own box, and whether the two are alone there.
        let mut below: Option<(Self, Alone)> = None;
        while inner != boundary {
            let Some(parent) = inner.parent() else { break };
            let followers: Vec<Self> = self
                .tree()
                .range(inner.end()..parent.end())
                .filter(|node| node.holds_value())
                .collect();
            if let Some(summary) = self.summary_among(&followers, inner) {
                return Paired::With(summary);
            }
            if let Some(beside) = self.beside(&followers) {
                return match below {
                    None => self.paired_unless_doubtful(beside, boundary),
                    Some((below, _)) => Paired::Unclear { beside, below },
                };
            }
            // What has something of another kind beside it is a label itself.
            if let Some((below, alone)) = &mut below
                && followers
                    .iter()
                    .any(|node| below.is_level_with(*node) && !below.is_of_same_id(*node))
            {
                *alone = Alone::No;
            }
            if below.is_none() {
                let first = followers.iter().find(|node| !self.is_of_same_id(**node));
                if let Some(first) = first.filter(|first| self.is_above(**first)) {
                    if first.role() == Role::Textfield && followers.first() == Some(first) {
                        return Paired::With(*first);
                    }
                    let words = parent.subtree().filter(|node| node.holds_value());
                    let others =
                        words.filter(|node| *node != self && !self.is_ancestor_of(node.id()));
                    let is_own_box = inner == self && first.parent() == Some(parent);
                    let alone = if is_own_box && others.count() == 1 {
                        Alone::Yes
                    } else {
                        Alone::No
                    };
                    below = Some((*first, alone));
                }
            }
            inner = parent;
        }
        match below {
            Some((below, Alone::Yes)) => Paired::With(below),
            Some((_, Alone::No)) | None => Paired::Alone,
        }
    }

    /// The summary of the label's row, unless another label stands before it.
    fn summary_among(self, followers: &[Self], inner: Self) -> Option<Self> {
        let at = followers
            .iter()
            .position(|node| node.id_name() == SUMMARY)?;
        let mut before = followers.iter().take(at);
        let summary = *followers.get(at)?;
        let is_own = before.all(|node| !self.is_of_same_id(*node));
        (is_own && !summary.is_in_next_row(inner)).then_some(summary)
    }

    /// The nearest of these on the height of the label; words come before controls.
    fn beside(self, followers: &[Self]) -> Option<Self> {
        followers
            .iter()
            .copied()
            .filter(|node| self.is_level_with(*node) && !self.is_of_same_id(*node))
            .filter_map(|node| Some((node, self.gap_to(node)?)))
            .min_by_key(|(node, gap)| (node.is_control(), *gap))
            .map(|(node, _)| node)
    }

    /// How far apart two nodes of one row are; `None` where one stands over the other. What lies on the free end of a
    /// label is nearest to it.
    fn gap_to(self, other: Self) -> Option<i32> {
        let (one, two) = (self.visible_bounds()?, other.visible_bounds()?);
        let gap = (two.left.saturating_sub(one.right)).max(one.left.saturating_sub(two.right));
        if self.is_lain_on_by(other) {
            return Some(-1);
        }
        (gap >= 0).then_some(gap)
    }

    fn is_control(self) -> bool {
        self.role() != Role::Textfield && self.is_interactive()
    }

    fn is_above(self, other: Self) -> bool {
        self.bounds().centre().y < other.bounds().top
    }

    /// Whether two nodes are of one kind: labels have the id of labels.
    fn is_of_same_id(self, other: Self) -> bool {
        !self.resource_id().is_empty() && self.resource_id() == other.resource_id()
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

/// Whether a label and what is below it have a box of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Alone {
    Yes,
    No,
}
