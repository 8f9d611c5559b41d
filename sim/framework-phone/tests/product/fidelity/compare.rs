//! Two trees of one page, attribute by attribute.

use std::collections::BTreeMap;
use std::fmt;

use clawperator_ui::{Bounds, Node, Tree};

use super::super::rig::APP;

/// What the bars of the scripted phone take.
const STATUS_BAR: i32 = 63;
const NAVIGATION_BAR_TOP: i32 = 2274;
const SCREEN_BOTTOM: i32 = 2400;

/// How far apart edges and sizes may be for the size of letters and the spacing of a library's release to be the cause.
const LETTERS: i32 = 45;

/// How far what stands above may push a node down.
const PUSHED: i32 = 230;

/// Something that is not the same on both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Difference {
    /// The node: the name of its id, else its words.
    pub(super) node: String,
    pub(super) attribute: &'static str,
    pub(super) toolkit: String,
    pub(super) script: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            node,
            attribute,
            toolkit,
            script,
        } = self;
        write!(
            formatter,
            "{node} {attribute}: toolkit {toolkit}, script {script}"
        )
    }
}

/// What a comparison came to.
#[derive(Debug, Default)]
pub(super) struct Compared {
    /// Nodes that both have.
    pub(super) nodes: usize,
    /// Values that were compared.
    pub(super) values: usize,
    pub(super) differences: Vec<Difference>,
}

impl Compared {
    /// Something that was compared and is not the same.
    pub(super) fn add(&mut self, difference: Difference) {
        self.values += 1;
        self.differences.push(difference);
    }
}

/// What tells a node: its id, its words, and which of the like it is.
type Key = (String, String, String, usize);

/// Compares the app's nodes that carry a text, a description, an id or a flag.
pub(super) fn compare(toolkit: &Tree, script: &Tree) -> Compared {
    let (toolkit, script) = (told(toolkit), told(script));
    let mut compared = Compared::default();
    for (key, node) in &toolkit {
        match script.get(key) {
            Some(other) => {
                compared.nodes += 1;
                both(*node, *other, &mut compared);
            }
            None => compared.add(alone(*node, "there", "missing")),
        }
    }
    for (key, node) in &script {
        if !toolkit.contains_key(key) {
            compared.add(alone(*node, "missing", "there"));
        }
    }
    compared
}

fn told(tree: &Tree) -> BTreeMap<Key, Node<'_>> {
    let mut nodes = BTreeMap::new();
    for node in tree
        .nodes()
        .filter(|node| node.package() == APP && is_told(*node))
    {
        let mut key = (
            node.resource_id().to_owned(),
            node.text().to_owned(),
            node.content_desc().to_owned(),
            0,
        );
        while nodes.contains_key(&key) {
            key.3 += 1;
        }
        nodes.insert(key, node);
    }
    nodes
}

fn is_told(node: Node<'_>) -> bool {
    let has_words = !node.text().is_empty() || !node.content_desc().is_empty();
    has_words
        || !node.resource_id().is_empty()
        || flags(node)
            .iter()
            .any(|(name, set)| *set && *name != "enabled")
}

fn both(toolkit: Node<'_>, script: Node<'_>, compared: &mut Compared) {
    let mut compare = |attribute, toolkit_says: String, script_says: String| {
        compared.values += 1;
        if toolkit_says != script_says {
            compared.differences.push(Difference {
                node: name(toolkit),
                attribute,
                toolkit: toolkit_says,
                script: script_says,
            });
        }
    };
    compare(
        "class",
        toolkit.class().to_owned(),
        script.class().to_owned(),
    );
    for ((attribute, toolkit_says), (_, script_says)) in
        flags(toolkit).into_iter().zip(flags(script))
    {
        compare(attribute, toolkit_says.to_string(), script_says.to_string());
    }
    let around = |node: Node<'_>| {
        node.ancestors()
            .find(|around| is_told(*around))
            .map_or_else(String::new, name)
    };
    compare("inside", around(toolkit), around(script));
    compared.values += 1;
    if toolkit.bounds() != script.bounds() {
        compared.differences.push(Difference {
            node: name(toolkit),
            attribute: place(toolkit.bounds(), script.bounds()),
            toolkit: toolkit.bounds().to_string(),
            script: script.bounds().to_string(),
        });
    }
}

/// What kind of difference it is that a node is elsewhere or of another size.
fn place(toolkit: Bounds, script: Bounds) -> &'static str {
    let script = without_bars(script);
    let differ = |one: i32, other: i32, most: i32| (one - other).abs() > most;
    let size = |bounds: Bounds| (bounds.right - bounds.left, bounds.bottom - bounds.top);
    let ((toolkit_width, toolkit_height), (width, height)) = (size(toolkit), size(script));
    let is_moved =
        differ(toolkit.left, script.left, LETTERS) || differ(toolkit.top, script.top, PUSHED);
    if toolkit == script {
        "room"
    } else if is_moved || differ(toolkit_height, height, LETTERS) {
        "place"
    } else if differ(toolkit_width, width, LETTERS) {
        "width"
    } else {
        "measure"
    }
}

/// Where a node of the script would be on a phone without bars, as the framework phone is.
fn without_bars(script: Bounds) -> Bounds {
    let is_at_bottom = script.bottom == NAVIGATION_BAR_TOP;
    Bounds {
        top: if script.top < STATUS_BAR {
            script.top
        } else {
            script.top - STATUS_BAR
        },
        bottom: if is_at_bottom {
            SCREEN_BOTTOM
        } else {
            script.bottom - STATUS_BAR
        },
        ..script
    }
}

fn alone(node: Node<'_>, toolkit: &str, script: &str) -> Difference {
    Difference {
        node: name(node),
        attribute: "presence",
        toolkit: toolkit.to_owned(),
        script: script.to_owned(),
    }
}

fn name(node: Node<'_>) -> String {
    [
        node.id_name(),
        node.text(),
        node.content_desc(),
        node.class(),
    ]
    .into_iter()
    .find(|name| !name.is_empty())
    .unwrap_or_default()
    .to_owned()
}

fn flags(node: Node<'_>) -> [(&'static str, bool); 10] {
    [
        ("checkable", node.is_checkable()),
        ("checked", node.is_checked()),
        ("clickable", node.is_clickable()),
        ("enabled", node.is_enabled()),
        ("focusable", node.is_focusable()),
        ("focused", node.is_focused()),
        ("scrollable", node.is_scrollable()),
        ("long-clickable", node.is_long_clickable()),
        ("password", node.is_password()),
        ("selected", node.is_selected()),
    ]
}
