//! Rows: the labels that stand with a node and tell it from others.

use std::borrow::Cow;

use crate::bounds::Bounds;
use crate::node::Node;
use crate::role::Role;

/// The most labels that a row has.
pub const MAX_ROW_LABELS: usize = 32;
/// The most labels and nodes of the same kind that are looked at around a node.
const MAX_AROUND: usize = 128;
/// The most levels that a row is looked for upwards; nineteen of twenty are within three.
pub const MAX_ROW_LEVELS: usize = 8;
/// How far a label may reach over the edge of the node that it stands beside, in pixels.
const OVERLAP: i32 = 5;
/// What is higher than this part of the screen is a text to read and not a label.
const HIGHEST_LABEL: i64 = 8;

/// The surroundings of a node that tell it from others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row<'t> {
    /// The node that holds the row; the node itself where what it holds is its row.
    pub node: Node<'t>,
    /// Its labels, normalised, each once: the best to tell the node by comes first.
    pub labels: Vec<Cow<'t, str>>,
    /// Those of them that are no other control's.
    pub plain: Vec<Cow<'t, str>>,
}

impl<'t> Node<'t> {
    /// The row that the node stands in: the plain labels of the nearest node around it that has some, is not most of
    /// the screen and holds no other of the same kind.
    ///
    /// Others of the same kind are those of the same name; for a node that something can be done with and that has no
    /// name, those of the same role without one. Where the next node up holds such others, or is most of the screen,
    /// only labels on the height of the node are of its row: toolkits that draw their own nodes have none for a row.
    /// A node without a name has only such labels if there are any at all; a field also takes the label right above.
    ///
    /// A label is plain if nothing can be done with it, nor with what it lies in, unless that holds the node too. What
    /// somebody typed is no label. The name of another control counts in one place only: see `row_of_control`.
    #[must_use]
    pub fn row(self) -> Option<Row<'t>> {
        let is_nameless = self.is_interactive() && self.name().is_none();
        let mut top = None;
        let mut has_twin = false;
        let mut not_beside = None;
        for ancestor in self.ancestors().take(MAX_ROW_LEVELS) {
            top = Some(ancestor);
            has_twin = has_twin || self.has_twin_in(ancestor);
            if ancestor.is_most_of_screen() {
                break;
            }
            if is_nameless || has_twin {
                let labels = self.labels_beside(ancestor);
                if !labels.is_empty() {
                    return self.row_of(ancestor, labels);
                }
            }
            if !has_twin && not_beside.is_none() {
                let labels = self.labels_in(ancestor);
                not_beside = self.row_of(ancestor, labels);
                if !is_nameless && not_beside.is_some() {
                    break;
                }
            }
        }
        if not_beside.is_some() {
            return not_beside;
        }
        let top = top.filter(|_| is_nameless || has_twin)?;
        let labels = self.labels_beside(top);
        if !labels.is_empty() {
            return self.row_of(top, labels);
        }
        if is_nameless && matches!(self.role(), Role::Textfield | Role::Dropdown | Role::Slider) {
            let above = self.label_above(top);
            return above.and_then(|label| self.row_of(top, vec![label]));
        }
        self.row_of_control(has_twin).or_else(|| self.row_inside())
    }

    /// The row of a target whose words are not those in it: what it holds tells it apart. Plain labels come first.
    fn row_inside(self) -> Option<Row<'t>> {
        let is_nameless = self.name().is_none();
        let is_plain = |label: &Self| label.owner().is_none_or(|owner| owner == self);
        let mut labels: Vec<Self> = self
            .tree()
            .labelled(self.id().0 + 1..self.end())
            .take(MAX_AROUND)
            .filter(|_| self.is_interactive())
            .filter(|label| label.role() != Role::Textfield && label.named_by() != Some(self))
            .filter(|label| is_nameless || is_plain(label))
            .collect();
        labels.sort_by_key(|label| !is_plain(label));
        self.row_of(self, labels)
    }

    /// The row of one of several of its kind whose only companion is a larger target on its height: `Follow` beside
    /// `Ada`.
    fn row_of_control(self, has_twin: bool) -> Option<Row<'t>> {
        let is_kind = self.name().is_some() || self.is_checkable();
        if !has_twin || !self.is_interactive() || !is_kind {
            return None;
        }
        let own = self.visible_bounds()?;
        let parent = self.ancestors().take(MAX_ROW_LEVELS).find(|ancestor| {
            let mut labels = self.labelled_around(*ancestor);
            labels.any(|label| label.role() != Role::Textfield)
        })?;
        if self.has_twin_in(parent) || parent.is_most_of_screen() {
            return None;
        }
        let mut owners: Vec<Self> = self
            .labelled_around(parent)
            .filter_map(Self::owner)
            .collect();
        owners.dedup();
        let [owner] = owners.as_slice() else {
            return None;
        };
        let is_larger = owner.visible_bounds()?.area() > own.area();
        let is_row = is_larger && owner.role() != Role::Textfield && owner.is_on_height_of(own);
        let labels = self
            .labelled_around(parent)
            .filter(|label| label.owner() == Some(*owner))
            .collect();
        is_row.then(|| self.row_of(parent, labels))?
    }

    /// A row of what these labels say besides the node's own name; `None` when that is nothing.
    fn row_of(self, node: Self, labels: Vec<Self>) -> Option<Row<'t>> {
        let name = self.name();
        let mut row = Row {
            node,
            labels: Vec::new(),
            plain: Vec::new(),
        };
        for node in labels {
            let label = node.label();
            let is_new = name.as_ref() != Some(&label) && !row.labels.contains(&label);
            if is_new && row.labels.len() < MAX_ROW_LABELS {
                if node.is_plain_beside(self) {
                    row.plain.push(label.clone());
                }
                row.labels.push(label);
            }
        }
        Some(row).filter(|row| !row.labels.is_empty())
    }

    /// The nodes with a label in an ancestor, but for those in this node and around it.
    fn labelled_around(self, ancestor: Self) -> impl Iterator<Item = Self> {
        let before = self.tree().labelled(ancestor.id().0..self.id().0);
        before
            .filter(move |label| !label.is_ancestor_of(self.id()))
            .chain(self.tree().labelled(self.end()..ancestor.end()))
            .take(MAX_AROUND)
    }

    /// The other nodes in an ancestor of the same name, or of the same role without a name.
    fn twins_in(self, ancestor: Self) -> impl Iterator<Item = Self> {
        let name = self.name();
        let role = self.role();
        let is_nameless = name.is_none() && self.is_interactive();
        let tree = self.tree();
        let nameless = [ancestor.id().0..self.id().0, self.end()..ancestor.end()]
            .into_iter()
            .filter(move |_| is_nameless)
            .flat_map(|range| tree.nameless(range))
            .filter(move |twin| twin.role() == role && !twin.is_ancestor_of(self.id()));
        let named = self
            .labelled_around(ancestor)
            .filter(move |label| name.as_ref().is_some_and(|name| label.label() == *name));
        nameless.chain(named).take(MAX_AROUND)
    }

    fn has_twin_in(self, ancestor: Self) -> bool {
        self.twins_in(ancestor).next().is_some()
    }

    /// The plain labels in an ancestor and the words of what lies around this node up to there.
    fn labels_in(self, ancestor: Self) -> Vec<Self> {
        let plain = self
            .labelled_around(ancestor)
            .filter(|label| label.is_plain_beside(self) && self.name() != Some(label.label()));
        let mut labels: Vec<Self> = self
            .ancestors()
            .take_while(|outer| outer.id() >= ancestor.id())
            .filter(|outer| !outer.label().is_empty() && outer.visible_bounds().is_some())
            .collect();
        labels.extend(plain.take(MAX_ROW_LABELS));
        labels.sort_by_key(|label| label.id());
        labels
    }

    /// The plain labels in an ancestor that stand to the left or right of this node, on its height, or that it lies on.
    ///
    /// A label that fills its cell, with a control at its end, is that control's before any neighbour's. Where others
    /// of its kind stand on that height too, each label belongs to one of them: to the next one if labels come before
    /// what they name, to the one before if they come behind, else to the nearest. A node that no label belongs to has
    /// all that are nobody's, as the buttons behind a title have.
    fn labels_beside(self, ancestor: Self) -> Vec<Self> {
        let Some(own) = self.visible_bounds() else {
            return Vec::new();
        };
        if is_crowded(ancestor) {
            return Vec::new();
        }
        let labels = self.labels_level_in(ancestor, own);
        let rivals = self.rivals_in(ancestor);
        let is_free = |label: Self, bounds: Bounds| {
            !rivals.iter().any(|(rival, place)| {
                !rival.is_ancestor_of(label.id())
                    && !label.is_ancestor_of(rival.id())
                    && takes_away(*place, own, bounds)
            })
        };
        let on: Vec<(Self, Bounds)> = labels
            .iter()
            .copied()
            .filter(|(_, bounds)| lies_on(own, *bounds))
            .collect();
        if !on.is_empty() {
            // A title that several lie on is the title of all, unless another label could be meant.
            let is_mine =
                |(label, bounds): &(Self, Bounds)| labels.len() == 1 || is_free(*label, *bounds);
            return on
                .into_iter()
                .filter(is_mine)
                .map(|(label, _)| label)
                .collect();
        }
        let labels: Vec<(Self, Bounds)> = labels
            .into_iter()
            .filter(|(label, bounds)| gap(*bounds, own).is_some() && is_free(*label, *bounds))
            .collect();
        let twins: Vec<Bounds> = self
            .twins_in(ancestor)
            .filter(|twin| twin.is_on_height_of(own))
            .filter_map(Self::visible_bounds)
            .collect();
        let is_mine = |label: &Bounds| owner_of(*label, own, &twins, &labels) == own;
        let mine: Vec<Self> = labels
            .iter()
            .filter(|(_, bounds)| is_mine(bounds))
            .map(|(label, _)| *label)
            .collect();
        if mine.is_empty() {
            return labels.into_iter().map(|(label, _)| label).collect();
        }
        mine
    }

    /// The plain labels in an ancestor that are on the height of this node, and where they are.
    fn labels_level_in(self, ancestor: Self, own: Bounds) -> Vec<(Self, Bounds)> {
        let highest = self.tree().screen().height() / HIGHEST_LABEL;
        self.labelled_around(ancestor)
            .filter(|label| label.is_plain_beside(self) && self.name() != Some(label.label()))
            .filter_map(|label| Some((label, label.visible_bounds()?)))
            .filter(|(label, bounds)| label.is_on_height_of(own) && bounds.height() < highest)
            .collect()
    }

    /// What else in an ancestor a label could belong to: those of this node's kind and all controls without a name.
    fn rivals_in(self, ancestor: Self) -> Vec<(Self, Bounds)> {
        let nameless = self.tree().nameless(ancestor.id().0..ancestor.end());
        nameless
            .take(MAX_AROUND)
            .filter(|other| *other != self && !other.is_ancestor_of(self.id()))
            .filter(|other| !self.is_ancestor_of(other.id()))
            .chain(self.twins_in(ancestor))
            .filter_map(|other| Some((other, other.visible_bounds()?)))
            .collect()
    }

    /// The plain label right above a field, unless it stands beside a control without a name, whose label it is then.
    fn label_above(self, ancestor: Self) -> Option<Self> {
        let own = self.visible_bounds()?;
        let is_of_another = |bounds: Bounds| {
            let range = ancestor.id().0..ancestor.end();
            let others = self.tree().nameless(range).take(MAX_AROUND);
            let mut others = others.filter(|other| *other != self);
            others.any(|other| other.is_on_height_of(bounds))
        };
        self.labelled_around(ancestor)
            .filter(|label| label.is_plain_beside(self))
            .filter_map(|label| Some((label, label.visible_bounds()?)))
            .filter(|(_, bounds)| {
                let distance = i64::from(own.top) - i64::from(bounds.bottom);
                (i64::from(-OVERLAP)..=2 * bounds.height()).contains(&distance)
                    && bounds.left < own.right
                    && own.left < bounds.right
                    && !is_of_another(*bounds)
            })
            .min_by_key(|(_, bounds)| i64::from(own.top) - i64::from(bounds.bottom))
            .map(|(label, _)| label)
    }

    /// The labels in an ancestor that are no other control's, each once.
    pub(crate) fn plain_labels_in(self, ancestor: Self) -> Vec<Cow<'t, str>> {
        let row = self.row_of(ancestor, self.labels_in(ancestor));
        // No row, no labels in it.
        row.map(|row| row.plain).unwrap_or_default()
    }

    /// Whether the middle of one of the two is on the height of the other.
    pub(crate) fn is_level_with(self, other: Self) -> bool {
        let bounds = other.visible_bounds();
        bounds.is_some_and(|bounds| self.is_on_height_of(bounds))
    }

    fn is_on_height_of(self, other: Bounds) -> bool {
        self.visible_bounds()
            .is_some_and(|own| is_level(own, other))
    }

    /// What something can be done with: the label itself, else the nearest node around it unless that is most of the
    /// screen.
    fn owner(self) -> Option<Self> {
        if self.is_target() {
            return Some(self);
        }
        self.actor().filter(|actor| !actor.is_most_of_screen())
    }

    /// Whether a label is no other control's.
    fn is_plain_beside(self, node: Self) -> bool {
        self.owner()
            .is_none_or(|owner| owner.is_ancestor_of(node.id()))
            && self.role() != Role::Textfield
    }
}

/// Whether there is more in a node than is looked at: the label that was not looked at may be the one that is meant.
fn is_crowded(node: Node<'_>) -> bool {
    let (tree, range) = (node.tree(), || node.id().0..node.end());
    tree.labelled(range()).nth(MAX_AROUND).is_some()
        || tree.nameless(range()).nth(MAX_AROUND).is_some()
}

/// How far a label and a control stand apart, one to the left of the other; `None` where neither is. A control that
/// reaches over the end of a wider label with less than half of itself, level with its middle, stands beside it.
fn gap(label: Bounds, control: Bounds) -> Option<i32> {
    // A dump may hold any numbers.
    let gap = label
        .left
        .saturating_sub(control.right)
        .max(control.left.saturating_sub(label.right));
    let off_centre = i64::from(label.centre().y.abs_diff(control.centre().y));
    let is_at_end = control.width() < label.width() && off_centre * 4 <= label.height();
    let reach = if is_at_end { control.width() / 2 } else { 0 };
    (i64::from(gap) >= -reach.max(i64::from(OVERLAP))).then_some(gap)
}

/// Whether a control lies on a label that is wider, with half of itself or more.
pub(crate) fn lies_on(control: Bounds, label: Bounds) -> bool {
    let shared = control.intersection(label).width();
    is_level(control, label)
        && control.width() < label.width()
        && shared > i64::from(OVERLAP)
        && shared * 2 >= control.width()
}

/// Whether a label is rather another control's: one that lies on it, or one above or below that is nearer to its height.
fn takes_away(rival: Bounds, own: Bounds, label: Bounds) -> bool {
    let distance = |control: Bounds| (control.centre().y).abs_diff(label.centre().y);
    let is_in_column = rival.left < own.right && own.left < rival.right;
    lies_on(rival, label) || (is_in_column && distance(rival) < distance(own))
}

/// Whether the middle of one of the two is on the height of the other.
fn is_level(one: Bounds, other: Bounds) -> bool {
    (other.top..other.bottom).contains(&one.centre().y)
        || (one.top..one.bottom).contains(&other.centre().y)
}

/// To which of several a label on their height belongs.
fn owner_of(label: Bounds, own: Bounds, twins: &[Bounds], labels: &[(Node<'_>, Bounds)]) -> Bounds {
    let all = || twins.iter().copied().chain([own]);
    let first_label = labels.iter().map(|(_, bounds)| bounds.left).min();
    let last_label = labels.iter().map(|(_, bounds)| bounds.left).max();
    let first = all().map(|bounds| bounds.left).min();
    let last = all().map(|bounds| bounds.left).max();
    let behind = || all().filter(|bounds| bounds.centre().x >= label.right.saturating_sub(OVERLAP));
    let before = || all().filter(|bounds| bounds.centre().x <= label.left.saturating_add(OVERLAP));
    let next = if first_label < first && last_label < last {
        behind().min_by_key(|bounds| bounds.left)
    } else if first_label > first && last_label > last {
        before().max_by_key(|bounds| bounds.right)
    } else {
        None
    };
    next.or_else(|| {
        all()
            .filter_map(|bounds| Some((gap(label, bounds)?, bounds)))
            .min_by_key(|(gap, _)| *gap)
            .map(|(_, bounds)| bounds)
    })
    .unwrap_or(own)
}

#[cfg(test)]
mod tests {
    use crate::tree::Tree;

    /// Two switches and two labels on one height of a screen as wide as numbers are.
    fn rows(switches: [(i32, i32); 2], labels: [(i32, i32); 2]) -> Vec<Option<String>> {
        let edge = |(left, right): (i32, i32)| format!("bounds=\"[{left},0][{right},50]\"");
        let switches = switches.map(|place| {
            let bounds = edge(place);
            format!(r#"<node class="android.widget.Switch" checkable="true" clickable="true" {bounds} />"#)
        });
        let labels = [("A", labels[0]), ("B", labels[1])].map(|(text, place)| {
            let bounds = edge(place);
            format!(r#"<node class="android.widget.TextView" text="{text}" {bounds} />"#)
        });
        let dump = format!(
            r#"<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][{},1000]">{}{}</node></hierarchy>"#,
            i32::MAX,
            switches.concat(),
            labels.concat()
        );
        let tree = Tree::parse(dump.as_bytes()).unwrap().tree;
        tree.nodes()
            .filter(|node| node.is_interactive())
            .map(|node| Some(node.row()?.labels.concat()))
            .collect()
    }

    #[test]
    fn a_crowd_has_no_rows_and_takes_no_time() {
        let pair = |left: usize| {
            let at = |left: usize| format!("bounds=\"[{left},0][{},50]\"", left + 20);
            let (label, switch) = (at(left), at(left + 20));
            format!(
                r#"<node class="android.widget.TextView" text="L{left}" {label} /><node class="android.widget.Switch" checkable="true" clickable="true" {switch} />"#
            )
        };
        let screen = |count: usize| {
            let pairs: String = (0..count).map(|number| pair(number * 40)).collect();
            let dump = format!(
                r#"<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][400000,1000]">{pairs}</node></hierarchy>"#
            );
            Tree::parse(dump.as_bytes()).unwrap().tree
        };
        let rows = |tree: &Tree| {
            let switches = tree.nodes().filter(|node| node.is_interactive());
            switches.filter(|node| node.row().is_some()).count()
        };
        assert_eq!(rows(&screen(100)), 100);
        // Which of more labels than are looked at is the right one is not known.
        assert_eq!(rows(&screen(9_000)), 0);
    }

    #[test]
    fn a_label_at_the_end_of_all_numbers_has_its_row() {
        let both = [Some("A".to_owned()), Some("B".to_owned())];
        let labels = [(50, 60), (i32::MAX - 1, i32::MAX)];
        assert_eq!(rows([(0, 40), (100, 140)], labels), both);
    }
}
