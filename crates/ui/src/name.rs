//! Names: what a person would call a node.

use std::borrow::Cow;

use clawperator_contract::limits::MAX_MATCHER_VALUE_LENGTH;

use crate::label::SEPARATOR;
use crate::node::Node;
use crate::tree::Tree;

/// The most labels a name is made of.
const MAX_LABELS: usize = 16;
/// The most labelled nodes that are looked at for one name.
const MAX_LOOKED_AT: usize = 256;

impl<'t> Node<'t> {
    /// What a person would call the node, normalised: its own words; else, if something can be done with it, the labels
    /// inside down to the next node that something can be done with, each once.
    ///
    /// `None` when it has none, and for a label that is part of another node's name: see [`Node::named_by`].
    /// A name is never longer than a matcher's value may be, so that every name can be asked for.
    #[must_use]
    pub fn name(self) -> Option<Cow<'t, str>> {
        let label = self.label();
        let name = if label.is_empty() {
            Cow::Owned(join(&self.labels_inside()))
        } else if self.named_by().is_some() {
            return None;
        } else {
            label
        };
        Some(cut(name)).filter(|name| !name.is_empty())
    }

    /// The node whose name this label is part of.
    ///
    /// A label belongs to the nearest node around it that something can be done with, unless that one is most of the
    /// screen or has words of its own that do not hold the label.
    #[must_use]
    pub fn named_by(self) -> Option<Self> {
        if self.is_interactive() {
            return None;
        }
        let actor = self.actor()?;
        if actor.is_most_of_screen() {
            return None;
        }
        let label = self.label();
        let words = actor.label();
        let is_part = if words.is_empty() {
            actor.labels_inside().contains(&label)
        } else {
            !label.is_empty() && words.contains(label.as_ref())
        };
        is_part.then_some(actor)
    }

    /// The words to read from the node: its text, else its description, both as given, else its name.
    #[must_use]
    pub fn words(self) -> Cow<'t, str> {
        [self.text(), self.content_desc()]
            .into_iter()
            .find(|words| !words.trim().is_empty())
            .map(Cow::Borrowed)
            .or_else(|| self.name())
            .unwrap_or_default()
    }

    /// The labels of which the name is made, for a node that something can be done with.
    fn labels_inside(self) -> Vec<Cow<'t, str>> {
        if !self.is_interactive() || self.is_most_of_screen() {
            return Vec::new();
        }
        let mut labels: Vec<Cow<'t, str>> = Vec::new();
        let inside = self
            .tree()
            .labelled(self.id().0 + 1..self.end())
            .take(MAX_LOOKED_AT)
            .filter(|node| node.actor() == Some(self) && !node.is_interactive());
        for node in inside {
            let label = node.label();
            if !labels.contains(&label) {
                labels.push(label);
            }
            if labels.len() == MAX_LABELS {
                break;
            }
        }
        labels
    }
}

impl Tree {
    /// Notes which nodes have a label that can be seen, and the nearest node around each that something can be done
    /// with.
    pub(crate) fn fill_names(&mut self) {
        let mut actors = Vec::with_capacity(self.nodes.len());
        let mut labelled = Vec::new();
        for node in self.nodes() {
            let parent = node.parent();
            actors.push(parent.and_then(|parent| {
                if parent.is_interactive() {
                    Some(parent.id())
                } else {
                    actors.get(parent.id().index()).copied().flatten()
                }
            }));
            if node.visible_bounds().is_some() && !node.label().is_empty() {
                labelled.push(node.id());
            }
        }
        for (node, actor) in self.nodes.iter_mut().zip(actors) {
            node.actor = actor;
        }
        self.labelled = labelled;
    }
}

fn join(labels: &[Cow<'_, str>]) -> String {
    labels.join(SEPARATOR)
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
