//! The keys of a selector against one node.

use std::borrow::Cow;

use clawperator_contract::{Integer, NodeMatcher, Text, Where};

use crate::label::normalise_label;
use crate::node::Node;

/// The keys of a matcher or of one object of an expression, ready to compare.
#[derive(Debug, Default)]
pub(super) struct Clause<'q> {
    pub(super) resource_id: Option<&'q str>,
    pub(super) id_name: Option<&'q str>,
    pub(super) role: Option<&'q str>,
    pub(super) text_equals: Option<&'q str>,
    pub(super) text_contains: Option<&'q str>,
    pub(super) content_desc_equals: Option<&'q str>,
    pub(super) content_desc_contains: Option<&'q str>,
    pub(super) class: Option<&'q str>,
    pub(super) clickable: Option<bool>,
    pub(super) enabled: Option<bool>,
    pub(super) selected: Option<bool>,
    pub(super) focused: Option<bool>,
    pub(super) checked: Option<bool>,
    pub(super) index_in_parent: Option<i64>,
    pub(super) name: Option<Cow<'q, str>>,
    pub(super) name_contains: Option<Cow<'q, str>>,
    pub(super) in_row: Option<Cow<'q, str>>,
}

impl<'q> Clause<'q> {
    pub(super) fn of_matcher(matcher: &'q NodeMatcher) -> Self {
        Self {
            resource_id: matcher.resource_id.as_ref().map(Text::as_str),
            role: matcher.role.as_ref().map(Text::as_str),
            text_equals: matcher.text_equals.as_ref().map(Text::as_str),
            text_contains: matcher.text_contains.as_ref().map(Text::as_str),
            content_desc_equals: matcher.content_desc_equals.as_ref().map(Text::as_str),
            content_desc_contains: matcher.content_desc_contains.as_ref().map(Text::as_str),
            ..Self::default()
        }
    }

    /// The keys of one object, without `nth`, `anyOf` and `allOf`, which are about several nodes.
    pub(super) fn of_where(clause: &'q Where) -> Self {
        Self {
            resource_id: clause.resource_id.as_ref().map(Text::as_str),
            id_name: clause.id_name.as_ref().map(Text::as_str),
            role: clause.role.as_ref().map(Text::as_str),
            text_equals: clause.text_equals.as_ref().map(Text::as_str),
            text_contains: clause.text_contains.as_ref().map(Text::as_str),
            content_desc_equals: clause.content_desc_equals.as_ref().map(Text::as_str),
            content_desc_contains: clause.content_desc_contains.as_ref().map(Text::as_str),
            class: clause.class.as_ref().map(Text::as_str),
            clickable: clause.clickable,
            enabled: clause.enabled,
            selected: clause.selected,
            focused: clause.focused,
            checked: clause.checked,
            index_in_parent: clause.index_in_parent.as_ref().map(Integer::get),
            name: clause
                .name
                .as_ref()
                .map(|value| normalise_label(value.as_str())),
            name_contains: clause
                .name_contains
                .as_ref()
                .map(|value| normalise_label(value.as_str())),
            in_row: clause
                .in_row
                .as_ref()
                .map(|value| normalise_label(value.as_str())),
        }
    }

    /// Whether every key that is given holds of the node; what costs least is asked first.
    pub(super) fn holds(&self, node: Node<'_>) -> bool {
        is(self.clickable, node.is_clickable())
            && is(self.enabled, !node.shows_disabled())
            && is(self.selected, node.shows_selected())
            && is(self.focused, node.is_focused())
            && is(self.checked, node.is_checked())
            && is(self.index_in_parent, i64::from(node.index_in_parent()))
            && is(self.role, node.role().name())
            && self
                .text_equals
                .is_none_or(|wanted| node.masked_text() == wanted)
            && is(self.content_desc_equals, node.open_desc())
            && is(self.resource_id, node.resource_id())
            && self.id_name.is_none_or(|wanted| names_id(wanted, node))
            && is(self.class, node.class())
            && holds(self.text_contains, &node.masked_text())
            && holds(self.content_desc_contains, node.open_desc())
            && self.holds_names(node)
    }

    fn holds_names(&self, node: Node<'_>) -> bool {
        if self.name.is_some() || self.name_contains.is_some() {
            let Some(name) = node.name() else {
                return false;
            };
            if !is(self.name.as_deref(), name.as_ref())
                || !holds(self.name_contains.as_deref(), name.as_ref())
            {
                return false;
            }
        }
        self.in_row.as_ref().is_none_or(|wanted| {
            node.row()
                .is_some_and(|row| row.labels.iter().any(|label| label == wanted))
        })
    }
}

fn is<T: PartialEq + Copy>(wanted: Option<T>, found: T) -> bool {
    wanted.is_none_or(|wanted| wanted == found)
}

fn holds(wanted: Option<&str>, found: &str) -> bool {
    wanted.is_none_or(|wanted| found.contains(wanted))
}

/// Whether an id is meant, by its name or in full; a snapshot prints the name as `#name`.
fn names_id(wanted: &str, node: Node<'_>) -> bool {
    let is_of = |wanted: &str| wanted == node.id_name() || wanted == node.resource_id();
    is_of(wanted)
        || wanted
            .strip_prefix('#')
            .is_some_and(|name| !name.is_empty() && is_of(name))
}
