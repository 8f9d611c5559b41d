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

/// The fewest characters that a screen can be cut down to.
pub const LEAST_CHARACTERS: usize = clawperator_contract::LEAST_BUDGET as usize;

/// The screen as lines, one for each useful node: `@e12 [button] "Sign in" #login_button`.
///
/// What a line says in `[…]`, `"…"`, `#…`, `in "…"` and `nth …` selects its node: role, name, resource id, row, ordinal.
#[must_use]
pub fn compact(tree: &Tree, refs: &Refs, header: &Header<'_>) -> String {
    whole(&header.line(tree), &parts(tree, refs))
}

/// The same in at most so many characters; [`LEAST_CHARACTERS`] where fewer are asked for. Lines that are only to be read
/// go before those that can be touched or scrolled, the last ones first, and what is not shown is counted.
#[must_use]
pub fn compact_within(tree: &Tree, refs: &Refs, header: &Header<'_>, most: usize) -> String {
    let most = most.max(LEAST_CHARACTERS);
    let (head, parts) = (header.line(tree), parts(tree, refs));
    let whole = whole(&head, &parts);
    if length(&whole) <= most {
        return whole;
    }
    let head = shortened(&head, most / 2);
    let mut room = most.saturating_sub(length(&head) + 1 + LONGEST_COUNT);
    // Windows are a stranger's too, and must not take the place of what is in them.
    let for_nodes = room / 2;
    let mut is_shown = vec![false; parts.len()];
    let mut is_full = false;
    for (kind, spared) in [
        (PartKind::Around, for_nodes),
        (PartKind::Target, 0),
        (PartKind::Text, 0),
    ] {
        for (part, is_shown) in parts.iter().zip(&mut is_shown) {
            let size = length(&part.text);
            if part.kind != kind || is_full {
            } else if size + spared <= room {
                room -= size;
                *is_shown = true;
            } else {
                // Nothing that can only be read is shown where something to touch is not.
                is_full = kind == PartKind::Target;
            }
        }
    }
    let not_shown = |kind: PartKind| {
        let cut = parts.iter().zip(&is_shown);
        cut.filter(|(part, is_shown)| part.kind == kind && !**is_shown)
            .count()
    };
    let mut text = head;
    text.push('\n');
    for (part, _) in parts
        .iter()
        .zip(&is_shown)
        .filter(|(_, is_shown)| **is_shown)
    {
        text.push_str(&part.text);
    }
    let (targets, texts) = (not_shown(PartKind::Target), not_shown(PartKind::Text));
    text.push_str(&format!(
        "(not shown, for {most} characters at most: {targets} to touch or scroll, {texts} to read)\n"
    ));
    text
}

/// The longest line that says what is not shown: its words, and three numbers.
const LONGEST_COUNT: usize = 75 + 3 * 20;

/// One or more lines that are shown together or not at all.
struct Part {
    kind: PartKind,
    text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PartKind {
    /// What is said of windows, and what is counted.
    Around,
    /// A node that can be touched or scrolled.
    Target,
    /// A node that can only be read.
    Text,
}

impl Part {
    const fn around(text: String) -> Self {
        Self {
            kind: PartKind::Around,
            text,
        }
    }
}

fn whole(head: &str, parts: &[Part]) -> String {
    let mut text = format!("{head}\n");
    for part in parts {
        text.push_str(&part.text);
    }
    text
}

/// Everything below the first line, in its order.
fn parts(tree: &Tree, refs: &Refs) -> Vec<Part> {
    let outline = Outline::of(tree);
    let mut parts = Vec::new();
    for (index, window) in tree.windows().iter().enumerate() {
        let Some(beside) = outline.windows.get(index) else {
            continue;
        };
        if tree.windows().len() > 1 {
            let line = header::window(window, beside);
            parts.push(Part::around(format!("{line}\n")));
        }
        for line in outline.lines.iter().filter(|line| line.window == index) {
            if let Some(node) = tree.get(line.node) {
                let mut text = "  ".repeat(line.depth);
                push_ref(&mut text, refs, line);
                text.push_str(&body(node, line));
                text.push('\n');
                let kind = if node.is_interactive() || node.is_scrollable() {
                    PartKind::Target
                } else {
                    PartKind::Text
                };
                parts.push(Part { kind, text });
            }
        }
        if beside.unseen > 0 {
            let text = format!("({} more not visible)\n", beside.unseen);
            parts.push(Part::around(text));
        }
    }
    if outline.lines.is_empty() {
        parts.push(Part::around(format!(
            "(nothing to read or touch is visible; {} nodes)\n",
            tree.len()
        )));
    }
    if outline.cut > 0 {
        let text = format!("({} more lines not shown)\n", outline.cut);
        parts.push(Part::around(text));
    }
    parts
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// The text, with an ellipsis in place of what is too much.
fn shortened(text: &str, most: usize) -> String {
    if length(text) <= most {
        return text.to_owned();
    }
    let mut start: String = text.chars().take(most.saturating_sub(1)).collect();
    start.push('…');
    start
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
