//! Which nodes have a line, and whose state a line tells besides its node's own.

use std::collections::HashSet;

use crate::bounds::Bounds;
use crate::flags::Flags;
use crate::node::Node;
use crate::role::Role;
use crate::tree::{NodeId, Tree};

/// The most lines that share the state of something around them that has no line.
const MOST_SHARING: usize = 3;

/// Fills in which nodes have a line and what else these tell.
pub(crate) fn fill(tree: &mut Tree) {
    let listed: Vec<NodeId> = tree
        .nodes()
        .filter(|node| is_useful(*node) && node.visible_bounds().is_some())
        .map(Node::id)
        .collect();
    for id in &listed {
        if let Some(node) = tree.nodes.get_mut(id.index()) {
            node.shown.is_listed = true;
        }
    }
    // From the inside out, so that of several around one target all go.
    for id in listed.iter().rev() {
        if tree.get(*id).is_some_and(is_only_around_target)
            && let Some(node) = tree.nodes.get_mut(id.index())
        {
            node.shown.is_listed = false;
        }
    }
    for id in same_in_same_place(tree, &listed) {
        if let Some(node) = tree.nodes.get_mut(id.index()) {
            node.shown.is_listed = false;
        }
    }
    tree.names.nameless = listed
        .into_iter()
        .filter_map(|id| tree.get(id))
        .filter(|node| node.is_listed() && node.is_interactive() && node.name().is_none())
        .map(Node::id)
        .collect();
    carry(tree, has_lost_selection, |node| {
        node.shown.is_selected = true;
    });
    let with_enabled_part = with_enabled_part(tree);
    let is_lost = |node: Node<'_>| has_lost_disabled(node, &with_enabled_part);
    carry(tree, is_lost, |node| {
        node.shown.is_disabled = true;
    });
}

/// Whether a node is worth a line: something can be done with it, it scrolls, or it has words that are no part of
/// another's name; or it is a control that is disabled, which some toolkits write without its action and words.
fn is_useful(node: Node<'_>) -> bool {
    let is_dead_control = !node.is_enabled()
        && node.is_focusable()
        && node.actor().is_none()
        && node.label().is_empty()
        && node.descendants().next().is_none();
    node.is_target() || node.is_scrollable() || node.name().is_some() || is_dead_control
}

/// Whether a target has no words and no state and holds one other target and nothing else: both are one thing.
fn is_only_around_target(node: Node<'_>) -> bool {
    if !node.is_listed()
        || !node.is_interactive()
        || node.is_scrollable()
        || node.is_checkable()
        || node.is_most_of_screen()
        || node.name().is_some()
        || matches!(node.role(), Role::Textfield | Role::Slider)
    {
        return false;
    }
    let mut inside = node.descendants().filter(|inner| inner.is_listed());
    let Some(target) = inside.next().filter(|target| target.is_interactive()) else {
        return false;
    };
    let area = |node: Node<'_>| node.visible_bounds().map_or(0, Bounds::area);
    let is_one = target.name().is_some() || area(target) * 2 >= area(node);
    is_one && inside.all(|inner| target.is_ancestor_of(inner.id()))
}

/// The targets that are the same as another, in the very same place: a stack of them is one thing to a person.
fn same_in_same_place(tree: &Tree, listed: &[NodeId]) -> Vec<NodeId> {
    let mut seen = HashSet::new();
    let targets = listed.iter().filter_map(|id| tree.get(*id));
    targets
        .filter(|node| node.is_interactive() && node.name().is_some())
        .filter(|node| {
            let state = (node.flags().bits(), node.bounds(), node.role());
            let words = (node.name(), node.resource_id(), node.window_index());
            !seen.insert((state, words))
        })
        .map(Node::id)
        .collect()
}

fn has_lost_selection(node: Node<'_>) -> bool {
    node.flags().has(Flags::SELECTED)
}

/// A text may be grey where its row is not: only what is a control, or all that a target says, makes it disabled.
fn has_lost_disabled(node: Node<'_>, with_enabled_part: &HashSet<NodeId>) -> bool {
    if node.is_enabled() {
        return false;
    }
    let is_control = node.is_focusable()
        || matches!(
            node.role(),
            Role::Button | Role::Switch | Role::Checkbox | Role::Radio | Role::Toggle | Role::Chip
        );
    is_control
        || node
            .named_by()
            .is_some_and(|target| !with_enabled_part.contains(&target.id()))
}

/// The targets with a part of their name that is not disabled. They are collected once: a target may have as many parts
/// as a dump has nodes, and each of them asks.
fn with_enabled_part(tree: &Tree) -> HashSet<NodeId> {
    tree.nodes()
        .filter(|part| part.is_enabled())
        .filter_map(Node::named_by)
        .map(Node::id)
        .collect()
}

/// Carries a state of what has no line to the lines that it belongs to: those in it, else the target around it.
fn carry(tree: &mut Tree, is_lost: impl Fn(Node<'_>) -> bool, set: fn(&mut crate::node::NodeData)) {
    let lines: Vec<NodeId> = tree
        .nodes()
        .filter(|node| !node.is_listed() && node.visible_bounds().is_some() && is_lost(*node))
        .flat_map(lines_of)
        .collect();
    for line in lines {
        if let Some(node) = tree.nodes.get_mut(line.index()) {
            set(node);
        }
    }
}

/// The lines that tell of a node without one.
fn lines_of(node: Node<'_>) -> Vec<NodeId> {
    let mut inside: Vec<Node<'_>> = node
        .descendants()
        .filter(|inner| inner.is_listed())
        .take(MOST_SHARING + 1)
        .collect();
    if inside.is_empty() {
        let around = node.ancestors().find(|outer| outer.is_listed());
        let target = around.filter(|outer| outer.is_target() && !outer.is_most_of_screen());
        return target.map(Node::id).into_iter().collect();
    }
    if inside.len() > MOST_SHARING {
        return Vec::new();
    }
    let outermost = inside.clone();
    inside.retain(|inner| {
        !outermost
            .iter()
            .any(|outer| outer.is_ancestor_of(inner.id()))
    });
    inside.into_iter().map(Node::id).collect()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::limits::MAX_NODES;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "it is about time")]
    fn a_target_of_very_many_disabled_texts_is_read_soon_and_is_disabled() {
        let part = |enabled: bool| {
            format!(
                r#"<node class="android.widget.TextView" text="Same" enabled="{enabled}" bounds="[0,0][100,50]" />"#
            )
        };
        for (last, is_disabled) in [(false, true), (true, false)] {
            let dump = format!(
                r#"<hierarchy><node class="a.B" enabled="true" bounds="[0,0][1000,1000]"><node class="a.B" enabled="true" clickable="true" bounds="[0,0][100,50]">{}{}</node></node></hierarchy>"#,
                part(false).repeat(MAX_NODES - 3),
                part(last)
            );
            let started = Instant::now();
            let tree = Tree::parse(dump.as_bytes()).unwrap().tree;
            let took = started.elapsed();
            assert!(took < Duration::from_secs(10), "{took:?}");
            assert_eq!(tree.nodes().count(), MAX_NODES);
            let target = tree.nodes().find(|node| node.is_interactive()).unwrap();
            assert_eq!(target.data().shown.is_disabled, is_disabled);
        }
    }
}
