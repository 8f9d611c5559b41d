//! Names: what a person would call a node.

use std::borrow::Cow;
use std::collections::HashMap;

use clawperator_contract::limits::MAX_MATCHER_VALUE_LENGTH;

use crate::label::SEPARATOR;
use crate::node::Node;
use crate::tree::{NodeId, Tree};

/// The most labels a name is made of.
const MAX_LABELS: usize = 16;

/// What is known of names, filled in once per tree.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Names {
    /// The nodes with a label that can be seen, in document order.
    pub(crate) labelled: Vec<NodeId>,
    /// The names that are made of labels inside.
    made: HashMap<NodeId, Box<str>>,
}

impl<'t> Node<'t> {
    /// What a person would call the node, normalised: its own words; else, if something can be done with it, the labels
    /// inside down to the next node that something can be done with, each once.
    ///
    /// `None` when it has none, and for a label that is part of another node's name: see [`Node::named_by`].
    /// A name is never longer than a matcher's value may be, so that every name can be asked for.
    #[must_use]
    pub fn name(self) -> Option<Cow<'t, str>> {
        if self.data().names.is_some() {
            return None;
        }
        let label = self.label();
        if !label.is_empty() {
            return Some(cut(label));
        }
        let made = self.tree().names.made.get(&self.id())?;
        Some(Cow::Borrowed(made))
    }

    /// The node whose name this label is part of.
    ///
    /// A label that can be seen belongs to the nearest node around it that something can be done with, unless that one
    /// is most of the screen or has words of its own that do not hold the label.
    #[must_use]
    pub fn named_by(self) -> Option<Self> {
        self.tree().get(self.data().names?)
    }

    /// The words to read from the node: its text, else its description, both as given but for a
    /// password, else its name.
    #[must_use]
    pub fn words(self) -> Cow<'t, str> {
        [self.masked_text(), self.content_desc().into()]
            .into_iter()
            .find(|words| !words.trim().is_empty())
            .or_else(|| self.name())
            .unwrap_or_default()
    }
}

/// Fills in which nodes have a label, which nodes are around them, and whose names they make.
pub(crate) fn fill(tree: &mut Tree) {
    let actors = actors(tree);
    for (node, actor) in tree.nodes.iter_mut().zip(actors) {
        node.actor = actor;
    }
    let mut labelled = Vec::new();
    let mut parts: HashMap<NodeId, Vec<Cow<'_, str>>> = HashMap::new();
    let mut named = Vec::new();
    // Labels that follow each other are mostly in the same node; its own words may be long.
    let mut words = (None, Cow::Borrowed(""));
    for node in tree.nodes() {
        let label = node.label();
        if label.is_empty() || node.visible_bounds().is_none() {
            continue;
        }
        labelled.push(node.id());
        let actor = node.actor().filter(|actor| !actor.is_most_of_screen());
        let Some(actor) = actor.filter(|_| !node.is_interactive()) else {
            continue;
        };
        if words.0 != Some(actor.id()) {
            words = (Some(actor.id()), actor.label());
        }
        let is_part = if words.1.is_empty() {
            let parts = parts.entry(actor.id()).or_default();
            if parts.len() < MAX_LABELS && !parts.contains(&label) {
                parts.push(label.clone());
            }
            parts.contains(&label)
        } else {
            words.1.contains(label.as_ref())
        };
        if is_part {
            named.push((node.id(), actor.id()));
        }
    }
    let made = parts
        .into_iter()
        .map(|(actor, parts)| (actor, cut(parts.join(SEPARATOR).into()).into()))
        .collect();
    tree.names = Names { labelled, made };
    for (label, actor) in named {
        if let Some(node) = tree.nodes.get_mut(label.index()) {
            node.names = Some(actor);
        }
    }
}

/// For each node the nearest ancestor that something can be done with.
fn actors(tree: &Tree) -> Vec<Option<NodeId>> {
    let mut actors: Vec<Option<NodeId>> = Vec::with_capacity(tree.nodes.len());
    for node in tree.nodes() {
        actors.push(node.parent().and_then(|parent| {
            if parent.is_interactive() {
                Some(parent.id())
            } else {
                actors.get(parent.id().index()).copied().flatten()
            }
        }));
    }
    actors
}

/// The name, or as much of it as a matcher's value can hold.
fn cut(name: Cow<'_, str>) -> Cow<'_, str> {
    if name.len() <= MAX_MATCHER_VALUE_LENGTH {
        return name;
    }
    let Some((end, _)) = name.char_indices().nth(MAX_MATCHER_VALUE_LENGTH) else {
        return name;
    };
    let kept = name.get(..end).unwrap_or_default();
    Cow::Owned(kept.trim_end().to_owned())
}
