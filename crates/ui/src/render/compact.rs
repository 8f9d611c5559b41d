//! The compact text form, for agents.

use crate::node::Node;
use crate::refs::Refs;
use crate::tree::Tree;

use super::header::{self, Header};
use super::outline::{Line, Outline};
use super::quote::{identifier, quote};
use super::words;

/// The most characters of a label or value on a line.
pub(super) const LONGEST_NAME: usize = 80;

/// The screen as lines, one for each useful node: `@e12 [button] "Sign in" #login_button`.
///
/// What a line says in `[…]`, `"…"`, `#…`, `in "…"` and `nth …` selects its node: role, name, resource id, row, ordinal.
#[must_use]
pub fn compact(tree: &Tree, refs: &Refs, header: &Header<'_>) -> String {
    let outline = Outline::of(tree);
    let mut text = header.line(tree);
    text.push('\n');
    for (index, window) in tree.windows().iter().enumerate() {
        let Some(beside) = outline.windows.get(index) else {
            continue;
        };
        let lines = outline.lines.iter().filter(|line| line.window == index);
        if tree.windows().len() > 1 {
            text.push_str(&header::window(window, beside));
            text.push('\n');
        }
        for line in lines {
            if let Some(node) = tree.get(line.node) {
                text.push_str(&"  ".repeat(line.depth));
                push_ref(&mut text, refs, line);
                text.push_str(&body(node, line));
                text.push('\n');
            }
        }
        if beside.unseen > 0 {
            text.push_str(&format!("({} more not visible)\n", beside.unseen));
        }
    }
    if outline.lines.is_empty() {
        text.push_str(&format!(
            "(nothing to read or touch is visible; {} nodes)\n",
            tree.len()
        ));
    }
    if outline.cut > 0 {
        text.push_str(&format!("({} more lines not shown)\n", outline.cut));
    }
    text
}

/// The ref of a line, where it has one.
pub(super) fn push_ref(text: &mut String, refs: &Refs, line: &Line) {
    if let Some(name) = refs.of(line.node) {
        text.push_str(&name);
        text.push(' ');
    }
}

/// A line without its ref and indentation.
pub(super) fn body(node: Node<'_>, line: &Line) -> String {
    let mut text = what(node, line);
    if let Some(label) = &line.apart.in_row {
        // A cut label would find nothing.
        text.push_str(&format!(" in {}", quote(label, usize::MAX)));
    }
    if let Some(nth) = line.apart.nth {
        text.push_str(&format!(" nth {nth}"));
    }
    push_states(&mut text, node, line);
    if line.unseen > 0 {
        text.push_str(&format!(" ({} more not visible)", line.unseen));
    }
    text
}

/// The part of a line that no other node changes.
pub(super) fn own(node: Node<'_>, line: &Line) -> String {
    let mut text = what(node, line);
    push_states(&mut text, node, line);
    text
}

fn what(node: Node<'_>, line: &Line) -> String {
    let mut text = format!("[{}]", node.role().name());
    if !line.name.is_empty() {
        text.push(' ');
        text.push_str(&quote(&line.name, words::shown_length(&line.name)));
    }
    if let Some(id) = words::id(node) {
        text.push_str(" #");
        text.push_str(&identifier(id));
    }
    text
}

fn push_states(text: &mut String, node: Node<'_>, line: &Line) {
    if let Some(price) = words::cut_price(&line.name) {
        text.push_str(&format!(" price {}", quote(price, LONGEST_NAME)));
    }
    if let Some(content) = words::content(node) {
        text.push_str(&format!(" value {}", quote(&content, LONGEST_NAME)));
    }
    if let Some(hint) = words::further_hint(node) {
        text.push_str(&format!(" hint {}", quote(hint, LONGEST_NAME)));
    }
    for state in states(node) {
        text.push(' ');
        text.push_str(state);
    }
    if let Some(length) = words::secret_length(node) {
        text.push_str(&format!(" ({length} characters)"));
    }
}

/// The words for what a node is at the moment.
pub(super) fn states(node: Node<'_>) -> impl Iterator<Item = &'static str> {
    [
        (node.is_checked(), "checked"),
        (node.shows_selected(), "selected"),
        (node.is_focused(), "focused"),
        (node.shows_disabled(), "disabled"),
        (node.is_password(), "password"),
        (words::is_empty_field(node), "empty"),
        (node.is_scrollable(), "scrollable"),
    ]
    .into_iter()
    .filter_map(|(is_so, word)| is_so.then_some(word))
}
