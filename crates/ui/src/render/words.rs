//! The words that a line takes from its node, without what must not be shown.

use std::borrow::Cow;

use crate::label::normalise_label;
use crate::node::Node;
use crate::role::Role;

/// The name a person sees; empty when there is none.
pub(crate) fn name(node: Node<'_>) -> Cow<'_, str> {
    // Whoever shows it writes nothing for it.
    node.name().unwrap_or_default()
}

/// How many characters of a name stand on a line that is only data; no name is cut shorter.
pub(super) const LONGEST_JUNK: usize = 20;

/// How many characters of a name stand on a line; of what nobody would read only enough to ask for it.
pub(super) fn shown_length(name: &str) -> usize {
    const LONGEST_NAME: usize = 80;
    if is_junk(name) {
        LONGEST_JUNK
    } else {
        LONGEST_NAME
    }
}

/// Whether a name is no words but data: long, without a blank, of the characters of base64 in no order.
fn is_junk(name: &str) -> bool {
    const SHORTEST: usize = 32;
    let has = |is_one: fn(&u8) -> bool| name.bytes().any(|byte| is_one(&byte));
    name.len() >= SHORTEST
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+/=_-".contains(&byte))
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
}

/// The price in the part of a name that a line cuts off, where the part that it keeps has none.
pub(super) fn cut_price(name: &str) -> Option<&str> {
    let (cut, _) = name.char_indices().nth(shown_length(name))?;
    let price = price(name)?;
    let start = name.find(price)?;
    (start + price.len() > cut).then_some(price)
}

/// The first word with a sign of money and a number, or two words that have one each.
fn price(text: &str) -> Option<&str> {
    const LONGEST: usize = 24;
    let has_number = |word: &str| word.contains(|character: char| character.is_ascii_digit());
    let is_money = |word: &str| {
        word.contains([
            '$', '€', '£', '¥', '₹', '₽', '₩', '₺', '₫', '฿', '₴', '₪', '₱', '₦',
        ]) || ["S/", "Rs", "Rs.", "kr", "zł", "CHF", "Kč", "Ft"].contains(&word)
    };
    let words: Vec<(usize, &str)> = text
        .split_whitespace()
        .map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word))
        .collect();
    let at = words
        .iter()
        .position(|(_, word)| is_money(word.trim_matches(',')))?;
    let (start, word) = *words.get(at)?;
    let neighbour = |at: usize| words.get(at).copied().filter(|(_, word)| has_number(word));
    let end = start + word.len();
    let (start, end) = if has_number(word) {
        (start, end)
    } else if let Some((next, word)) = neighbour(at + 1) {
        (start, next + word.len())
    } else {
        (at.checked_sub(1).and_then(neighbour)?.0, end)
    };
    let price = text.get(start..end)?.trim_end_matches(',');
    (price.chars().count() <= LONGEST).then_some(price)
}

/// The name in the resource id, where there is one that is short enough for a line.
pub(super) fn id(node: Node<'_>) -> Option<&str> {
    const LONGEST_ID: usize = 120;
    let id = node.id_name();
    // What no app calls its views was put there by whoever made the dump.
    let is_name =
        !id.contains(|character: char| character.is_whitespace() || "()".contains(character));
    (!id.is_empty() && id.len() <= LONGEST_ID && is_name).then_some(id)
}

/// A password that was typed, in the form of labels.
pub(super) fn secret(node: Node<'_>) -> Option<Cow<'_, str>> {
    node.is_secret().then(|| normalise_label(node.text()))
}

/// How many characters a password has that was typed.
pub(super) fn secret_length(node: Node<'_>) -> Option<usize> {
    node.is_secret().then(|| node.text().chars().count())
}

/// What a field, slider or dropdown holds.
pub(super) fn content(node: Node<'_>) -> Option<Cow<'_, str>> {
    node.content()
}

/// The hint of a field, where the field's name is not it.
pub(super) fn further_hint(node: Node<'_>) -> Option<&str> {
    let hint = node.open_hint();
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
    // A node in no row has no labels beside it.
    node.row().map(|row| row.labels).unwrap_or_default()
}
