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
    /// A pattern of the whole visible text.
    pub text_matches: Option<Spanned<String>>,
    /// A pattern of the whole content description.
    pub content_desc_matches: Option<Spanned<String>>,
    /// A pattern of the whole name that a person sees.
    pub name_matches: Option<Spanned<String>>,
    /// Whether upper and lower case are the same in the texts of this level.
    pub ignore_case: Option<bool>,
    /// Whether the node has the input focus.
    pub focused: Option<bool>,
    /// Whether the node scrolls.
    pub scrollable: Option<bool>,
    /// Whether the node takes long presses.
    pub long_clickable: Option<bool>,
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

    /// The patterns of this level.
    pub fn patterns(&self) -> impl Iterator<Item = &Spanned<String>> {
        self.text_matches
            .iter()
            .chain(&self.content_desc_matches)
            .chain(&self.name_matches)
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
