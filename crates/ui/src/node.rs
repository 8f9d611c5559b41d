//! A node as its tree shows it.

use std::fmt;
use std::sync::Arc;

use crate::bounds::Bounds;
use crate::flags::Flags;
use crate::role::Role;
use crate::secret::{Secret, is_usual_hint};
use crate::tree::{NodeId, Nodes, Tree};
use crate::window::WindowInfo;

/// A node of a tree.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t Tree,
    data: &'t NodeData,
    id: NodeId,
}

/// What a dump says of a node, and what follows from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NodeData {
    pub(crate) class: Arc<str>,
    pub(crate) package: Arc<str>,
    pub(crate) resource_id: Box<str>,
    pub(crate) text: Box<str>,
    pub(crate) content_desc: Box<str>,
    pub(crate) rare: Option<Box<Rare>>,
    pub(crate) flags: Flags,
    pub(crate) bounds: Bounds,
    /// The platform's own number among the siblings, invisible ones counted; the position when not given.
    pub(crate) index: u32,
    /// The platform's number in the order of drawing among its siblings; 0 when not given.
    pub(crate) drawing_order: u32,
    pub(crate) parent: Option<NodeId>,
    /// One past the last descendant.
    pub(crate) end: u32,
    pub(crate) depth: u16,
    pub(crate) window: u16,
    pub(crate) role: Role,
    /// The nearest ancestor that something can be done with.
    pub(crate) actor: Option<NodeId>,
    /// Whether it is the chosen one of several targets and takes no presses itself.
    pub(crate) is_choice: bool,
    /// The node whose name its label is part of.
    pub(crate) names: Option<NodeId>,
    pub(crate) shown: Shown,
    /// Whether its text is, or was, a password.
    pub(crate) secret: Secret,
    /// What can be seen of it; empty when nothing can.
    pub(crate) visible: Bounds,
}

impl NodeData {
    pub(crate) const fn is_password(&self) -> bool {
        self.flags.has(Flags::PASSWORD)
    }

    pub(crate) fn hint(&self) -> &str {
        self.rare.as_ref().map_or("", |rare| &rare.hint)
    }

    /// Whether the text is the hint of an empty field: the dump says so, or it is what password fields usually say.
    pub(crate) fn is_text_hint(&self) -> bool {
        if self.hint().is_empty() {
            let may_be = self.flags.has(Flags::PASSWORD) && is_usual_hint(&self.text);
            return may_be || self.flags.has(Flags::SHOWING_HINT);
        }
        let may_be = !self.flags.has(Flags::TELLS_HINT) && self.hint() == self.text.as_ref();
        may_be || self.flags.has(Flags::SHOWING_HINT)
    }
}

/// What a line says of a node that others around it or in it decide.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    /// Whether it has a line.
    pub(crate) is_listed: bool,
    /// Whether something without a line of its own that belongs to it is selected.
    pub(crate) is_selected: bool,
    /// Whether something without a line of its own that belongs to it is disabled.
    pub(crate) is_disabled: bool,
}

/// Strings that few dumps give.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Rare {
    pub(crate) hint: Box<str>,
    pub(crate) pane_title: Box<str>,
}

impl<'t> Node<'t> {
    pub(crate) const fn new(tree: &'t Tree, data: &'t NodeData, id: NodeId) -> Self {
        Self { tree, data, id }
    }

    /// The node's number in its tree.
    #[must_use]
    pub const fn id(self) -> NodeId {
        self.id
    }

    /// The tree it belongs to.
    #[must_use]
    pub const fn tree(self) -> &'t Tree {
        self.tree
    }

    /// The class, such as `android.widget.Button`; may be empty.
    #[must_use]
    pub fn class(self) -> &'t str {
        &self.data.class
    }

    /// The package that drew it; may be empty.
    #[must_use]
    pub fn package(self) -> &'t str {
        &self.data.package
    }

    /// The resource id as given, such as `com.example:id/title` or a bare name; may be empty.
    #[must_use]
    pub fn resource_id(self) -> &'t str {
        &self.data.resource_id
    }

    /// The name in the resource id: what stands behind the last slash; may be empty.
    #[must_use]
    pub fn id_name(self) -> &'t str {
        let id = self.resource_id();
        id.rsplit_once('/').map_or(id, |(_, name)| name)
    }

    /// The text; may be empty. What was typed into a password field is masked, each character. For an empty field this may be its hint: see [`Node::is_showing_hint`].
    #[must_use]
    pub fn text(self) -> &'t str {
        &self.data.text
    }

    /// The content description; may be empty.
    #[must_use]
    pub fn content_desc(self) -> &'t str {
        &self.data.content_desc
    }

    /// The hint of a field; empty when there is none or the dump does not say.
    #[must_use]
    pub fn hint(self) -> &'t str {
        self.data.hint()
    }

    /// The title of a pane; empty when there is none or the dump does not say.
    #[must_use]
    pub fn pane_title(self) -> &'t str {
        self.data.rare.as_ref().map_or("", |rare| &rare.pane_title)
    }

    /// The yes-or-no attributes.
    #[must_use]
    pub const fn flags(self) -> Flags {
        self.data.flags
    }

    #[must_use]
    pub const fn is_clickable(self) -> bool {
        self.data.flags.has(Flags::CLICKABLE)
    }

    #[must_use]
    pub const fn is_enabled(self) -> bool {
        self.data.flags.has(Flags::ENABLED)
    }

    #[must_use]
    pub const fn is_checkable(self) -> bool {
        self.data.flags.has(Flags::CHECKABLE)
    }

    #[must_use]
    pub const fn is_checked(self) -> bool {
        self.data.flags.has(Flags::CHECKED)
    }

    #[must_use]
    pub const fn is_selected(self) -> bool {
        self.data.flags.has(Flags::SELECTED)
    }

    #[must_use]
    pub const fn is_scrollable(self) -> bool {
        self.data.flags.has(Flags::SCROLLABLE)
    }

    #[must_use]
    pub const fn is_long_clickable(self) -> bool {
        self.data.flags.has(Flags::LONG_CLICKABLE)
    }

    #[must_use]
    pub const fn is_focusable(self) -> bool {
        self.data.flags.has(Flags::FOCUSABLE)
    }

    #[must_use]
    pub const fn is_focused(self) -> bool {
        self.data.flags.has(Flags::FOCUSED)
    }

    /// `password`: the text must not be shown. That of a text field is masked already.
    #[must_use]
    pub const fn is_password(self) -> bool {
        self.data.is_password()
    }

    /// Whether a person can do something with it: it takes clicks or long clicks, can be checked, takes text, or slides.
    #[must_use]
    pub fn is_interactive(self) -> bool {
        const TOUCHED: Flags = Flags::CLICKABLE
            .with(Flags::LONG_CLICKABLE)
            .with(Flags::CHECKABLE);
        self.data.flags.has_any(TOUCHED) || matches!(self.data.role, Role::Textfield | Role::Slider)
    }

    /// Whether it is named by what is in it: something can be done with it, or it is the chosen one of several such.
    pub(crate) fn is_target(self) -> bool {
        self.is_interactive() || self.data.is_choice
    }

    /// Whether the lines of a screen have one for it, if its window is shown.
    #[must_use]
    pub const fn is_listed(self) -> bool {
        self.data.shown.is_listed
    }

    /// Whether it is selected, or something is that belongs to its line.
    #[must_use]
    pub const fn shows_selected(self) -> bool {
        self.is_selected() || self.data.shown.is_selected
    }

    /// Whether it is disabled, or something is that belongs to its line.
    #[must_use]
    pub const fn shows_disabled(self) -> bool {
        !self.is_enabled() || self.data.shown.is_disabled
    }

    /// Whether the text is the hint of an empty field and not its content.
    #[must_use]
    pub fn is_showing_hint(self) -> bool {
        // A password may be masked by as many dots as its hint has.
        !self.is_secret() && self.data.is_text_hint()
    }

    /// Where the dump says it is; may be empty, inverted or beyond the screen.
    #[must_use]
    pub const fn bounds(self) -> Bounds {
        self.data.bounds
    }

    /// What can be seen of it: its bounds within its ancestors and the screen; `None` when nothing can.
    #[must_use]
    pub fn visible_bounds(self) -> Option<Bounds> {
        Some(self.data.visible).filter(|visible| !visible.is_empty())
    }

    /// Whether it takes more than half of the screen.
    #[must_use]
    pub fn is_most_of_screen(self) -> bool {
        self.data.visible.area().saturating_mul(2) > self.tree.screen().area()
    }

    /// The platform's own number among the siblings, from 0; the position when the dump gives none.
    #[must_use]
    pub const fn index_in_parent(self) -> u32 {
        self.data.index
    }

    /// Its place in the order of drawing among its siblings, where the dump gives it.
    #[must_use]
    pub const fn drawing_order(self) -> Option<u32> {
        match self.data.drawing_order {
            0 => None,
            order => Some(order),
        }
    }

    /// Whether nodes inside it were left out of the tree.
    #[must_use]
    pub const fn is_cut(self) -> bool {
        self.data.flags.has(Flags::CUT)
    }

    /// How many ancestors it has.
    #[must_use]
    pub const fn depth(self) -> u16 {
        self.data.depth
    }

    /// What the node is, for a person.
    #[must_use]
    pub const fn role(self) -> Role {
        self.data.role
    }

    /// The number of its window in [`Tree::windows`].
    #[must_use]
    pub const fn window_index(self) -> usize {
        self.data.window as usize
    }

    /// Whether its window is one of those that [`Tree::windows_in`] says yes to.
    pub(crate) fn is_in(self, windows: &[bool]) -> bool {
        windows.get(self.window_index()) == Some(&true)
    }

    #[must_use]
    pub fn window(self) -> Option<&'t WindowInfo> {
        self.tree.windows.get(self.window_index())
    }

    /// The parent; `None` for a root.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.tree.get(self.data.parent?)
    }

    /// The nearest ancestor that something can be done with.
    #[must_use]
    pub fn actor(self) -> Option<Self> {
        self.tree.get(self.data.actor?)
    }

    pub(crate) const fn data(self) -> &'t NodeData {
        self.data
    }

    /// One past the number of the last descendant.
    pub(crate) const fn end(self) -> u32 {
        self.data.end
    }

    /// The ancestors, the parent first.
    pub fn ancestors(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.parent(), |node| node.parent())
    }

    /// The children in document order.
    pub fn children(self) -> impl Iterator<Item = Self> {
        let (tree, end) = (self.tree, self.data.end);
        let at = move |index: u32| (index < end).then(|| tree.get(NodeId(index))).flatten();
        std::iter::successors(at(self.id.0 + 1), move |child| at(child.data.end))
    }

    /// Everything below, in document order.
    #[must_use]
    pub fn descendants(self) -> Nodes<'t> {
        self.tree.range(self.id.0 + 1..self.data.end)
    }

    /// The node and everything below, in document order.
    #[must_use]
    pub fn subtree(self) -> Nodes<'t> {
        self.tree.range(self.id.0..self.data.end)
    }

    /// Whether `other` is below this node.
    #[must_use]
    pub fn is_ancestor_of(self, other: NodeId) -> bool {
        (self.id.0 + 1..self.data.end).contains(&other.0)
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tree, other.tree) && self.id == other.id
    }
}

impl Eq for Node<'_> {}

/// Without text: a screen may show what nobody else should read.
impl fmt::Debug for Node<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Node")
            .field("id", &self.id.0)
            .field("class", &self.class())
            .field("bounds", &self.bounds())
            .finish_non_exhaustive()
    }
}
