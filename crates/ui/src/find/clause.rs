//! The keys of a selector against one node.

use clawperator_contract::{Case, Integer, NodeMatcher, Text, Where};

use super::sought::{Sought, SoughtPattern};
use crate::label::normalise_label;
use crate::node::Node;

/// The keys of a matcher or of one object of an expression, ready to compare.
#[derive(Debug, Default)]
pub(super) struct Clause<'q> {
    pub(super) resource_id: Option<&'q str>,
    pub(super) id_name: Option<&'q str>,
    pub(super) role: Option<&'q str>,
    pub(super) text: Words<'q>,
    pub(super) content_desc: Words<'q>,
    pub(super) class: Option<&'q str>,
    pub(super) clickable: Option<bool>,
    pub(super) enabled: Option<bool>,
    pub(super) selected: Option<bool>,
    pub(super) focused: Option<bool>,
    pub(super) checked: Option<bool>,
    pub(super) scrollable: Option<bool>,
    pub(super) long_clickable: Option<bool>,
    pub(super) index_in_parent: Option<i64>,
    pub(super) name: Words<'q>,
    pub(super) in_row: Option<Sought<'q>>,
    /// Whether case does not count in its words.
    pub(super) ignores_case: bool,
}

/// What is asked of one of the texts of a node.
#[derive(Debug, Default)]
pub(super) struct Words<'q> {
    pub(super) equals: Option<Sought<'q>>,
    pub(super) contains: Option<Sought<'q>>,
    pub(super) matches: Option<SoughtPattern<'q>>,
}

impl Words<'_> {
    const fn is_empty(&self) -> bool {
        self.equals.is_none() && self.contains.is_none() && self.matches.is_none()
    }

    fn hold(&self, found: &str) -> bool {
        self.equals.as_ref().is_none_or(|wanted| wanted.is(found))
            && self
                .contains
                .as_ref()
                .is_none_or(|wanted| wanted.is_in(found))
            && self
                .matches
                .as_ref()
                .is_none_or(|wanted| wanted.matches(found))
    }
}

impl<'q> Clause<'q> {
    pub(super) fn of_matcher(matcher: &'q NodeMatcher) -> Self {
        let case = Case::Sensitive;
        Self {
            resource_id: matcher.resource_id.as_ref().map(Text::as_str),
            role: matcher.role.as_ref().map(Text::as_str),
            text: Words {
                equals: sought(matcher.text_equals.as_ref(), case),
                contains: sought(matcher.text_contains.as_ref(), case),
                matches: None,
            },
            content_desc: Words {
                equals: sought(matcher.content_desc_equals.as_ref(), case),
                contains: sought(matcher.content_desc_contains.as_ref(), case),
                matches: None,
            },
            ..Self::default()
        }
    }

    /// The keys of one object, without `nth`, `anyOf` and `allOf`, which are about several nodes.
    pub(super) fn of_where(clause: &'q Where) -> Self {
        let case = clause.case();
        Self {
            resource_id: clause.resource_id.as_ref().map(Text::as_str),
            id_name: clause.id_name.as_ref().map(Text::as_str),
            role: clause.role.as_ref().map(Text::as_str),
            text: Words {
                equals: sought(clause.text_equals.as_ref(), case),
                contains: sought(clause.text_contains.as_ref(), case),
                matches: pattern(clause.text_matches.as_ref(), case),
            },
            content_desc: Words {
                equals: sought(clause.content_desc_equals.as_ref(), case),
                contains: sought(clause.content_desc_contains.as_ref(), case),
                matches: pattern(clause.content_desc_matches.as_ref(), case),
            },
            class: clause.class.as_ref().map(Text::as_str),
            clickable: clause.clickable,
            enabled: clause.enabled,
            selected: clause.selected,
            focused: clause.focused,
            checked: clause.checked,
            scrollable: clause.scrollable,
            long_clickable: clause.long_clickable,
            index_in_parent: clause.index_in_parent.as_ref().map(Integer::get),
            name: Words {
                equals: normal(clause.name.as_ref(), case),
                contains: normal(clause.name_contains.as_ref(), case),
                matches: pattern(clause.name_matches.as_ref(), case),
            },
            in_row: normal(clause.in_row.as_ref(), case),
            ignores_case: case == Case::Ignored,
        }
    }

    /// Whether every key that is given holds of the node; what costs least is asked first.
    pub(super) fn holds(&self, node: Node<'_>) -> bool {
        is(self.clickable, node.is_clickable())
            && is(self.enabled, !node.shows_disabled())
            && is(self.selected, node.shows_selected())
            && is(self.focused, node.is_focused())
            && is(self.checked, node.is_checked())
            && is(self.scrollable, node.is_scrollable())
            && is(self.long_clickable, node.is_long_clickable())
            && is(self.index_in_parent, i64::from(node.index_in_parent()))
            && is(self.role, node.role().name())
            && is(self.resource_id, node.resource_id())
            && self.id_name.is_none_or(|wanted| names_id(wanted, node))
            && is(self.class, node.class())
            && (self.text.is_empty() || self.text.hold(&node.masked_text()))
            && (self.content_desc.is_empty() || self.content_desc.hold(node.open_desc()))
            && (self.name.is_empty() || node.name().is_some_and(|name| self.name.hold(&name)))
            && self.in_row.as_ref().is_none_or(|wanted| {
                let row = node.row();
                row.is_some_and(|row| row.labels.iter().any(|label| wanted.is(label)))
            })
    }
}

fn sought<const MOST: usize>(text: Option<&Text<MOST>>, case: Case) -> Option<Sought<'_>> {
    text.map(|text| Sought::new(text.as_str(), case))
}

/// A name as nodes have it.
fn normal<const MOST: usize>(text: Option<&Text<MOST>>, case: Case) -> Option<Sought<'_>> {
    text.map(|text| Sought::new(normalise_label(text.as_str()), case))
}

fn pattern<const MOST: usize>(
    pattern: Option<&Text<MOST>>,
    case: Case,
) -> Option<SoughtPattern<'_>> {
    pattern.map(|pattern| SoughtPattern::new(pattern.as_str(), case))
}

fn is<T: PartialEq + Copy>(wanted: Option<T>, found: T) -> bool {
    wanted.is_none_or(|wanted| wanted == found)
}

/// Whether an id is meant, by its name or in full; a snapshot prints the name as `#name`.
fn names_id(wanted: &str, node: Node<'_>) -> bool {
    let is_of = |wanted: &str| wanted == node.id_name() || wanted == node.resource_id();
    is_of(wanted)
        || wanted
            .strip_prefix('#')
            .is_some_and(|name| !name.is_empty() && is_of(name))
}
