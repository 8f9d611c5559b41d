//! What a node says of itself.

use std::borrow::Cow;

use crate::bounds::Bounds;
use crate::label::normalise_label;
use crate::node::Node;
use crate::render;
use crate::role::Role;
use crate::window::WindowKind;

use super::numbers::is_number;
use super::screen::Screen;

/// What a node says of itself and stands in, without what a touch, a scroll or typing changes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Own<'t> {
    place: Place<'t>,
    takes_text: bool,
    name: Cow<'t, str>,
    text: &'t str,
    content_desc: &'t str,
}

/// The place of a plain text whatever it says: only for those that have an id.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Slot<'t>(Place<'t>);

/// What kind of node it is, and where in the tree.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place<'t> {
    role: Role,
    resource_id: &'t str,
    class: &'t str,
    package: &'t str,
    /// The resource ids of its ancestors.
    path: u64,
    window: WindowKind,
    /// Where the window is: a dialog is smaller than what it lies on, and a dump of it alone does not say that it is one.
    window_bounds: Bounds,
}

impl<'t> Own<'t> {
    pub(super) fn of(node: Node<'t>, screen: &Screen<'t>) -> Self {
        let place = Place::of(node, screen);
        let takes_text = takes_text(node);
        if ticks(node) {
            return Self {
                place,
                takes_text,
                name: "".into(),
                text: "",
                content_desc: "",
            };
        }
        Self {
            place,
            takes_text,
            name: lasting_name(node),
            text: lasting_text(node),
            content_desc: node.content_desc(),
        }
    }
}

impl<'t> Slot<'t> {
    /// `None` for what can be touched or has no id: there other words are another thing.
    pub(super) fn of(node: Node<'t>, screen: &Screen<'t>) -> Option<Self> {
        let is_plain = !node.is_interactive()
            && !node.is_scrollable()
            && node.named_by().is_none()
            && !node.resource_id().is_empty();
        is_plain.then(|| Self(Place::of(node, screen)))
    }
}

impl<'t> Place<'t> {
    fn of(node: Node<'t>, screen: &Screen<'t>) -> Self {
        let window = node.window();
        Self {
            role: node.role(),
            resource_id: node.resource_id(),
            class: node.class(),
            package: node.package(),
            path: screen.path_to(node),
            window: window.map_or(WindowKind::Other, |window| window.kind),
            // Without a window there is nothing that could be elsewhere.
            window_bounds: window.map(|window| window.bounds).unwrap_or_default(),
        }
    }
}

/// Whether a node shows a mere number and cannot be touched: what it says is not what it is.
pub(super) fn ticks(node: Node<'_>) -> bool {
    !node.is_interactive() && !takes_text(node) && is_number(&node.label())
}

/// The text, unless it is what was typed: that changes, and a password must not even be compared.
pub(super) fn lasting_text(node: Node<'_>) -> &str {
    if takes_text(node) { "" } else { node.text() }
}

/// The name; of a field only what typing does not change.
pub(super) fn lasting_name(node: Node<'_>) -> Cow<'_, str> {
    if takes_text(node) {
        let words = [node.content_desc(), node.hint()];
        let lasting = words.into_iter().find(|words| !words.trim().is_empty());
        // A field without description and hint has no name that lasts.
        normalise_label(lasting.unwrap_or_default())
    } else {
        render::name(node)
    }
}

/// Whether a node's text is what was typed.
pub(super) fn takes_text(node: Node<'_>) -> bool {
    node.role() == Role::Textfield || node.is_password()
}
