//! What the rules of roles ask about a node.

use std::collections::HashMap;

use super::class::Class;
use super::kind::Role;
use crate::flags::Flags;
use crate::node::Node;
use crate::tree::Tree;

/// The most characters of a text that still names a button; a longer one with a blank in it is something to read.
const LONGEST_BUTTON_TEXT: usize = 20;

/// A node and what the rules ask about it.
pub(super) struct Subject<'t> {
    pub(super) node: Node<'t>,
    /// Its class, or the one that a child states for it.
    class: Class,
    pub(super) states_role_of_parent: bool,
    parent_class: Option<Class>,
    pub(super) parent_role: Option<Role>,
    pub(super) has_labels_inside: bool,
    pub(super) has_actions_inside: bool,
}

impl Subject<'_> {
    /// The role of every node, in document order.
    pub(super) fn roles(tree: &Tree, decide: impl Fn(&Subject<'_>) -> Role) -> Vec<Role> {
        let classes = classes(tree);
        let labels = inside(tree, has_own_label);
        let actions = inside(tree, has_action);
        let mut roles: Vec<Role> = Vec::with_capacity(classes.len());
        let inside = labels.into_iter().zip(actions);
        let nodes = tree.nodes().zip(&classes).zip(inside);
        for ((node, &class), (has_labels_inside, has_actions_inside)) in nodes {
            let parent = node.parent().map(|parent| parent.id().index());
            let subject = Subject {
                node,
                class: stated_by_child(node, class, &classes).unwrap_or(class),
                states_role_of_parent: states_role_of_parent(node, class, &classes),
                parent_class: parent.and_then(|parent| classes.get(parent).copied()),
                parent_role: parent.and_then(|parent| roles.get(parent).copied()),
                has_labels_inside,
                has_actions_inside,
            };
            roles.push(decide(&subject));
        }
        roles
    }

    pub(super) const fn class(&self) -> Class {
        self.class
    }

    pub(super) const fn has(&self, flag: Flags) -> bool {
        self.node.flags().has(flag)
    }

    pub(super) fn has_action(&self) -> bool {
        has_action(self.node)
    }

    pub(super) fn has_own_label(&self) -> bool {
        has_own_label(self.node)
    }

    pub(super) fn has_label(&self) -> bool {
        self.has_labels_inside || self.has_own_label()
    }

    pub(super) fn has_children(&self) -> bool {
        self.node.children().next().is_some()
    }

    pub(super) fn is_in_tab_bar(&self) -> bool {
        if self.parent_class == Some(Class::Tabbar) {
            return true;
        }
        self.node.parent().is_some_and(|parent| {
            let bounds = parent.bounds();
            !parent.resource_id().is_empty()
                && bounds.width() > bounds.height()
                && names_tab_bar(parent.resource_id())
        })
    }

    pub(super) fn is_called_label(&self) -> bool {
        let id = self.node.resource_id();
        !id.is_empty() && words(id).last().as_deref() == Some("label")
    }

    /// Toolbars call themselves view groups, so that only their ids tell.
    pub(super) fn is_called_toolbar(&self) -> bool {
        let id = self.node.id_name();
        if id.is_empty() {
            return false;
        }
        let words: Vec<String> = words(id).collect();
        let mut last = words.iter().rev().map(String::as_str);
        match last.next() {
            Some("toolbar") => true,
            Some("bar") => matches!(last.next(), Some("tool" | "action")),
            _ => false,
        }
    }

    /// Whether children stand side by side and others below each other.
    pub(super) fn has_columns(&self) -> bool {
        let pairs = || {
            self.node
                .children()
                .zip(self.node.children().skip(1))
                .map(|(before, after)| (before.bounds(), after.bounds()))
                .filter(|(before, after)| !before.is_empty() && !after.is_empty())
        };
        pairs().any(|(before, after)| {
            before.right <= after.left && before.top < after.bottom && after.top < before.bottom
        }) && pairs().any(|(before, after)| before.bottom <= after.top)
    }

    pub(super) fn holds_in_order(&self, is_before: fn(Node<'_>, Node<'_>) -> bool) -> bool {
        let children = || {
            self.node
                .children()
                .filter(|child| !child.bounds().is_empty())
        };
        children().nth(1).is_some()
            && children()
                .zip(children().skip(1))
                .all(|(before, after)| is_before(before, after))
    }
}

/// The kind of each node's class; a tree has few different ones.
fn classes(tree: &Tree) -> Vec<Class> {
    let mut known: HashMap<&str, Class> = HashMap::new();
    tree.nodes()
        .map(|node| {
            let name = node.class();
            *known.entry(name).or_insert_with(|| Class::of(name))
        })
        .collect()
}

/// For each node, whether something below it fits.
fn inside(tree: &Tree, fits: impl Fn(Node<'_>) -> bool) -> Vec<bool> {
    let mut found = vec![false; tree.nodes.len()];
    for node in tree.nodes().rev() {
        let here = fits(node) || found.get(node.id().index()) == Some(&true);
        let parent = node.parent().map(|parent| parent.id().index());
        if let Some(parent) = parent.and_then(|parent| found.get_mut(parent)) {
            *parent |= here;
        }
    }
    found
}

/// The class that a child of a node with an action states for it.
fn stated_by_child(node: Node<'_>, class: Class, classes: &[Class]) -> Option<Class> {
    if !class.is_generic() || !has_action(node) {
        return None;
    }
    node.children().find_map(|child| {
        let class = *classes.get(child.id().index())?;
        states_role_of_parent(child, class, classes).then_some(class)
    })
}

/// Whether a node is an empty leaf whose class belongs to its parent, as Compose writes them.
fn states_role_of_parent(node: Node<'_>, class: Class, classes: &[Class]) -> bool {
    let is_control = matches!(
        class,
        Class::Button
            | Class::Tab
            | Class::Chip
            | Class::Field
            | Class::Radio
            | Class::Toggle
            | Class::Switch
            | Class::Checkbox
    );
    is_control
        && !has_action(node)
        && !has_own_label(node)
        && node.descendants().next().is_none()
        && node.parent().is_some_and(|parent| {
            let class = classes.get(parent.id().index());
            has_action(parent) && class.is_some_and(|class| class.is_generic())
        })
}

fn has_action(node: Node<'_>) -> bool {
    const ACTIONS: Flags = Flags::CLICKABLE
        .with(Flags::LONG_CLICKABLE)
        .with(Flags::CHECKABLE);
    node.flags().has_any(ACTIONS)
}

fn has_own_label(node: Node<'_>) -> bool {
    // Most are empty, which is quicker to see than that they are blank.
    let has_words = |text: &str| !text.is_empty() && !text.trim().is_empty();
    has_words(node.text()) || has_words(node.content_desc())
}

pub(super) fn is_long(text: &str) -> bool {
    text.contains(' ') && text.chars().nth(LONGEST_BUTTON_TEXT).is_some()
}

/// Whether an id is that of a tab bar: by whole words, so that a table is none.
fn names_tab_bar(resource_id: &str) -> bool {
    let words: Vec<String> = words(resource_id).collect();
    let has = |word: &str| words.iter().any(|found| found == word);
    ["tab", "tabs", "tabbar", "nav", "navigation"]
        .into_iter()
        .any(has)
        || (has("bottom") && (has("bar") || has("menu")))
}

/// The words of the name in an id, in lower case: `pkg:id/bottom_navTabs` has `bottom`, `nav` and `tabs`.
fn words(resource_id: &str) -> impl Iterator<Item = String> {
    let name = resource_id
        .rsplit_once('/')
        .map_or(resource_id, |(_, name)| name);
    let mut words: Vec<String> = Vec::new();
    let mut before = None;
    for character in name.chars() {
        let continues = before.is_some_and(|before: char| {
            before.is_alphabetic() && !(before.is_lowercase() && character.is_uppercase())
        });
        before = Some(character);
        if !character.is_alphabetic() {
            continue;
        }
        if !continues {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(character.to_lowercase());
        }
    }
    words.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_in_words() {
        for (id, expected) in [
            ("com.example:id/bottom_navTabs2", "bottom nav tabs"),
            ("tableRow", "table row"),
            ("com.example:id/URLLabel", "urllabel"),
            ("a/", ""),
        ] {
            assert_eq!(words(id).collect::<Vec<_>>().join(" "), expected, "{id}");
        }
        assert!(names_tab_bar("com.example:id/main_tabs"));
        assert!(names_tab_bar("com.example:id/bottomBar"));
        assert!(!names_tab_bar("com.example:id/table"));
        assert!(!names_tab_bar("com.example:id/bottom_sheet"));
    }
}
