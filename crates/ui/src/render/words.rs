//! The words that a line takes from its node, without what must not be shown.

use std::borrow::Cow;

use crate::label::normalise_label;
use crate::node::Node;
use crate::role::Role;

/// The name a person sees; empty when there is none.
pub(crate) fn name(node: Node<'_>) -> Cow<'_, str> {
    node.name().unwrap_or_default()
}

/// The resource id, where there is one that is short enough for a line.
pub(super) fn id(node: Node<'_>) -> Option<&str> {
    const LONGEST_ID: usize = 120;
    let id = node.resource_id();
    (!id.is_empty() && id.len() <= LONGEST_ID).then_some(id)
}

/// A password that was typed, in the form of labels.
pub(super) fn secret(node: Node<'_>) -> Option<Cow<'_, str>> {
    node.is_secret().then(|| normalise_label(node.text()))
}

/// How many characters a password has that was typed.
pub(super) fn secret_length(node: Node<'_>) -> Option<usize> {
    node.is_secret().then(|| node.text().chars().count())
}

/// The hint of a field, where the field's name is not it.
pub(super) fn further_hint(node: Node<'_>) -> Option<&str> {
    let hint = node.hint();
    let is_further = node.role() == Role::Textfield
        && !hint.trim().is_empty()
        && normalise_label(hint) != name(node);
    is_further.then_some(hint)
}

/// Whether nothing was typed into a field, as far as the dump can tell: one that does not give the hint may show it
/// as the text.
pub(super) fn is_empty_field(node: Node<'_>) -> bool {
    node.role() == Role::Textfield && (node.text().is_empty() || node.is_showing_hint())
}

/// The labels of the row that a node stands in.
pub(crate) fn row_labels(node: Node<'_>) -> Vec<Cow<'_, str>> {
    node.row().map(|row| row.labels).unwrap_or_default()
}
