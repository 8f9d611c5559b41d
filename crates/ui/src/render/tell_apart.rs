//! Telling lines apart that would otherwise differ only by their number.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::node::Node;
use crate::role::Role;
use crate::tree::{NodeId, Tree};

use super::outline::Outline;
use super::words;

/// The longest label of a row that is printed to tell a line with a name apart; a longer one says less than an ordinal.
const LONGEST_ROW_LABEL: usize = 40;

/// The longest one for a line without a name, which nothing else says what it is.
const LONGEST_ROW_LABEL_OF_NAMELESS: usize = 120;

/// What a line says besides role, name and id, so that all of it selects its node alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Apart {
    /// A label of its row: that of its row alone, or of as few rows as can be.
    pub(crate) in_row: Option<String>,
    /// Its number among those that are still alike, from 1.
    pub(crate) nth: Option<usize>,
}

/// Gives each line that its role, name and id do not select alone a label of its row, an ordinal, or both. A line
/// without a name has a label of its row in any case: nothing else says what it is.
pub(super) fn tell_apart(tree: &Tree, outline: &mut Outline) {
    let mut groups = Groups::of(tree, outline);
    let mut rows: HashMap<Key<'_>, Rows<'_>> = HashMap::new();
    let secrets: HashSet<Cow<'_, str>> = tree.nodes().filter_map(words::secret).collect();
    for line in &mut outline.lines {
        let Some(node) = tree.get(line.node) else {
            continue;
        };
        let key = Key::new(node, words::name(node));
        let alike = groups.alike(&key);
        let is_nameless = line.name.is_empty() && node.is_interactive();
        if alike.len() > 1 || is_nameless {
            let rows = rows
                .entry(key)
                .or_insert_with(|| Rows::of(tree, alike, is_nameless, &secrets));
            line.apart = rows.apart(node, alike, is_nameless);
        }
    }
}

/// The nodes, of some that are alike, in whose rows each label stands.
struct Rows<'t> {
    nodes: HashMap<Cow<'t, str>, Vec<NodeId>>,
}

impl<'t> Rows<'t> {
    fn of(
        tree: &'t Tree,
        alike: &[NodeId],
        is_nameless: bool,
        secrets: &HashSet<Cow<'t, str>>,
    ) -> Self {
        let longest = if is_nameless {
            LONGEST_ROW_LABEL_OF_NAMELESS
        } else {
            LONGEST_ROW_LABEL
        };
        let mut nodes: HashMap<Cow<'t, str>, Vec<NodeId>> = HashMap::new();
        for node in alike.iter().filter_map(|node| tree.get(*node)) {
            for label in words::row_labels(node) {
                let is_short = label.chars().count() <= longest;
                if is_short && !secrets.contains(&label) {
                    nodes.entry(label).or_default().push(node.id());
                }
            }
        }
        Self { nodes }
    }

    /// By the label of the node's row that leaves the fewest of those alike, of several such labels by the first.
    fn apart(&self, node: Node<'t>, alike: &[NodeId], is_nameless: bool) -> Apart {
        let best = words::row_labels(node)
            .into_iter()
            .filter_map(|label| Some((self.nodes.get(&label)?, label)))
            .min_by_key(|(nodes, _)| nodes.len())
            .filter(|(nodes, _)| nodes.len() < alike.len() || is_nameless);
        let (left, in_row) = match best {
            Some((nodes, label)) => (nodes.as_slice(), Some(label.into_owned())),
            None => (alike, None),
        };
        let is_listed = |id: &&NodeId| node.tree().get(**id).is_some_and(Node::is_listed);
        let place = left
            .iter()
            .filter(is_listed)
            .position(|id| *id == node.id());
        Apart {
            in_row,
            nth: place.filter(|_| left.len() > 1).map(|place| place + 1),
        }
    }
}

/// The nodes that a role, a name and an id select, in document order.
#[derive(Default)]
struct Groups<'t> {
    nodes: HashMap<Key<'t>, Vec<NodeId>>,
    /// Those with a name that may hold one that is cut.
    long_names: Vec<(Node<'t>, Cow<'t, str>)>,
    /// The nodes that a name that is cut selects, once that was asked.
    holding: HashMap<Key<'t>, Vec<NodeId>>,
}

/// What a line says to select by; `None` where it says nothing.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key<'t> {
    role: Role,
    /// What the line shows of the name: those that are cut at the same place are alike.
    name: Option<Cow<'t, str>>,
    is_cut: bool,
    id: Option<&'t str>,
}

impl<'t> Key<'t> {
    fn new(node: Node<'t>, mut name: Cow<'t, str>) -> Self {
        let length = words::shown_length(&name);
        let cut = name.char_indices().nth(length).map(|(cut, _)| cut);
        if let Some(cut) = cut {
            name = Cow::Owned(name.split_at(cut).0.to_owned());
        }
        Self {
            role: node.role(),
            name: Some(name).filter(|name| !name.is_empty()),
            is_cut: cut.is_some(),
            id: words::id(node),
        }
    }
}

impl<'t> Groups<'t> {
    fn of(tree: &'t Tree, outline: &Outline) -> Self {
        let mut groups = Self::default();
        for node in tree.nodes() {
            if outline.is_left_out(node) || node.visible_bounds().is_none() {
                continue;
            }
            // What selectors compare with, also where a line does not show it.
            let key = Key::new(node, words::name(node));
            let name = node.name().filter(|name| name.len() >= words::LONGEST_JUNK);
            groups.long_names.extend(name.map(|name| (node, name)));
            // It is found by all that it has and also by less.
            let without_name = Key {
                name: None,
                is_cut: false,
                ..key.clone()
            };
            let without_id = Key {
                id: None,
                ..key.clone()
            };
            if key.name.is_some() && key.id.is_some() {
                groups.add(without_name.clone(), node);
                groups.add(without_id, node);
            }
            if key.name.is_some() || key.id.is_some() {
                groups.add(
                    Key {
                        id: None,
                        ..without_name
                    },
                    node,
                );
            }
            groups.add(key, node);
        }
        groups
    }

    /// The nodes that a line selects: for a name that is cut those that have what is left of it anywhere in theirs, as it
    /// is asked for as a part.
    fn alike(&mut self, key: &Key<'t>) -> &[NodeId] {
        if let Some(part) = key.name.as_deref().filter(|_| key.is_cut)
            && !self.holding.contains_key(key)
        {
            let long = self.long_names.iter();
            let nodes = long
                .filter(|(node, _)| node.role() == key.role)
                .filter(|(node, _)| key.id.is_none() || key.id == words::id(*node))
                .filter(|(_, name)| name.contains(part))
                .map(|(node, _)| node.id())
                .collect();
            self.holding.insert(key.clone(), nodes);
        }
        let found = self.holding.get(key).or_else(|| self.nodes.get(key));
        found.map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, key: Key<'t>, node: Node<'t>) {
        self.nodes.entry(key).or_default().push(node.id());
    }
}
