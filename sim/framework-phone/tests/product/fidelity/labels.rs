//! A Compose page beside the scripted one, by what a person is told: labels, roles and flags. Their trees have
//! different shapes by design.

use std::collections::BTreeMap;

use clawperator_ui::{Node, Tree};

use super::super::rig::APP;
use super::compare::{Compared, Difference};

/// A label, and which of its like it is, from the top.
type Key = (String, usize);

/// Compares everything that has a name and can be seen.
pub(super) fn compare(toolkit: &Tree, script: &Tree) -> Compared {
    let (toolkit, script) = (told(toolkit), told(script));
    let mut compared = Compared::default();
    for (key, node) in &toolkit {
        match script.get(key) {
            Some(other) => {
                compared.nodes += 1;
                both(&key.0, *node, *other, &mut compared);
            }
            None => compared.add(alone(&key.0, "there", "missing")),
        }
    }
    for key in script.keys().filter(|key| !toolkit.contains_key(*key)) {
        compared.add(alone(&key.0, "missing", "there"));
    }
    compared
}

fn told(tree: &Tree) -> BTreeMap<Key, Node<'_>> {
    let seen = tree.nodes().filter_map(|node| {
        let place = node.visible_bounds().filter(|_| node.package() == APP)?;
        Some((place.top, place.left, node.name()?, node))
    });
    let mut seen: Vec<_> = seen.collect();
    seen.sort_by_key(|(top, left, ..)| (*top, *left));
    let mut nodes = BTreeMap::new();
    for (_, _, name, node) in seen {
        let mut key = (name.into_owned(), 0);
        while nodes.contains_key(&key) {
            key.1 += 1;
        }
        nodes.insert(key, node);
    }
    nodes
}

fn both(label: &str, toolkit: Node<'_>, script: Node<'_>, compared: &mut Compared) {
    let role = |node: Node<'_>| node.role().name().to_owned();
    let mut values = vec![("role", role(toolkit), role(script))];
    for ((name, toolkit), (_, script)) in flags(toolkit).into_iter().zip(flags(script)) {
        values.push((name, toolkit.to_string(), script.to_string()));
    }
    for (attribute, toolkit, script) in values {
        compared.values += 1;
        if toolkit != script {
            compared.differences.push(Difference {
                node: label.to_owned(),
                attribute,
                toolkit,
                script,
            });
        }
    }
}

fn alone(label: &str, toolkit: &str, script: &str) -> Difference {
    Difference {
        node: label.to_owned(),
        attribute: "presence",
        toolkit: toolkit.to_owned(),
        script: script.to_owned(),
    }
}

/// What can be done with a node and what state it is in, wherever the toolkit has put it: a text inside a button can be
/// pressed as the button can.
fn flags(node: Node<'_>) -> [(&'static str, bool); 6] {
    [
        ("pressed", node.is_interactive() || node.actor().is_some()),
        ("checkable", node.is_checkable()),
        ("checked", node.is_checked()),
        ("enabled", node.is_enabled()),
        ("password", node.is_password()),
        ("selected", node.is_selected()),
    ]
}
