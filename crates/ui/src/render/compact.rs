//! The compact text form, for agents.

use crate::node::Node;
use crate::tree::Tree;

use super::header::{self, Header};
use super::outline::{Line, Outline};
use super::quote::{is_identifier, quote};
use super::words;

/// The most characters of a name on a line.
pub(super) const LONGEST_NAME: usize = 80;

/// The screen as lines, one for each useful node: `@e12 [button] "Sign in" #login_button`.
///
/// What a line says in `[…]`, `"…"`, `#…`, `in "…"` and `nth …` selects its node: role, name, resource id, row, ordinal.
#[must_use]
pub fn compact(tree: &Tree, header: &Header<'_>) -> String {
    let outline = Outline::of(tree);
    let package = header::package(tree);
    let mut text = header.line(tree);
    text.push('\n');
    for (index, window) in tree.windows().iter().enumerate() {
        let Some(beside) = outline.windows.get(index) else {
            continue;
        };
        let lines = || {
            outline
                .lines
                .iter()
                .enumerate()
                .filter(|(_, line)| line.window == index)
        };
        if tree.windows().len() > 1 {
            text.push_str(&header::window(window, beside));
            text.push('\n');
        }
        for (place, line) in lines() {
            if let Some(node) = tree.get(line.node) {
                text.push_str(&"  ".repeat(line.depth));
                text.push_str(&format!("@e{} {}\n", place + 1, body(node, line, package)));
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

/// A line without its ref and indentation.
pub(super) fn body(node: Node<'_>, line: &Line, package: &str) -> String {
    let mut text = what(node, line, package);
    if let Some(label) = &line.apart.in_row {
        text.push_str(&format!(" in {}", quote(label, LONGEST_NAME)));
    }
    if let Some(nth) = line.apart.nth {
        text.push_str(&format!(" nth {nth}"));
    }
    push_states(&mut text, node);
    if line.unseen > 0 {
        text.push_str(&format!(" ({} more not visible)", line.unseen));
    }
    text
}

/// The part of a line that no other node changes.
pub(super) fn own(node: Node<'_>, line: &Line, package: &str) -> String {
    let mut text = what(node, line, package);
    push_states(&mut text, node);
    text
}

fn what(node: Node<'_>, line: &Line, package: &str) -> String {
    let mut text = format!("[{}]", node.role().name());
    if !line.name.is_empty() {
        text.push(' ');
        text.push_str(&quote(&line.name, LONGEST_NAME));
    }
    if let Some(id) = id(node, package) {
        text.push_str(" #");
        text.push_str(&id);
    }
    text
}

fn push_states(text: &mut String, node: Node<'_>) {
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

/// The resource id: only its name when it is of the screen's package, quoted when it is not one of a package.
fn id(node: Node<'_>, package: &str) -> Option<String> {
    let id = words::id(node)?;
    let parts = id.split_once(":id/");
    let is_plain = |(package, name): &(&str, &str)| is_identifier(package) && is_identifier(name);
    Some(match parts.filter(is_plain) {
        Some((of, name)) if of == package => name.to_owned(),
        Some(_) => id.to_owned(),
        None => quote(id, usize::MAX),
    })
}

/// The words for what a node is at the moment.
pub(super) fn states(node: Node<'_>) -> impl Iterator<Item = &'static str> {
    [
        (node.is_checked(), "checked"),
        (node.is_selected(), "selected"),
        (node.is_focused(), "focused"),
        (!node.is_enabled(), "disabled"),
        (node.is_password(), "password"),
        (words::is_empty_field(node), "empty"),
        (node.is_scrollable(), "scrollable"),
    ]
    .into_iter()
    .filter_map(|(is_so, word)| is_so.then_some(word))
}
