//! What a touch meets: the node that was named, and everything at the points that are touched.

use std::borrow::Cow;
use std::collections::BTreeSet;

use clawperator_contract::Capability;
use clawperator_engine::{Finger, Met, Motion, Named};
use clawperator_ui::{Gesture, Node, Opaque, Role};

use crate::judge::Known;

/// What is known of a touch.
#[derive(Debug)]
pub(crate) struct Meets<'t> {
    pub(crate) capabilities: BTreeSet<Capability>,
    pub(crate) packages: Known<&'t str>,
    pub(crate) labels: Known<Cow<'t, str>>,
    /// The nodes that take it, as far as a tree tells.
    pub(crate) takers: Vec<Node<'t>>,
    /// Whether it goes into content of which a tree tells nothing.
    pub(crate) is_opaque: bool,
}

impl<'t> Meets<'t> {
    /// What a finger meets; nothing where nobody looked.
    pub(crate) fn of(finger: &Finger<'t>) -> Option<Self> {
        let met = finger.met()?;
        Some(match finger.motion() {
            Motion::Swipe { from, to, .. } => Self::swiped(finger.named(), met, from.y == to.y),
            Motion::Tap(_) | Motion::Hold { .. } => Self::pressed(finger, met),
        })
    }

    /// What a finger does on a screen that nobody looked at.
    pub(crate) fn blind(finger: &Finger<'_>) -> BTreeSet<Capability> {
        press(finger, &[], false)
    }

    fn pressed(finger: &Finger<'t>, met: &Met<'t>) -> Self {
        let takers = takers(&met.nodes);
        let named = finger.named();
        let whole = named.map(|named| named.matched);
        let by_taker = named.map(|named| named.taker);
        let mut labels: Vec<Cow<'t, str>> = Vec::new();
        // What was named counts with everything in it, what takes the touch with what it is pressed by.
        labels.extend(whole.into_iter().flat_map(Node::subtree).flat_map(words));
        labels.extend(
            by_taker
                .iter()
                .chain(&takers)
                .flat_map(|node| pressed_by(*node)),
        );
        labels.extend(met.nodes.iter().flat_map(|node| words(*node)));
        if matches!(finger.gesture(), Gesture::Tap | Gesture::LongPress) {
            labels.extend(met.nodes.iter().chain(&by_taker).filter_map(written));
        }
        let mut around: Vec<Node<'t>> = Vec::new();
        around.extend(whole);
        around.extend(by_taker);
        around.extend(&met.nodes);
        // Nobody types into a button: what it says is hidden from whoever asks, so it is not known.
        let is_hidden = |node: &Node<'_>| node.is_password() && node.role() != Role::Textfield;
        let is_all = met.is_all && !around.iter().any(is_hidden);
        let holds_state = whole.is_some_and(|node| node.subtree().any(Node::is_checkable))
            || by_taker.is_some_and(holds_state)
            || takers.iter().any(|node| holds_state(*node));
        Self {
            capabilities: press(finger, &takers, holds_state),
            packages: packages(&around, met.is_all),
            labels: Known {
                values: labels,
                is_all,
            },
            is_opaque: is_opaque(&met.nodes),
            takers,
        }
    }

    /// A finger that is drawn over something scrolls it, and moves what is moved by drawing.
    fn swiped(named: Option<Named<'t>>, met: &Met<'t>, is_level: bool) -> Self {
        let container = named.map(|named| named.taker);
        let moved: Vec<Node<'t>> = met.nodes.iter().copied().filter(is_moved).collect();
        let mut capabilities = BTreeSet::from([Capability::Navigate]);
        if !moved.is_empty() {
            capabilities.insert(Capability::Click);
        }
        if is_level && moved.iter().any(|node| node.is_checkable()) {
            capabilities.insert(Capability::Toggle);
        }
        let mut labels: Vec<Cow<'t, str>> = Vec::new();
        labels.extend(container.into_iter().flat_map(words));
        labels.extend(moved.iter().flat_map(|node| pressed_by(*node)));
        // The words on a slider are often a view of their own, in front of it or behind.
        let on_it = |node: &&Node<'t>| moved.iter().any(|one| lies_on(**node, *one));
        let plain = met.nodes.iter().filter(|node| !node.is_interactive());
        labels.extend(plain.filter(on_it).flat_map(|node| words(*node)));
        let mut around: Vec<Node<'t>> = container.into_iter().collect();
        around.extend(&met.nodes);
        Self {
            capabilities,
            packages: packages(&around, met.is_all),
            labels: Known {
                values: labels,
                is_all: met.is_all,
            },
            is_opaque: is_opaque(&met.nodes),
            takers: moved,
        }
    }
}

/// What pressing does.
fn press(finger: &Finger<'_>, takers: &[Node<'_>], holds_state: bool) -> BTreeSet<Capability> {
    let named = finger.named().map(|named| named.taker);
    let mut capabilities = BTreeSet::new();
    match finger.gesture() {
        Gesture::Tap | Gesture::Focus => {
            capabilities.insert(Capability::Click);
        }
        Gesture::LongPress => {
            capabilities.insert(Capability::LongClick);
            // A long press that nobody waits for is a click as soon as the finger goes up.
            let mut met = takers.iter().copied().chain(named);
            let nobody = takers.is_empty() && named.is_none();
            if nobody || met.any(|node| !node.is_long_clickable()) {
                capabilities.insert(Capability::Click);
            }
        }
        Gesture::Type => {
            capabilities.insert(Capability::TypeText);
            // A tap for the focus is a click on whatever else takes it.
            if takers.iter().any(|node| Some(*node) != named) {
                capabilities.insert(Capability::Click);
            }
        }
    }
    let changes_state =
        finger.gesture() != Gesture::Type || capabilities.contains(&Capability::Click);
    if holds_state && changes_state {
        capabilities.insert(Capability::Toggle);
    }
    capabilities
}

/// The packages of nodes; one without a package may be of any.
fn packages<'t>(nodes: &[Node<'t>], is_all: bool) -> Known<&'t str> {
    let names: BTreeSet<&'t str> = nodes.iter().map(|node| node.package()).collect();
    Known {
        is_all: is_all && !names.is_empty() && !names.contains(""),
        values: names.into_iter().filter(|name| !name.is_empty()).collect(),
    }
}

/// The nodes that may take a press at a point: all that something can be done with, but for those around another.
fn takers<'t>(nodes: &[Node<'t>]) -> Vec<Node<'t>> {
    let able = |node: &Node<'t>| node.is_interactive() || is_moved(node);
    let able: Vec<Node<'t>> = nodes.iter().copied().filter(able).collect();
    let is_around = |node: &Node<'t>| able.iter().any(|other| node.is_ancestor_of(other.id()));
    let innermost = able.iter().copied().filter(|node| !is_around(node));
    innermost.collect()
}

/// Whether a press may change a state: the node's own, or that of a switch in the row that is pressed, also one in a
/// wrapper that takes presses itself.
fn holds_state(node: Node<'_>) -> bool {
    node.is_checkable()
        || (!node.is_most_of_screen() && node.descendants().any(Node::is_checkable))
        || inside(node).any(Node::is_checkable)
}

/// Everything that a node is pressed by: its own words, its name, the words inside it that take no presses themselves,
/// and the words that lie on it without being inside.
fn pressed_by(node: Node<'_>) -> Vec<Cow<'_, str>> {
    let mut labels = words(node);
    if node.role() == Role::Textfield {
        return labels;
    }
    let name = node.name();
    // A control without a name is known to a person by the words beside it.
    if name.is_none() && node.is_interactive() {
        labels.extend(node.row().into_iter().flat_map(|row| row.plain));
    }
    labels.extend(name);
    let plain = inside(node).filter(|other| !other.is_clickable());
    let within: Vec<Cow<'_, str>> = plain.flat_map(words).collect();
    // A description may hide that a verb stands beside a price.
    if within.len() > 1 {
        labels.push(Cow::Owned(within.join(", ")));
    }
    labels.extend(within);
    if !node.is_most_of_screen() {
        let others = node.tree().nodes().filter(|other| !other.is_interactive());
        let on_it = others.filter(|other| lies_on(*other, node));
        labels.extend(on_it.flat_map(words));
    }
    labels
}

/// Whether most of what can be seen of a node is in the place of another.
fn lies_on(node: Node<'_>, other: Node<'_>) -> bool {
    let (Some(own), Some(place)) = (node.visible_bounds(), other.visible_bounds()) else {
        return false;
    };
    let shared = own.intersection(place).area();
    node.window_index() == other.window_index() && shared.saturating_mul(2) > own.area()
}

/// What stands in a text field. Somebody has typed it, or it is a button that says it is a field.
fn written<'t>(node: &Node<'t>) -> Option<Cow<'t, str>> {
    let is_shown = node.role() == Role::Textfield && !node.is_password();
    is_shown.then(|| clawperator_ui::normalise_label(node.text()))
}

/// The words of the node itself. What a field holds is what somebody typed, and no label.
pub(crate) fn words(node: Node<'_>) -> Vec<Cow<'_, str>> {
    let text = if node.role() == Role::Textfield {
        Cow::Borrowed(node.hint())
    } else {
        node.label()
    };
    // What a snapshot shows as a value is a word on the node all the same.
    let value = if node.role() == Role::Slider {
        clawperator_ui::normalise_label(node.text())
    } else {
        Cow::Borrowed("")
    };
    let desc = clawperator_ui::normalise_label(node.content_desc());
    let words = [text, value, desc];
    words
        .into_iter()
        .filter(|words| !words.is_empty())
        .collect()
}

/// What is inside the node down to the next ones that take presses, those included.
fn inside(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.descendants().filter(move |other| {
        let mut around = other.ancestors();
        around.find(|outer| *outer == node || outer.is_clickable()) == Some(node)
    })
}

/// Whether drawing a finger over it moves it.
fn is_moved(node: &Node<'_>) -> bool {
    const MOVED: [&str; 4] = ["seekbar", "slider", "ratingbar", "picker"];
    let class = last_part(node.class());
    node.is_checkable() || MOVED.iter().any(|word| class.contains(word))
}

/// Whether a touch goes into content of which the tree tells nothing.
fn is_opaque(nodes: &[Node<'_>]) -> bool {
    nodes.iter().any(|node| match node.opaque() {
        Some(Opaque::Page) => true,
        // Cameras, maps and films lie behind buttons, which take the touch.
        Some(Opaque::Surface) => !nodes
            .iter()
            .any(|other| other.is_interactive() && other.lies_over(*node)),
        // A background lies behind whatever is on it.
        Some(Opaque::Blank) => !nodes.iter().any(|other| other.lies_over(*node)),
        None => false,
    })
}

fn last_part(class: &str) -> String {
    let last = class.rsplit(['.', '$']).next().unwrap_or(class);
    last.to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use clawperator_ui::Tree;

    use super::*;

    /// However a snapshot names a target, every word on it and in it is judged.
    #[test]
    fn no_word_of_a_target_is_hidden() {
        for (inside, attributes, wanted) in [
            // A value that is no part of the name.
            (
                "",
                r#"class="android.widget.SeekBar" text="0 Slide to pay""#,
                "0 Slide to pay",
            ),
            (
                r#"<node text="Buy" />"#,
                r#"class="android.widget.Spinner" content-desc="Plan""#,
                "Buy",
            ),
            // A control that has a line of its own, and one that its target's description holds.
            (
                r#"<node text="Coat" /><node class="android.widget.Button" enabled="false" text="Buy" />"#,
                "",
                "Buy",
            ),
            (
                r#"<node class="android.widget.Button" text="Buy" />"#,
                r#"content-desc="Coat: buy""#,
                "Buy",
            ),
            // A repeat, a long name, a list, data.
            (r#"<node text="Buy" /><node text="Buy" />"#, "", "Buy"),
            (
                r#"<node text="Buy" /><node class="android.widget.ImageView" content-desc="BUY" />"#,
                "",
                "BUY",
            ),
            (
                r#"<node text="Buy" />"#,
                r#"class="android.widget.ListView""#,
                "Buy",
            ),
        ] {
            let inside = inside.replace(" />", r#" bounds="[0,0][100,100]" />"#);
            let dump = format!(
                r#"<hierarchy><node bounds="[0,0][1000,1000]"><node {attributes} clickable="true" bounds="[0,0][100,100]">{inside}</node></node></hierarchy>"#
            );
            let tree = Tree::parse(dump.as_bytes()).unwrap().tree;
            let target = tree.nodes().nth(1).unwrap();
            let found = pressed_by(target);
            assert!(
                found.iter().any(|label| label == wanted),
                "{found:?}: {dump}"
            );
        }
    }
}
