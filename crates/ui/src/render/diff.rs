//! What changed between two screens, in lines of the compact form.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

use crate::bounds::Bounds;
use crate::identity::{Screen, same};
use crate::refs::Refs;
use crate::tree::{NodeId, Tree};
use crate::window::WindowKind;

use super::compact::{body, own, push_ref};
use super::header;
use super::outline::{Line, Outline};
use super::quote::identifier;
use super::words;

/// The most lines of a diff; a screen that changed more is better read anew.
const MAX_LINES: usize = 200;

/// What changed from one screen to the next: `+` for a line that came, `-` for one that went, `~` for one whose
/// state or words changed. `refs` are those of the later screen. The first line sums up.
#[must_use]
pub fn diff(before: &Tree, after: &Tree, refs: &Refs) -> String {
    let old = Side::of(before);
    let new = Side::of(after);
    let pairs = pair(&old, &new);
    let changes = changes(&old, &new, &pairs);
    let moved = pairs
        .iter()
        .filter(|(from, to)| old.bounds(*from) != new.bounds(*to))
        .count();
    let mut text = summary(&old, &new, &changes, moved);
    text.push('\n');
    for change in changes.iter().take(MAX_LINES) {
        text.push_str(&change.line(&old, &new, refs));
        text.push('\n');
    }
    if changes.len() > MAX_LINES {
        text.push_str(&format!(
            "({} more changes not shown)\n",
            changes.len() - MAX_LINES
        ));
    }
    text
}

/// A screen's lines as text.
struct Side<'t> {
    tree: &'t Tree,
    outline: Outline,
    /// Of each line what no other node changes: that a neighbour came or went is no change.
    own: Vec<String>,
}

/// The window and class of a line, and what is compared of it.
type Key<'t> = (WindowKind, &'t str, &'t str, &'t str, String);

enum Change {
    Came(usize),
    Went(usize),
    Became(usize, usize),
}

impl<'t> Side<'t> {
    fn of(tree: &'t Tree) -> Self {
        let outline = Outline::of(tree);
        let own = outline
            .lines
            .iter()
            .map(|line| {
                tree.get(line.node)
                    .map_or_else(String::new, |node| own(node, line))
            })
            .collect();
        Self { tree, outline, own }
    }

    fn line(&self, place: usize) -> Option<&Line> {
        self.outline.lines.get(place)
    }

    fn own(&self, place: usize) -> &str {
        self.own.get(place).map_or("", String::as_str)
    }

    /// The line as the compact form prints it.
    fn body(&self, place: usize) -> String {
        let line = self.line(place);
        let node = line.and_then(|line| self.tree.get(line.node));
        node.zip(line)
            .map_or_else(String::new, |(node, line)| body(node, line))
    }

    fn bounds(&self, place: usize) -> Option<Bounds> {
        let node = self.tree.get(self.line(place)?.node)?;
        node.visible_bounds()
    }

    /// What two lines that are alike have in common.
    fn key(&self, place: usize, alike: Like) -> Option<Key<'t>> {
        let line = self.line(place)?;
        let node = self.tree.get(line.node)?;
        let window = node.window()?;
        let says = match alike {
            Like::Line => self.own(place).to_owned(),
            Like::Words => format!("{} {}", line.name, node.resource_id()),
            Like::Id => Some(node.resource_id().to_owned()).filter(|id| !id.is_empty())?,
            Like::Nothing => node.depth().to_string(),
        };
        Some((
            window.kind,
            &window.package,
            &window.title,
            node.class(),
            says,
        ))
    }

    fn row(&self, place: usize) -> Option<Vec<Cow<'t, str>>> {
        let node = self.tree.get(self.line(place)?.node)?;
        Some(words::row_labels(node))
    }

    /// The places of the lines by what `key` says of them.
    fn by<K: Hash + Eq>(
        &self,
        is_free: impl Fn(usize) -> bool,
        key: impl Fn(usize) -> Option<K>,
    ) -> HashMap<K, VecDeque<usize>> {
        let mut places: HashMap<K, VecDeque<usize>> = HashMap::new();
        for place in 0..self.outline.lines.len() {
            if is_free(place)
                && let Some(key) = key(place)
            {
                places.entry(key).or_default().push_back(place);
            }
        }
        places
    }
}

impl Change {
    fn line(&self, old: &Side<'_>, new: &Side<'_>, refs: &Refs) -> String {
        let body = |place: usize| {
            let mut text = String::new();
            if let Some(line) = new.line(place) {
                push_ref(&mut text, refs, line);
            }
            text.push_str(&new.body(place));
            text
        };
        match self {
            Self::Came(to) => format!("+ {}", body(*to)),
            Self::Went(from) => format!("- {}", old.body(*from)),
            Self::Became(from, to) => format!("~ {}; was {}", body(*to), old.own(*from)),
        }
    }
}

/// Which line of the old screen is which of the new one. A line is only ever paired within the same window.
///
/// The same nodes come first, then equal lines, then those that differ in state, then those with the same id, then what stands where
/// something else stood. Rows of a list look alike: lines are equal only in an equal row or at the same place.
fn pair<'t>(old: &Side<'t>, new: &Side<'t>) -> Vec<(usize, usize)> {
    let mut pairs = pair_same(old, new);
    for kind in [Like::Line, Like::Words, Like::Id, Like::Nothing] {
        if matches!(kind, Like::Line | Like::Words) {
            take(&mut pairs, old, new, |side, place| {
                Some((side.key(place, kind)?, side.row(place)?))
            });
        }
        take(&mut pairs, old, new, |side, place| {
            Some((side.key(place, kind)?, side.bounds(place)?))
        });
    }
    pairs
}

/// The lines whose nodes are the same beyond doubt: they have one ref, so they are one line.
fn pair_same<'t>(old: &Side<'t>, new: &Side<'t>) -> Vec<(usize, usize)> {
    let places: HashMap<NodeId, usize> = new
        .outline
        .lines
        .iter()
        .enumerate()
        .map(|(place, line)| (line.node, place))
        .collect();
    let (was, is) = (Screen::of(old.tree.into()), Screen::of(new.tree.into()));
    let mut taken = HashSet::new();
    let mut pairs = Vec::new();
    for (from, line) in old.outline.lines.iter().enumerate() {
        let found = old
            .tree
            .get(line.node)
            .and_then(|node| same(&was, node, &is));
        if let Some((node, _)) = found
            && let Some(to) = places.get(&node)
            && taken.insert(*to)
        {
            pairs.push((from, *to));
        }
    }
    pairs
}

/// In what two lines are alike.
#[derive(Clone, Copy)]
enum Like {
    /// All that they say of themselves.
    Line,
    /// All but their state.
    Words,
    Id,
    /// Only what kind of node they are.
    Nothing,
}

/// Pairs what is still free and has the same key, in order.
fn take<'t, K: Hash + Eq>(
    pairs: &mut Vec<(usize, usize)>,
    old: &Side<'t>,
    new: &Side<'t>,
    key: impl Fn(&Side<'t>, usize) -> Option<K>,
) {
    let mut from_taken = vec![false; old.outline.lines.len()];
    let mut to_taken = vec![false; new.outline.lines.len()];
    for (from, to) in pairs.iter() {
        if let (Some(from), Some(to)) = (from_taken.get_mut(*from), to_taken.get_mut(*to)) {
            *from = true;
            *to = true;
        }
    }
    let is_free = |taken: &[bool], place: usize| !taken.get(place).copied().unwrap_or(true);
    let mut old_places = old.by(|place| is_free(&from_taken, place), |place| key(old, place));
    for to in 0..new.outline.lines.len() {
        if !is_free(&to_taken, to) {
            continue;
        }
        let places = key(new, to).and_then(|key| old_places.get_mut(&key));
        if let Some(from) = places.and_then(VecDeque::pop_front) {
            pairs.push((from, to));
        }
    }
}

/// The changes in the order of the new screen; what went stands where it was.
fn changes(old: &Side<'_>, new: &Side<'_>, pairs: &[(usize, usize)]) -> Vec<Change> {
    let to_of: HashMap<usize, usize> = pairs.iter().copied().collect();
    let from_of: HashMap<usize, usize> = pairs.iter().map(|(from, to)| (*to, *from)).collect();
    let mut changes = Vec::new();
    let mut next_old = 0;
    let mut went_until = |until: usize, changes: &mut Vec<Change>| {
        while next_old < until {
            if !to_of.contains_key(&next_old) {
                changes.push(Change::Went(next_old));
            }
            next_old += 1;
        }
    };
    for to in 0..new.outline.lines.len() {
        match from_of.get(&to) {
            Some(&from) => {
                went_until(from, &mut changes);
                if old.own(from) != new.own(to) {
                    changes.push(Change::Became(from, to));
                }
            }
            None => changes.push(Change::Came(to)),
        }
    }
    went_until(old.outline.lines.len(), &mut changes);
    changes
}

fn summary(old: &Side<'_>, new: &Side<'_>, changes: &[Change], moved: usize) -> String {
    let count =
        |wanted: fn(&Change) -> bool| changes.iter().filter(|change| wanted(change)).count();
    let came = count(|change| matches!(change, Change::Came(_)));
    let went = count(|change| matches!(change, Change::Went(_)));
    let became = count(|change| matches!(change, Change::Became(..)));
    let (from, to) = (header::package(old.tree), header::package(new.tree));
    let mut text = if from != to {
        format!("changed from {} to {}", identifier(from), identifier(to))
    } else if changes.is_empty() {
        "unchanged".to_owned()
    } else {
        "changed".to_owned()
    };
    text.push_str(&match new.outline.lines.len() {
        1 => ": 1 line".to_owned(),
        count => format!(": {count} lines"),
    });
    for (count, word) in [
        (came, "new"),
        (went, "gone"),
        (became, "different"),
        (moved, "moved"),
    ] {
        if count > 0 {
            text.push_str(&format!(", {count} {word}"));
        }
    }
    text
}
