//! A page's views, in one vector in document order.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use crate::page::text::Text;
use crate::scene::{Align, Condition, Edges, Handlers, Look, Size, ViewKind};

/// A view's place in its page.
pub(crate) type NodeId = u32;

/// No view: the parent of a root.
pub(crate) const NO_NODE: NodeId = NodeId::MAX;

/// What a view can do and how it is at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Flags(u32);

impl Flags {
    pub(crate) const CLICKABLE: Self = Self(1);
    pub(crate) const LONG_CLICKABLE: Self = Self(1 << 1);
    pub(crate) const FOCUSABLE: Self = Self(1 << 2);
    pub(crate) const ENABLED: Self = Self(1 << 3);
    pub(crate) const CHECKABLE: Self = Self(1 << 4);
    pub(crate) const CHECKED: Self = Self(1 << 5);
    pub(crate) const SELECTED: Self = Self(1 << 6);
    pub(crate) const PASSWORD: Self = Self(1 << 7);
    pub(crate) const VISIBLE: Self = Self(1 << 8);
    pub(crate) const MULTILINE: Self = Self(1 << 9);
    pub(crate) const AUTO_FOCUS: Self = Self(1 << 10);
    pub(crate) const SINGLE_CHOICE: Self = Self(1 << 11);
    pub(crate) const DRAGGABLE: Self = Self(1 << 12);
    pub(crate) const OPAQUE: Self = Self(1 << 13);

    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// With `other` on or off; unchanged when nothing is said.
    pub(crate) fn set(&mut self, other: Self, value: Option<bool>) {
        match value {
            Some(true) => self.0 |= other.0,
            Some(false) => self.0 &= !other.0,
            None => {}
        }
    }
}

/// A view.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) kind: ViewKind,
    pub(crate) class: Arc<str>,
    /// The resource id as the hierarchy shows it; empty for none.
    pub(crate) id: Arc<str>,
    pub(crate) key: Option<Arc<str>>,
    pub(crate) text: Text,
    pub(crate) desc: Text,
    pub(crate) hint: Text,
    pub(crate) parent: NodeId,
    /// One past the last view inside this one.
    pub(crate) end: NodeId,
    pub(crate) width: Size,
    pub(crate) height: Size,
    pub(crate) min_height: i32,
    pub(crate) weight: u16,
    pub(crate) margin: Edges,
    pub(crate) padding: Edges,
    pub(crate) gravity: Option<Align>,
    pub(crate) align: Option<Align>,
    pub(crate) columns: u16,
    pub(crate) flags: Flags,
    pub(crate) checked_var: Option<Arc<str>>,
    pub(crate) visible_when: Option<Box<Condition>>,
    pub(crate) value: i32,
    pub(crate) max: i32,
    pub(crate) loaded: Option<u32>,
    pub(crate) look: Look,
    pub(crate) on: Option<Arc<Handlers>>,
}

impl Node {
    pub(crate) fn is(&self, flag: Flags) -> bool {
        self.flags.has(flag)
    }

    /// Whether only children in sight exist.
    pub(crate) fn recycles(&self) -> bool {
        matches!(
            self.kind,
            ViewKind::List | ViewKind::HorizontalList | ViewKind::GridList
        )
    }

    pub(crate) fn scrolls_down(&self) -> bool {
        matches!(
            self.kind,
            ViewKind::List | ViewKind::GridList | ViewKind::Scroll
        )
    }

    pub(crate) fn scrolls_sideways(&self) -> bool {
        matches!(
            self.kind,
            ViewKind::HorizontalList | ViewKind::HorizontalScroll
        )
    }

    pub(crate) fn scrolls(&self) -> bool {
        self.scrolls_down() || self.scrolls_sideways()
    }

    /// The id without its package, for messages and for effects that name it.
    pub(crate) fn short_id(&self) -> &str {
        self.id.rsplit_once('/').map_or(&self.id, |(_, name)| name)
    }
}

/// A window's content.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) package: Arc<str>,
    pub(crate) nodes: Vec<Node>,
    /// Views by key, and by short id where one view alone has it.
    pub(crate) keys: HashMap<Arc<str>, NodeId>,
    /// The view whose content the system bars and the keyboard make smaller.
    pub(crate) content: NodeId,
}

/// The number of the node that comes behind these.
#[expect(
    clippy::expect_used,
    reason = "a page holds no more than MAX_VIEWS; with a wrong number views would swap their content"
)]
pub(super) fn next_id(nodes: &[Node]) -> NodeId {
    NodeId::try_from(nodes.len()).expect("fewer nodes than MAX_VIEWS")
}

impl Page {
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        usize::try_from(id)
            .ok()
            .and_then(|index| self.nodes.get(index))
            .unwrap_or(&NOTHING)
    }

    pub(crate) fn count(&self) -> NodeId {
        next_id(&self.nodes)
    }

    pub(crate) fn children(&self, id: NodeId) -> Children<'_> {
        Children {
            page: self,
            next: id.saturating_add(1),
            end: self.node(id).end,
        }
    }

    /// The view itself, then those around it, outwards.
    pub(crate) fn outwards(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |id| {
            Some(self.node(*id).parent).filter(|parent| *parent != NO_NODE)
        })
    }

    /// The view that an effect running at `at` calls by this name.
    pub(crate) fn find(&self, at: Option<NodeId>, name: &str) -> Option<NodeId> {
        if name == "self" {
            return at;
        }
        if let Some(inner) = name.strip_prefix("self/") {
            let at = at?;
            return (at..self.node(at).end).find(|id| self.answers_to(*id, inner));
        }
        self.keys.get(name).copied()
    }

    fn answers_to(&self, id: NodeId, name: &str) -> bool {
        let node = self.node(id);
        node.key.as_deref() == Some(name) || (!node.id.is_empty() && node.short_id() == name)
    }
}

/// The children of a view.
#[derive(Debug, Clone)]
pub(crate) struct Children<'a> {
    page: &'a Page,
    next: NodeId,
    end: NodeId,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        if self.next >= self.end {
            return None;
        }
        let child = self.next;
        self.next = self.page.node(child).end.max(child.saturating_add(1));
        Some(child)
    }
}

/// What stands for a view that is not there, so that no lookup can fail.
static NOTHING: LazyLock<Node> = LazyLock::new(|| Node {
    kind: ViewKind::Space,
    class: Arc::from(""),
    id: Arc::from(""),
    key: None,
    text: Text::Empty,
    desc: Text::Empty,
    hint: Text::Empty,
    parent: NO_NODE,
    end: 0,
    width: Size::Dp(0),
    height: Size::Dp(0),
    min_height: 0,
    weight: 0,
    margin: Edges::default(),
    padding: Edges::default(),
    gravity: None,
    align: None,
    columns: 1,
    flags: Flags::default(),
    checked_var: None,
    visible_when: None,
    value: 0,
    max: 100,
    loaded: None,
    look: Look::default(),
    on: None,
});
