//! The rules of roles, in order.

use std::fmt;

use super::choice;
use super::class::Class;
use super::kind::Role;
use super::subject::{Subject, is_long};
use crate::flags::Flags;
use crate::tree::Tree;

/// One row of [`RULES`].
pub struct RoleRule {
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

/// The rules; the first that holds decides. What none holds for is `unknown`.
pub const RULES: &[RoleRule] = &[
    rule(
        Role::Unknown,
        "it only states its parent's role: an empty leaf without action below a node that has one and whose class does not say what it is; the leaf's class is that of a button, tab, chip, field, radio button, toggle, switch or check box",
        |node| node.states_role_of_parent,
    ),
    rule(Role::Tab, "a tab by class", |node| {
        node.class() == Class::Tab
    }),
    rule(
        Role::Tab,
        "it has an action and a label, and its parent is a tab bar by class or, if wider than high, by id: one of the id's words is `tab`, `tabs`, `tabbar`, `nav` or `navigation`, or `bottom` together with `bar` or `menu`",
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
    rule(Role::Slider, "a slider by class", |node| {
        node.class() == Class::Slider
    }),
    rule(Role::Dropdown, "a dropdown by class", |node| {
        node.class() == Class::Dropdown
    }),
    rule(
        Role::Toggle,
        "checkable, and the class does not say what it is",
        |node| node.class().is_generic() && node.has(Flags::CHECKABLE),
    ),
    rule(
        Role::Grid,
        "a grid by class, or a recycler whose children are side by side and below each other",
        |node| {
            node.class() == Class::Grid || (node.class() == Class::Recycler && node.has_columns())
        },
    ),
    rule(
        Role::List,
        "a list or recycler by class, or scrollable and the class does not say what it is",
        |node| {
            matches!(node.class(), Class::List | Class::Recycler)
                || (node.class().is_generic() && node.has(Flags::SCROLLABLE))
        },
    ),
    rule(
        Role::Toolbar,
        "a toolbar by class; or it has children, the class does not say what it is, and the words of its id end in `toolbar`, `tool bar` or `action bar`",
        |node| {
            node.class() == Class::Toolbar
                || (node.class().is_generic() && node.has_children() && node.is_called_toolbar())
        },
    ),
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
        "it has a text and no action, and is a heading or is in a toolbar",
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
        "it has an action, and contains labels and another node with an action",
        |node| node.has_action() && node.has_labels_inside && node.has_actions_inside,
    ),
    rule(
        Role::Text,
        "it has an action and a text of more than 20 characters that contains a space",
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
        |node| node.has_own_label() && node.is_called_label(),
    ),
    rule(
        Role::Text,
        "it has a text or description, and is not a layout with children",
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

/// Fills in the role of every node: by the rules, then of the chosen one of several targets.
pub(crate) fn fill(tree: &mut Tree) {
    let roles = Subject::roles(tree, |subject| {
        let decided = RULES.iter().find(|rule| (rule.holds)(subject));
        decided.map_or(Role::Unknown, |rule| rule.role)
    });
    for (node, role) in tree.nodes.iter_mut().zip(roles) {
        node.role = role;
    }
    choice::fill(tree);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_a_rule() {
        for role in Role::ALL {
            assert!(RULES.iter().any(|rule| rule.role == role), "{role:?}");
        }
    }
}
