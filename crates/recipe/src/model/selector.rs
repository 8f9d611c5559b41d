//! The selector language.

use super::Spanned;
use super::phrase::Phrase;
use super::words::Annotation;
use crate::source::Position;

/// Names a node; everything that is given must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selector {
    /// Where it stands.
    pub at: Position,
    /// Exact Android resource id.
    pub resource_id: Option<Spanned<String>>,
    /// Exact class name.
    pub class: Option<Spanned<String>>,
    /// Exact visible text.
    pub text_equals: Option<Phrase>,
    /// Part of the visible text.
    pub text_contains: Option<Phrase>,
    /// Part of the content description.
    pub content_desc_contains: Option<Phrase>,
    /// Whether the node is clickable.
    pub clickable: Option<bool>,
    /// Whether the node is enabled.
    pub enabled: Option<bool>,
    /// Whether the node is selected.
    pub selected: Option<bool>,
    /// The node's place among its siblings, from 0.
    pub index_in_parent: Option<Spanned<i64>>,
    /// Ordered alternatives: the first that finds anything wins.
    pub any_of: Vec<Selector>,
    /// Expressions that must all hold.
    pub all_of: Vec<Selector>,
    /// What its texts are.
    pub annotation: Option<Spanned<Annotation>>,
}

impl Selector {
    /// The texts of this level, each with its key.
    pub fn phrases(&self) -> impl Iterator<Item = (&'static str, &Phrase)> {
        [
            ("text_equals", &self.text_equals),
            ("text_contains", &self.text_contains),
            ("content_desc_contains", &self.content_desc_contains),
        ]
        .into_iter()
        .filter_map(|(key, phrase)| phrase.as_ref().map(|phrase| (key, phrase)))
    }

    /// The expressions one level down.
    pub fn nested(&self) -> impl Iterator<Item = &Selector> {
        self.any_of.iter().chain(&self.all_of)
    }

    /// Calls `visit` with this expression and every one inside it, outermost first.
    pub(crate) fn walk<'s>(&'s self, visit: &mut dyn FnMut(&'s Selector)) {
        visit(self);
        for nested in self.nested() {
            nested.walk(visit);
        }
    }
}
