//! Names: what a person would call a node.

use std::borrow::Cow;
use std::collections::HashMap;

use clawperator_contract::limits::MAX_MATCHER_VALUE_LENGTH;

use crate::bounds::Bounds;
use crate::glyph;
use crate::label::{SEPARATOR, is_glyph};
use crate::node::Node;
use crate::role::Role;
use crate::tree::{NodeId, Tree};

/// The most labels a name is made of.
const MAX_LABELS: usize = 16;

/// What is known of names, filled in once per tree.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Names {
    /// The nodes with a label that can be seen, in document order.
    pub(crate) labelled: Vec<NodeId>,
    /// The nodes with a line and no name that something can be done with, in document order.
    pub(crate) nameless: Vec<NodeId>,
    /// The names that are made of labels inside.
    made: HashMap<NodeId, Box<str>>,
}

impl<'t> Node<'t> {
    /// What a person would call the node, normalised: its own words; else, if it is actionable, the labels
    /// inside down to the next actionable node, without repeats of the same thing.
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
        [self.masked_text(), self.open_desc().into()]
            .into_iter()
            .find(|words| !words.trim().is_empty())
            .or_else(|| self.name())
            // A node may say nothing.
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
    let mut parts: HashMap<NodeId, Vec<Part<'_>>> = HashMap::new();
    let mut named = Vec::new();
    // Labels that follow each other are mostly in the same node; its own words may be long.
    let mut words = (None, OwnWords::default());
    for node in tree.nodes() {
        let label = node.label();
        let Some(bounds) = node.visible_bounds().filter(|_| !label.is_empty()) else {
            continue;
        };
        labelled.push(node.id());
        let actor = node.actor().filter(|actor| takes_names(*actor));
        let Some(actor) = actor.filter(|_| !node.is_target()) else {
            continue;
        };
        if words.0 != Some(actor.id()) {
            words = (Some(actor.id()), OwnWords::of(actor));
        }
        if words.1.is_empty() {
            let parts = parts.entry(actor.id()).or_default();
            parts.push(Part {
                node,
                label,
                bounds,
            });
        } else if words.1.holds(node, &label) || actor.role() == Role::Dropdown {
            named.push((node.id(), actor.id()));
        }
    }
    let mut made = HashMap::new();
    for (actor, parts) in parts {
        let name = Made::of(parts);
        named.extend(name.nodes.iter().map(|node| (*node, actor)));
        made.insert(actor, cut(name.labels.join(SEPARATOR).into()).into());
    }
    name_by_glyphs(tree, &mut made);
    tree.names = Names {
        labelled,
        made,
        nameless: Vec::new(),
    };
    for (label, actor) in named {
        if let Some(node) = tree.nodes.get_mut(label.index()) {
            node.names = Some(actor);
        }
    }
}

/// Names what has no words at all by the first glyph of an icon font on or in it: what something can be done with, or
/// could if it were enabled.
fn name_by_glyphs(tree: &Tree, made: &mut HashMap<NodeId, Box<str>>) {
    for node in tree.nodes() {
        let glyph = [node.open_text(), node.open_desc()]
            .into_iter()
            .find_map(|words| words.chars().find(|character| is_glyph(*character)));
        let Some(glyph) = glyph.filter(|_| node.visible_bounds().is_some()) else {
            continue;
        };
        let owner = if node.is_target() || !node.is_enabled() {
            Some(node)
        } else {
            node.actor().filter(|actor| takes_names(*actor))
        };
        if let Some(owner) = owner.filter(|owner| owner.label().is_empty()) {
            made.entry(owner.id())
                .or_insert_with(|| glyph::name(glyph).into());
        }
    }
}

/// Whether labels inside are part of a node's name: not of what is most of the screen, nor of a list around rows.
fn takes_names(actor: Node<'_>) -> bool {
    !actor.is_most_of_screen() && !matches!(actor.role(), Role::List | Role::Grid | Role::Pager)
}

/// The own words of a node that others lie in.
#[derive(Default)]
struct OwnWords {
    /// In lower case: `ADVANCED` in `Advanced` is the same word.
    lower: String,
}

impl OwnWords {
    fn of(node: Node<'_>) -> Self {
        Self {
            lower: node.label().to_lowercase(),
        }
    }

    const fn is_empty(&self) -> bool {
        self.lower.is_empty()
    }

    /// Whether a label inside says nothing more: it is among the words, as whole words, and no control of its own
    /// unless it says all of them.
    fn holds(&self, node: Node<'_>, label: &str) -> bool {
        let label = label.to_lowercase();
        if label == self.lower {
            return true;
        }
        let is_end = |character: Option<char>| !character.is_some_and(char::is_alphanumeric);
        !is_control(node)
            && self.lower.match_indices(&label).any(|(at, found)| {
                let (before, rest) = self.lower.split_at(at);
                let behind = rest.split_at(found.len()).1;
                // A label that is no word itself, such as a sign, needs no edge.
                (is_end(before.chars().next_back()) || is_end(label.chars().next()))
                    && (is_end(behind.chars().next()) || is_end(label.chars().next_back()))
            })
    }
}

/// Whether a node is a control by itself, be it one that takes no presses now.
const fn is_control(node: Node<'_>) -> bool {
    matches!(
        node.role(),
        Role::Button
            | Role::Tab
            | Role::Chip
            | Role::Radio
            | Role::Toggle
            | Role::Switch
            | Role::Checkbox
            | Role::Slider
            | Role::Dropdown
    )
}

/// A label in a node that has no words of its own.
struct Part<'t> {
    node: Node<'t>,
    label: Cow<'t, str>,
    bounds: Bounds,
}

impl Part<'_> {
    /// Whether the other says the same of the same thing: it lies over it, or one of the two is a picture's
    /// description. Two texts that are equal are two values.
    fn repeats(&self, other: &Self) -> bool {
        let is_picture = |part: &Self| part.node.role() == Role::Image;
        let is_text = |part: &Self| !part.node.text().trim().is_empty();
        (self.label == other.label || self.label.to_lowercase() == other.label.to_lowercase())
            && (self.bounds.overlaps(other.bounds)
                || is_picture(self)
                || is_picture(other)
                || is_text(self) != is_text(other))
    }

    /// Whether it is a control that can only be told by a line of its own.
    fn is_dead_control(&self) -> bool {
        is_control(self.node) && !self.node.is_enabled()
    }
}

/// A name that is made of labels.
#[derive(Default)]
struct Made<'t> {
    labels: Vec<Cow<'t, str>>,
    /// The nodes that have no other name.
    nodes: Vec<NodeId>,
}

impl<'t> Made<'t> {
    fn of(parts: Vec<Part<'t>>) -> Self {
        let mut made = Self::default();
        let has_live = parts.iter().any(|part| !part.is_dead_control());
        let mut kept: Vec<Part<'t>> = Vec::new();
        for part in parts {
            if has_live && part.is_dead_control() {
                continue;
            }
            let is_repeat = kept.iter().any(|before| part.repeats(before));
            if is_repeat {
                made.nodes.push(part.node.id());
            } else if kept.len() < MAX_LABELS {
                made.nodes.push(part.node.id());
                kept.push(part);
            }
        }
        made.labels = kept.into_iter().map(|part| part.label).collect();
        made
    }
}

/// For each node the nearest ancestor that something can be done with.
fn actors(tree: &Tree) -> Vec<Option<NodeId>> {
    let mut actors: Vec<Option<NodeId>> = Vec::with_capacity(tree.nodes.len());
    for node in tree.nodes() {
        actors.push(node.parent().and_then(|parent| {
            if parent.is_target() {
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
    let kept = name.split_at(end).0;
    Cow::Owned(kept.trim_end().to_owned())
}
