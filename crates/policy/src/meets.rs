//! What a touch meets: the node that was named, and everything at the points that are touched.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use clawperator_contract::Capability;
use clawperator_engine::{Finger, Met, Named, Touch};
use clawperator_ui::{Axis, Gesture, Node, NodeId, Role};

use crate::drawn;
use crate::judge::Known;
use crate::opaque::{is_in_untold_page, is_opaque};
use crate::swipe_press::DrawnFinger;

/// The most takers of one touch whose surroundings are looked at, each in the whole tree.
const MAX_TAKERS: usize = 256;
/// The most bytes of all words inside takers that are read in one piece too. The longest label has 32,768 characters.
const MAX_JOINED: usize = 65_536;

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
        let Some(drawn) = DrawnFinger::of(finger.touch()) else {
            let mut meets = Self::pressed(finger, met);
            meets.capabilities.extend(held_and_drawn(finger));
            return Some(meets);
        };
        let mut meets = if drawn.is_in_place() {
            Self::pressed(finger, met)
        } else {
            Self::swiped(finger.named(), met, drawn)
        };
        meets.capabilities.extend(drawn.capabilities());
        Some(meets)
    }

    /// What a finger does on a screen that nobody looked at.
    pub(crate) fn blind(finger: &Finger<'_>) -> BTreeSet<Capability> {
        let mut capabilities = press(finger, &[], false);
        capabilities.extend(held_and_drawn(finger));
        let drawn = DrawnFinger::of(finger.touch());
        capabilities.extend(drawn.into_iter().flat_map(DrawnFinger::capabilities));
        capabilities
    }

    fn pressed(finger: &Finger<'t>, met: &Met<'t>) -> Self {
        let takers = takers_of(finger.touch(), met);
        let named = finger.named();
        let whole = named.map(|named| named.matched);
        let by_taker = named.map(|named| named.taker);
        let mut judged = Judged::new(met);
        // What was named counts with everything in it, what takes the touch with what it is pressed by. Two fingers that
        // are meant for a node touch no more of what is in it than lies where they are.
        let is_pinched = matches!(finger.touch(), Touch::Paths(_));
        let (whole, by_taker) = if is_pinched {
            judged.add(whole);
            (None, None)
        } else {
            (whole, by_taker)
        };
        judged.add(whole.into_iter().flat_map(Node::subtree));
        let others = takers.iter().copied();
        judged.add_pressed(
            by_taker
                .into_iter()
                .chain(others.filter(|node| Some(*node) != by_taker)),
        );
        judged.add(met.nodes.iter().copied());
        // The tap before a text is for the field; any other touch may press a button that says it is one.
        if finger.gesture() != Gesture::Type {
            let fields = met.nodes.iter().chain(&by_taker);
            judged.labels.values.extend(fields.filter_map(written));
        }
        let mut around: Vec<Node<'t>> = Vec::new();
        around.extend(named.map(|named| named.matched));
        around.extend(by_taker);
        around.extend(&met.nodes);
        let holds_state = whole.is_some_and(|node| node.subtree().any(Node::is_checkable))
            || by_taker.is_some_and(holds_state)
            || takers.iter().any(|node| holds_state(*node));
        Self {
            capabilities: press(finger, &takers, holds_state),
            packages: packages(&around, met),
            labels: judged.labels,
            is_opaque: is_opaque(met) || is_in_untold_page(met),
            takers,
        }
    }

    /// A finger that is drawn over something scrolls it, and moves what is moved by drawing. What it does not leave, it
    /// presses.
    fn swiped(named: Option<Named<'t>>, met: &Met<'t>, drawn: DrawnFinger) -> Self {
        let is_level = drawn.is_level();
        let container = named.map(|named| named.taker);
        let pressed = drawn.pressed(met);
        let moved: Vec<Node<'t>> = met.nodes.iter().copied().filter(is_moved).collect();
        let mut capabilities = BTreeSet::new();
        if !moved.is_empty() || !pressed.is_empty() {
            capabilities.insert(Capability::Click);
        }
        let is_toggled = is_level && moved.iter().any(|node| node.is_checkable());
        if is_toggled || pressed.iter().any(|node| holds_state(*node)) {
            capabilities.insert(Capability::Toggle);
        }
        let mut judged = Judged::new(met);
        judged.add(container);
        judged.add_pressed(moved.iter().copied());
        if !pressed.is_empty() {
            judged.add(met.nodes.iter().copied());
            judged.add_pressed(pressed.iter().copied());
            judged
                .labels
                .values
                .extend(pressed.iter().filter_map(written));
        }
        // What does not scroll that way is not scrolled: rows that are pulled aside may be pulled to pay.
        if container.is_some_and(|container| scrolls_across(container, is_level)) {
            capabilities.insert(Capability::Click);
            judged.add(met.nodes.iter().copied());
            judged.add_pressed(takers(&met.nodes));
        }
        // The words on a slider are often a view of their own, in front of it or behind.
        for one in moved.iter().take(MAX_TAKERS) {
            judged.add_drawn_on(*one, met.nodes.iter().copied());
        }
        let mut around: Vec<Node<'t>> = container.into_iter().collect();
        around.extend(&met.nodes);
        Self {
            capabilities,
            packages: packages(&around, met),
            labels: judged.labels,
            is_opaque: is_opaque(met) || !pressed.is_empty() && is_in_untold_page(met),
            takers: moved.into_iter().chain(pressed).collect(),
        }
    }
}

/// The labels that a touch is judged by: the words of nodes, each node once, and what else is known of them.
#[derive(Debug)]
struct Judged<'t> {
    labels: Known<Cow<'t, str>>,
    nodes: HashSet<NodeId>,
    /// How many bytes of words may still be joined.
    room: usize,
}

impl<'t> Judged<'t> {
    fn new(met: &Met<'_>) -> Self {
        Self {
            labels: Known {
                values: Vec::new(),
                is_all: met.is_all && met.is_described,
            },
            nodes: HashSet::new(),
            room: MAX_JOINED,
        }
    }

    /// Adds the words of nodes.
    fn add(&mut self, nodes: impl IntoIterator<Item = Node<'t>>) {
        for node in nodes {
            if !self.nodes.insert(node.id()) {
                continue;
            }
            // Nobody types into a button: what it says is hidden from whoever asks, so it is not known.
            if node.is_password() && node.role() != Role::Textfield {
                self.labels.is_all = false;
            }
            self.labels.values.extend(words(node));
        }
    }

    /// Adds everything that nodes are pressed by. Of more than [`MAX_TAKERS`] not all is known.
    fn add_pressed(&mut self, nodes: impl IntoIterator<Item = Node<'t>>) {
        for (number, node) in nodes.into_iter().enumerate() {
            self.add([node]);
            if number < MAX_TAKERS {
                self.add_pressed_by(node);
            } else {
                self.labels.is_all = false;
            }
        }
    }

    /// Adds what a node is pressed by besides its own words: its name, the words inside it that take no presses
    /// themselves, and the words that are drawn on it, or as its caption, without being inside.
    fn add_pressed_by(&mut self, node: Node<'t>) {
        if node.role() == Role::Textfield {
            return;
        }
        let name = node.name();
        // A control without a name is known to a person by the words beside it.
        if name.is_none() && node.is_interactive() {
            let row = node.row().into_iter().flat_map(|row| row.plain);
            self.labels.values.extend(row);
        }
        self.labels.values.extend(name);
        let mut plain = inside(node);
        plain.retain(|other| !other.is_clickable());
        self.add_joined(&plain);
        self.add(plain);
        if !node.is_most_of_screen() {
            self.add_drawn_on(node, node.tree().nodes());
        }
    }

    /// Adds the words of nodes in one piece: a description may hide that a verb stands beside a price.
    fn add_joined(&mut self, nodes: &[Node<'t>]) {
        let words: Vec<Cow<'t, str>> = nodes.iter().flat_map(|node| words(*node)).collect();
        if words.len() < 2 {
            return;
        }
        let length = words.iter().map(|word| word.len() + SEPARATOR.len()).sum();
        match self.room.checked_sub(length) {
            Some(room) => {
                self.room = room;
                self.labels.values.push(words.join(SEPARATOR).into());
            }
            // A verb and its price may be anywhere in a text that is too long to be read in one piece.
            None => self.labels.is_all = false,
        }
    }

    /// Adds those of the nodes that label another one from outside and take no presses themselves.
    fn add_drawn_on(&mut self, place: Node<'t>, nodes: impl Iterator<Item = Node<'t>>) {
        let has_name = !place.is_interactive() || says_what_it_is(place);
        for other in nodes {
            let may_be_new = !other.is_interactive() && !self.nodes.contains(&other.id());
            if may_be_new && drawn::labels(other, place, has_name) {
                self.add([other]);
            }
        }
    }
}

/// Between words that are judged in one piece.
const SEPARATOR: &str = ", ";

/// What a finger may do that is held and drawn, or one of several: anything, to everything on its way.
fn held_and_drawn(finger: &Finger<'_>) -> &'static [Capability] {
    match finger.touch() {
        Touch::Drag { .. } | Touch::Paths(_) => &[
            Capability::Click,
            Capability::LongClick,
            Capability::Gesture,
            Capability::Navigate,
        ],
        Touch::Tap(_) | Touch::DoubleTap(_) | Touch::Hold { .. } | Touch::Swipe { .. } => &[],
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

/// The packages of nodes; one without a package may be of any, and so may what has no node.
fn packages<'t>(nodes: &[Node<'t>], met: &Met<'_>) -> Known<&'t str> {
    let names: BTreeSet<&'t str> = nodes.iter().map(|node| node.package()).collect();
    let is_all = met.is_all && met.is_described;
    Known {
        is_all: is_all && !names.is_empty() && !names.contains(""),
        values: names.into_iter().filter(|name| !name.is_empty()).collect(),
    }
}

/// The nodes that may take a touch. Of one that goes on a way of its own those where it goes down and those where it comes
/// up: what takes a finger there need not be the innermost node that another one meets.
fn takers_of<'t>(touch: Touch<'_>, met: &Met<'t>) -> Vec<Node<'t>> {
    let mut found = takers(&met.nodes);
    if !matches!(touch, Touch::Drag { .. } | Touch::Paths(_)) {
        return found;
    }
    for at in touch.fingers().flat_map(|(down, up)| [down, up]) {
        let there = met.nodes.iter().copied();
        let there: Vec<Node<'t>> = there.filter(|node| node.bounds().contains(at)).collect();
        for taker in takers(&there) {
            if !found.contains(&taker) {
                found.push(taker);
            }
        }
    }
    found
}

/// The nodes that may take a press at a point: all that something can be done with, but for those around another.
fn takers<'t>(nodes: &[Node<'t>]) -> Vec<Node<'t>> {
    let able = |node: &Node<'t>| node.is_interactive() || is_moved(node);
    let able: Vec<Node<'t>> = nodes.iter().copied().filter(able).collect();
    // Nodes are in document order, so what is inside a node comes right behind it.
    let next = able.iter().skip(1).map(|next| Some(next.id()));
    let innermost = able.iter().zip(next.chain([None]));
    innermost
        .filter(|(node, next)| !next.is_some_and(|next| node.is_ancestor_of(next)))
        .map(|(node, _)| *node)
        .collect()
}

/// Whether a press may change a state: the node's own, or that of a switch in the row that is pressed, also one in a
/// wrapper that takes presses itself.
fn holds_state(node: Node<'_>) -> bool {
    node.is_checkable()
        || (!node.is_most_of_screen() && node.descendants().any(Node::is_checkable))
        || inside(node).into_iter().any(Node::is_checkable)
}

/// Whether a node, or something in it that is pressed with it, has a word. A sign of an icon font is none, though a
/// snapshot names the node after it.
fn says_what_it_is(node: Node<'_>) -> bool {
    let mut inner = inside(node);
    inner.retain(|other| !other.is_clickable());
    let mut words = std::iter::once(node).chain(inner).flat_map(words);
    words.any(|words| words.chars().any(char::is_alphanumeric))
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

/// What is inside the node down to the next ones that take presses, those included, in document order.
fn inside(node: Node<'_>) -> Vec<Node<'_>> {
    let mut found: Vec<Node<'_>> = Vec::new();
    // The last one that takes presses is the only one of them that can be around the next node.
    let mut taker: Option<Node<'_>> = None;
    for other in node.descendants() {
        if taker.is_some_and(|taker| taker.is_ancestor_of(other.id())) {
            continue;
        }
        if other.is_clickable() {
            taker = Some(other);
        }
        found.push(other);
    }
    found
}

/// Whether a container is known to scroll, and not the way that the finger goes.
fn scrolls_across(container: Node<'_>, is_level: bool) -> bool {
    let along = if is_level {
        Axis::Horizontal
    } else {
        Axis::Vertical
    };
    container.scroll_axis().is_some_and(|axis| axis != along)
}

/// Whether drawing a finger over it moves it.
fn is_moved(node: &Node<'_>) -> bool {
    node.is_checkable() || node.is_slider()
}

#[cfg(test)]
mod tests {
    use clawperator_engine::Touch;
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
            let finger = Finger::on(
                &tree,
                Touch::Tap(clawperator_ui::Point { x: 50, y: 50 }),
                Gesture::Tap,
            );
            let mut judged = Judged::new(finger.met().unwrap());
            judged.add_pressed([target]);
            let found = judged.labels.values;
            assert!(
                found.iter().any(|label| label == wanted),
                "{found:?}: {dump}"
            );
        }
    }
}
