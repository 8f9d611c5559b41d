//! The rules of roles, in order.

use std::collections::HashMap;
use std::fmt;

use super::Role;
use super::class::Class;
use crate::flags::Flags;
use crate::node::Node;
use crate::tree::Tree;

/// One row of [`RULES`].
pub struct RoleRule {
    /// The role.
    pub role: Role,
    /// When a node has it, in words.
    pub when: &'static str,
    holds: fn(&Subject<'_>) -> bool,
}

impl fmt::Debug for RoleRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.role.name(), self.when)
    }
}

/// The most characters of a text that still names a button; a longer one with a blank in it is something to read.
const LONGEST_BUTTON_TEXT: usize = 20;

/// The rules; the first that holds decides. What none holds for is `unknown`.
pub const RULES: &[RoleRule] = &[
    rule(
        Role::Unknown,
        "it only states its parent's role: an empty leaf without action below a node with one, whose class is that of a button, tab, chip, field, radio button, toggle, switch or check box",
        |node| node.states_role_of_parent,
    ),
    rule(Role::Tab, "a tab by class", |node| {
        node.class() == Class::Tab
    }),
    rule(
        Role::Tab,
        "it has an action and a label, and its parent is a tab bar by class or, if wider than high, by id: one of the id's words is `tab`, `tabs`, `tabbar`, `nav` or `navigation`, or `bottom` beside `bar` or `menu`",
        |node| node.has_action() && node.has_label() && node.is_in_tab_bar(),
    ),
    rule(Role::Pager, "a pager by class", |node| {
        node.class() == Class::Pager
    }),
    rule(Role::Textfield, "a text field by class", |node| {
        node.class() == Class::Field
    }),
    rule(Role::Radio, "a radio button by class", |node| {
        node.class() == Class::Radio
    }),
    rule(Role::Toggle, "a toggle by class", |node| {
        node.class() == Class::Toggle
    }),
    rule(Role::Switch, "a switch by class", |node| {
        node.class() == Class::Switch
    }),
    rule(Role::Checkbox, "a check box by class", |node| {
        node.class() == Class::Checkbox
    }),
    rule(Role::Chip, "a chip by class", |node| {
        node.class() == Class::Chip
    }),
    rule(Role::Button, "a button by class", |node| {
        node.class() == Class::Button
    }),
    rule(
        Role::Toggle,
        "checkable, and the class does not tell what it is",
        |node| node.class().is_generic() && node.has(Flags::CHECKABLE),
    ),
    rule(
        Role::Grid,
        "a grid by class, or a recycler whose children stand side by side and below each other",
        |node| {
            node.class() == Class::Grid || (node.class() == Class::Recycler && node.has_columns())
        },
    ),
    rule(
        Role::List,
        "a list or recycler by class, or scrollable and the class does not tell what it is",
        |node| {
            matches!(node.class(), Class::List | Class::Recycler)
                || (node.class().is_generic() && node.has(Flags::SCROLLABLE))
        },
    ),
    rule(Role::Toolbar, "a toolbar by class", |node| {
        node.class() == Class::Toolbar
    }),
    rule(Role::Tabbar, "a tab bar by class", |node| {
        node.class() == Class::Tabbar
    }),
    rule(
        Role::Menuitem,
        "a menu item by class, or a child of a menu that is none of the above",
        |node| node.class() == Class::Menuitem || node.parent_role == Some(Role::Menu),
    ),
    rule(Role::Menu, "a menu by class", |node| {
        node.class() == Class::Menu
    }),
    rule(Role::Icon, "a picture by class, with an action", |node| {
        node.class() == Class::Image && node.has_action()
    }),
    rule(Role::Image, "a picture by class", |node| {
        node.class() == Class::Image
    }),
    rule(Role::Listitem, "its parent is a list or grid", |node| {
        matches!(node.parent_role, Some(Role::List | Role::Grid))
    }),
    rule(Role::Card, "a card by class", |node| {
        node.class() == Class::Card
    }),
    rule(
        Role::Title,
        "it has a text and no action, and is a heading or stands in a toolbar",
        |node| {
            !node.has_action()
                && !node.node.text().is_empty()
                && (node.has(Flags::HEADING) || node.parent_role == Some(Role::Toolbar))
        },
    ),
    rule(
        Role::Container,
        "it has an action, children and no label of its own, and is most of the screen",
        |node| {
            node.has_action()
                && node.has_children()
                && !node.has_own_label()
                && node.node.is_most_of_screen()
        },
    ),
    rule(
        Role::Card,
        "it has an action, and inside are labels and another node with an action",
        |node| node.has_action() && node.has_labels_inside && node.has_actions_inside,
    ),
    rule(
        Role::Text,
        "it has an action and a text with a blank in it of more than 20 characters",
        |node| node.has_action() && is_long(node.node.text()),
    ),
    rule(Role::Button, "it has an action and a label", |node| {
        node.has_action() && node.has_label()
    }),
    rule(
        Role::Icon,
        "it has an action and no label in or on it, and is not most of the screen",
        |node| node.has_action() && !node.node.is_most_of_screen(),
    ),
    rule(
        Role::Label,
        "it has a text or description, and the last word of its id is `label`",
        |node| {
            node.has_own_label()
                && words(node.node.resource_id()).last().as_deref() == Some("label")
        },
    ),
    rule(
        Role::Text,
        "it has a text or description, and is no layout with children",
        |node| node.has_own_label() && !(node.class() == Class::Layout && node.has_children()),
    ),
    rule(
        Role::Row,
        "it has two or more children with area, each to the right of the one before",
        |node| node.holds_in_order(|before, after| before.bounds().right <= after.bounds().left),
    ),
    rule(
        Role::Column,
        "it has two or more children with area, each below the one before",
        |node| node.holds_in_order(|before, after| before.bounds().bottom <= after.bounds().top),
    ),
    rule(Role::Container, "it has children", |node| {
        node.has_children()
    }),
];

const fn rule(role: Role, when: &'static str, holds: fn(&Subject<'_>) -> bool) -> RoleRule {
    RoleRule { role, when, holds }
}

/// Fills in the role of every node.
pub(crate) fn fill(tree: &mut Tree) {
    let classes = classes(tree);
    let mut roles: Vec<Role> = Vec::with_capacity(tree.nodes.len());
    let labels = inside(tree, has_own_label);
    let actions = inside(tree, has_action);
    for (node, &class) in tree.nodes().zip(&classes) {
        let parent = node.parent().map(|parent| parent.id().index());
        let at = |flags: &[bool]| flags.get(node.id().index()).copied().unwrap_or_default();
        let subject = Subject {
            node,
            class: stated_by_child(node, class, &classes).unwrap_or(class),
            states_role_of_parent: states_role_of_parent(node, class, &classes),
            parent_class: parent.and_then(|parent| classes.get(parent).copied()),
            parent_role: parent.and_then(|parent| roles.get(parent).copied()),
            has_labels_inside: at(&labels),
            has_actions_inside: at(&actions),
        };
        let decided = RULES.iter().find(|rule| (rule.holds)(&subject));
        roles.push(decided.map_or(Role::Unknown, |rule| rule.role));
    }
    for (node, role) in tree.nodes.iter_mut().zip(roles) {
        node.role = role;
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
        let here = fits(node) || found.get(node.id().index()).copied().unwrap_or_default();
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
    !node.text().trim().is_empty() || !node.content_desc().trim().is_empty()
}

fn is_long(text: &str) -> bool {
    text.contains(' ') && text.chars().nth(LONGEST_BUTTON_TEXT).is_some()
}

/// A node and what the rules ask about it.
struct Subject<'t> {
    node: Node<'t>,
    /// Its class, or the one that a child states for it.
    class: Class,
    states_role_of_parent: bool,
    parent_class: Option<Class>,
    parent_role: Option<Role>,
    has_labels_inside: bool,
    has_actions_inside: bool,
}

impl Subject<'_> {
    const fn class(&self) -> Class {
        self.class
    }

    const fn has(&self, flag: Flags) -> bool {
        self.node.flags().has(flag)
    }

    fn has_action(&self) -> bool {
        has_action(self.node)
    }

    fn has_own_label(&self) -> bool {
        has_own_label(self.node)
    }

    fn has_label(&self) -> bool {
        self.has_labels_inside || self.has_own_label()
    }

    fn has_children(&self) -> bool {
        self.node.children().next().is_some()
    }

    fn is_in_tab_bar(&self) -> bool {
        if self.parent_class == Some(Class::Tabbar) {
            return true;
        }
        self.node.parent().is_some_and(|parent| {
            let bounds = parent.bounds();
            bounds.width() > bounds.height() && names_tab_bar(parent.resource_id())
        })
    }

    /// Whether children stand side by side and others below each other.
    fn has_columns(&self) -> bool {
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

    fn holds_in_order(&self, is_before: fn(Node<'_>, Node<'_>) -> bool) -> bool {
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
    let name = resource_id.rsplit('/').next().unwrap_or_default();
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

    #[test]
    fn every_role_but_unknown_can_be_reached_by_a_rule() {
        for role in Role::ALL {
            assert!(RULES.iter().any(|rule| rule.role == role), "{role:?}");
        }
    }
}
