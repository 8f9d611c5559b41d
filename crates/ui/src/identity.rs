//! What makes a node the same node on a later screen.

use std::borrow::Cow;
use std::fmt;

use clawperator_contract::Window;

use crate::bounds::Bounds;
use crate::label::normalise_label;
use crate::node::Node;
use crate::render;
use crate::role::Role;
use crate::tree::{NodeId, Tree};
use crate::window::WindowKind;

/// The most nodes that are offered in place of one that is not there any more.
const MAX_CANDIDATES: usize = 5;

/// What is remembered of a node to find it again: nothing that a touch or a scroll changes, and never what was typed.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    own: Own,
    around: Around,
    /// Others that all of this is true of as well.
    equals: Option<Equals>,
}

/// What a node says of itself.
#[derive(Clone, PartialEq, Eq)]
struct Own {
    resource_id: String,
    class: String,
    package: String,
    role: Role,
    /// Whether its text is what was typed.
    takes_text: bool,
    name: String,
    text: String,
    content_desc: String,
}

/// Where a node stands.
#[derive(Clone, PartialEq, Eq)]
struct Around {
    /// The labels of its row.
    row: Vec<String>,
    /// The resource ids of its ancestors, the nearest first.
    ancestors: Vec<String>,
    window: WindowKind,
    /// Where the window is: a dialog is smaller than what it lies on, and a dump of it alone does not say that it is one.
    window_bounds: Bounds,
    /// The window's title, where one is told.
    window_title: Option<String>,
    /// The window's first heading, where one can be told: the same button below another heading is about another thing.
    heading: Option<String>,
}

/// A node's place among its equals, and everything in the part of the tree that holds them all.
#[derive(Clone, PartialEq, Eq)]
struct Equals {
    place: Option<usize>,
    count: usize,
    part: Vec<String>,
}

/// Whether a node is still there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refound {
    /// This one is the same beyond doubt.
    Same(NodeId),
    /// None is, or more than one could be.
    Stale {
        /// The nearest to it, best first; at most five, and none when nothing is near.
        candidates: Vec<NodeId>,
    },
}

impl Identity {
    /// What is remembered of a node; `None` when the tree has no such node.
    #[must_use]
    pub fn of(tree: &Tree, node: NodeId) -> Option<Self> {
        let node = tree.get(node)?;
        let screen = Screen::of(tree);
        let mut identity = Self {
            own: Own::of(node),
            around: Around::of(node, &screen),
            equals: None,
        };
        let equals = identity.equals_on(&screen);
        // One that is not seen is not among those that are, and cannot be found again.
        let place = equals.iter().position(|equal| *equal == node.id());
        if equals.len() != 1 || place.is_none() {
            identity.equals = Some(Equals {
                place,
                count: equals.len(),
                part: part(tree, &equals),
            });
        }
        Some(identity)
    }

    /// The name a person sees; empty when it has none, or only what was typed.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.own.name
    }

    /// What the node was, for a person.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.own.role
    }

    /// Its resource id; empty when it has none.
    #[must_use]
    pub fn resource_id(&self) -> &str {
        &self.own.resource_id
    }

    /// The nodes that are shown and that all of this is true of, in document order.
    fn equals_on(&self, screen: &Screen<'_>) -> Vec<NodeId> {
        screen
            .tree
            .nodes()
            .filter(|node| screen.shows(*node))
            .filter(|node| self.own.is_of(*node) && self.around.agrees_with(*node, screen))
            .map(Node::id)
            .collect()
    }
}

/// Finds a node again on another screen: only when exactly one node is the same beyond doubt.
///
/// A node that was alone with its identity must be alone with it again. One of several equals is the same only when
/// there are as many of them as before and nothing around them has changed or moved. Anything else is stale, with the
/// nearest nodes to choose from; nothing is guessed.
#[must_use]
pub fn refind(tree: &Tree, identity: &Identity) -> Refound {
    let screen = Screen::of(tree);
    let found = identity.equals_on(&screen);
    let same = match &identity.equals {
        None if found.len() == 1 => found.first(),
        Some(equals) if equals.count == found.len() && equals.part == part(tree, &found) => {
            equals.place.and_then(|place| found.get(place))
        }
        None | Some(_) => None,
    };
    match same {
        Some(node) => Refound::Same(*node),
        None => Refound::Stale {
            candidates: candidates(&screen, identity),
        },
    }
}

impl Own {
    fn of(node: Node<'_>) -> Self {
        Self {
            resource_id: node.resource_id().to_owned(),
            class: node.class().to_owned(),
            package: node.package().to_owned(),
            role: node.role(),
            takes_text: takes_text(node),
            name: lasting_name(node).into_owned(),
            text: lasting_text(node).to_owned(),
            content_desc: node.content_desc().to_owned(),
        }
    }

    /// Whether a node says the same of itself; what costs least is asked first.
    fn is_of(&self, node: Node<'_>) -> bool {
        node.role() == self.role
            && takes_text(node) == self.takes_text
            && node.resource_id() == self.resource_id
            && node.class() == self.class
            && node.package() == self.package
            && node.content_desc() == self.content_desc
            && lasting_text(node) == self.text
            && lasting_name(node) == self.name
    }
}

/// The text, unless it is what was typed: that changes, and a password must not even be remembered.
fn lasting_text(node: Node<'_>) -> &str {
    if takes_text(node) { "" } else { node.text() }
}

/// The name; of a field only what typing does not change.
fn lasting_name(node: Node<'_>) -> Cow<'_, str> {
    if takes_text(node) {
        let words = [node.content_desc(), node.hint()];
        let lasting = words.into_iter().find(|words| !words.trim().is_empty());
        normalise_label(lasting.unwrap_or_default())
    } else {
        render::name(node)
    }
}

fn takes_text(node: Node<'_>) -> bool {
    node.role() == Role::Textfield || node.is_password()
}

impl Around {
    fn of(node: Node<'_>, screen: &Screen<'_>) -> Self {
        let window = node.window();
        Self {
            row: row(node),
            ancestors: ancestor_ids(node).map(str::to_owned).collect(),
            window: window.map_or(WindowKind::Other, |window| window.kind),
            window_bounds: window.map(|window| window.bounds).unwrap_or_default(),
            window_title: window
                .map(|window| window.title.clone())
                .filter(|title| !title.is_empty()),
            heading: screen.heading_above(node).map(str::to_owned),
        }
    }

    /// Whether a node stands in the same place. A title or heading counts only where both are known.
    fn agrees_with(&self, node: Node<'_>, screen: &Screen<'_>) -> bool {
        let agree = |own: Option<&str>, other: Option<&str>| {
            own.zip(other).is_none_or(|(own, other)| own == other)
        };
        let window = node.window();
        let window_title = window.map(|window| window.title.as_str());
        window
            .is_some_and(|window| window.kind == self.window && window.bounds == self.window_bounds)
            && agree(
                self.window_title.as_deref(),
                window_title.filter(|title| !title.is_empty()),
            )
            && agree(self.heading.as_deref(), screen.heading_above(node))
            && ancestor_ids(node).eq(self.ancestors.iter())
            && row(node) == self.row
    }
}

fn ancestor_ids(node: Node<'_>) -> impl Iterator<Item = &str> {
    node.ancestors()
        .map(Node::resource_id)
        .filter(|id| !id.is_empty())
}

fn row(node: Node<'_>) -> Vec<String> {
    let labels = render::row_labels(node).into_iter();
    labels.map(Cow::into_owned).collect()
}

/// What is asked of a whole screen once.
struct Screen<'t> {
    tree: &'t Tree,
    /// The windows that refs are given in.
    windows: Vec<bool>,
    /// The first heading of each window.
    headings: Vec<Option<Cow<'t, str>>>,
}

impl<'t> Screen<'t> {
    fn of(tree: &'t Tree) -> Self {
        let mut screen = Self {
            tree,
            windows: tree.windows_in(Window::App),
            headings: vec![None; tree.windows().len()],
        };
        for title in tree.nodes().filter(|node| node.role() == Role::Title) {
            if screen.shows(title)
                && let Some(heading @ None) = screen.headings.get_mut(title.window_index())
            {
                *heading = Some(render::name(title));
            }
        }
        screen
    }

    /// Whether a node is seen, in a window that refs are given in.
    fn shows(&self, node: Node<'_>) -> bool {
        let window = self.windows.get(node.window_index()).copied();
        window == Some(true) && node.visible_bounds().is_some()
    }

    fn heading_above(&self, node: Node<'_>) -> Option<&str> {
        self.headings.get(node.window_index())?.as_deref()
    }
}

/// Everything in the smallest part of a tree that holds all of `nodes`, but for what was typed.
fn part(tree: &Tree, nodes: &[NodeId]) -> Vec<String> {
    let ends = nodes.first().zip(nodes.last());
    let Some((first, last)) = ends.and_then(|(first, last)| Some((tree.get(*first)?, *last)))
    else {
        return Vec::new();
    };
    let part = std::iter::once(first)
        .chain(first.ancestors())
        .find(|node| node.id() == last || node.is_ancestor_of(last))
        .map_or_else(|| tree.nodes(), Node::subtree);
    part.map(|node| {
        format!(
            "{} {:?} {:?} {:?} {:?} {}",
            node.depth(),
            node.class(),
            node.resource_id(),
            lasting_text(node),
            node.content_desc(),
            node.bounds(),
        )
    })
    .collect()
}

/// The nodes that are nearest to what is remembered, best first.
fn candidates(screen: &Screen<'_>, identity: &Identity) -> Vec<NodeId> {
    let mut near: Vec<(u32, NodeId)> = screen
        .tree
        .nodes()
        .filter(|node| screen.shows(*node))
        .filter_map(|node| {
            let nearness = nearness(node, identity);
            (nearness > 0).then_some((nearness, node.id()))
        })
        .collect();
    near.sort_by_key(|(nearness, id)| (std::cmp::Reverse(*nearness), *id));
    near.truncate(MAX_CANDIDATES);
    near.into_iter().map(|(_, id)| id).collect()
}

/// How near a node is; 0 when nothing speaks for it.
fn nearness(node: Node<'_>, identity: &Identity) -> u32 {
    let own = &identity.own;
    let is_same_kind = node.role() == own.role && node.class() == own.class;
    if own.name.is_empty() && own.resource_id.is_empty() {
        return u32::from(is_same_kind && node.resource_id().is_empty());
    }
    let first = |name: &str| name.split(", ").next().unwrap_or_default().to_owned();
    let name = lasting_name(node);
    let by_name = if own.name.is_empty() {
        0
    } else if name == own.name {
        8
    } else if node.role() == own.role && first(&name) == first(&own.name) {
        4
    } else {
        0
    };
    let is_same_id = !own.resource_id.is_empty() && node.resource_id() == own.resource_id;
    let by_id = 8 * u32::from(is_same_id);
    if by_name + by_id == 0 {
        return 0;
    }
    let by_row = u32::from(!identity.around.row.is_empty() && row(node) == identity.around.row);
    by_name + by_id + 4 * by_row + 2 * u32::from(is_same_kind)
}

/// Without text: a screen may show what nobody else should read.
impl fmt::Debug for Identity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Identity")
            .field("role", &self.own.role)
            .field("resource_id", &self.own.resource_id)
            .finish_non_exhaustive()
    }
}
