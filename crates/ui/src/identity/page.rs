//! The page that a node is on.

use crate::node::Node;

use super::changed::changed_words;
use super::numbers::{without_counts, without_ticks};
use super::screen::Screen;
use super::shown::Proof;

/// Whether two nodes are on the same page, as far as can be told; `None` when they are not.
pub(super) fn same_page<'t>(
    old: &Screen<'t>,
    node: Node<'t>,
    new: &Screen<'t>,
    found: Node<'t>,
) -> Option<Proof> {
    let title = |node: Node<'t>| {
        let title = node.window().map(|window| window.title.as_str());
        title.filter(|title| !title.is_empty())
    };
    let heading = |screen: &Screen<'t>, node: Node<'t>| {
        let heading = screen.heading_above(node)?;
        Some(without_counts(heading))
    };
    let (was, is) = (heading(old, node), heading(new, found));
    let has_headings = was.is_some() && is.is_some();
    let proof = agree(old.activity(), new.activity())?
        .min(agree(title(node), title(found))?)
        .min(agree(was, is)?);
    if long_number_replaced(old, node, new, found) {
        return None;
    }
    if has_headings {
        return Some(proof);
    }
    Some(proof.min(first_text_kept(old, node, new, found)?))
}

/// Whether two facts agree; one that is not known speaks for nothing.
fn agree<T: PartialEq>(was: Option<T>, is: Option<T>) -> Option<Proof> {
    match (was, is) {
        (Some(was), Some(is)) => (was == is).then_some(Proof::Whole),
        (None, None) => Some(Proof::Whole),
        (Some(_), None) | (None, Some(_)) => Some(Proof::Enough),
    }
}

/// A page without a heading is told by its first text, for what comes after it: whether that is still there. `None`
/// when another one is there instead, wherever it stands: a longer name takes more room.
fn first_text_kept<'t>(
    old: &Screen<'t>,
    node: Node<'t>,
    new: &Screen<'t>,
    found: Node<'t>,
) -> Option<Proof> {
    // What stays in its place says more of the page than what scrolls.
    let first = |scrolls| Some((old.first_text(node, scrolls)?, scrolls));
    let Some((was, scrolls)) = first(false).or_else(|| first(true)) else {
        return Some(Proof::Whole);
    };
    let ticked = |is: Node<'t>| without_ticks(&was.label()) == without_ticks(&is.label());
    // One with an id of its own is told by it.
    if let Some(is) = changed_words(old, was, new).and_then(|is| new.get(is)) {
        return ticked(is).then_some(Proof::Whole);
    }
    let is = new.first_text(found, scrolls);
    let was_there = is.is_some_and(|is| old.says(&is.label()));
    if new.repeats(was, found) {
        // Something new may come before it, such as a message; two that changed places are another page.
        let is_first = is.is_some_and(|is| is.label() == was.label());
        return (scrolls || is_first || !was_there).then_some(Proof::Whole);
    }
    match is {
        Some(is) if ticked(is) => Some(Proof::Whole),
        Some(_) if !was_there => None,
        // It is gone, and what is the first now had been there before, or is nothing.
        Some(_) | None => Some(Proof::Enough),
    }
}

/// Whether a long number above the node became another one: the page of another order or account.
fn long_number_replaced<'t>(
    old: &Screen<'t>,
    node: Node<'t>,
    new: &Screen<'t>,
    found: Node<'t>,
) -> bool {
    old.numbered(node).any(|(was, around)| {
        let is_other = |(is, other): (Node<'t>, &str)| other == around && !old.says(&is.label());
        !new.repeats(was, found) && new.numbered(found).any(is_other)
    })
}
