//! What is asked of a whole screen once.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use clawperator_contract::Window;

use crate::node::Node;
use crate::render;
use crate::role::Role;
use crate::tree::{NodeId, Tree};

use super::labels::Marks;
use super::numbers::{around_long_number, is_number};
use super::own::{Own, Slot, lasting_text, takes_text};
use super::shown::Shown;

/// The most texts with long numbers that are compared; with more the time to look would not be bounded.
const MOST_NUMBERED: usize = 32;

/// A screen, made ready to find nodes on.
pub(crate) struct Screen<'t> {
    shown: Shown<'t>,
    /// The windows that refs are given in.
    windows: Vec<bool>,
    /// The heading of each window, where one can be told.
    headings: Vec<Option<Cow<'t, str>>>,
    /// The resource ids above and of each node, in one number.
    paths: Vec<u64>,
    equals: HashMap<Own<'t>, Vec<NodeId>>,
    slots: HashMap<Slot<'t>, Vec<NodeId>>,
    /// What stands in fields and nowhere else.
    typed: HashSet<Cow<'t, str>>,
    /// The texts that are no control's and no mere number, in document order.
    plain: Vec<(NodeId, Cow<'t, str>)>,
    /// What these say, and which of them say it.
    words: HashMap<Cow<'t, str>, Vec<NodeId>>,
    /// The first of these in each window: of those that stay where they are, and of those that scroll.
    firsts: Vec<[Option<NodeId>; 2]>,
    /// Those with a long number in them, and what is around it.
    numbered: Vec<(NodeId, String)>,
    /// The rows that were asked for.
    rows: RefCell<HashMap<NodeId, Rc<Marks>>>,
    /// The parts that were asked for, by the nodes that they hold first and last.
    parts: RefCell<HashMap<(NodeId, NodeId), u64>>,
}

impl<'t> Screen<'t> {
    pub(crate) fn of(shown: Shown<'t>) -> Self {
        let tree = shown.tree;
        let mut screen = Self {
            shown,
            windows: tree.windows_in(Window::App),
            headings: vec![None; tree.windows().len()],
            paths: Vec::with_capacity(tree.len() as usize),
            equals: HashMap::new(),
            slots: HashMap::new(),
            typed: HashSet::new(),
            plain: Vec::new(),
            words: HashMap::new(),
            firsts: vec![[None; 2]; tree.windows().len()],
            numbered: Vec::new(),
            rows: RefCell::default(),
            parts: RefCell::default(),
        };
        screen.typed = screen.only_typed();
        for node in tree.nodes() {
            screen.add(node);
        }
        screen
    }

    /// What stands in fields and is said by nothing outside of them: a name that was searched for also stands in the
    /// row that was found, and there nobody has typed it.
    fn only_typed(&self) -> HashSet<Cow<'t, str>> {
        let seen = || self.tree().nodes().filter(|node| self.shows(*node));
        let fields: Vec<Node<'t>> = seen().filter(|node| takes_text(*node)).collect();
        let mut typed: HashSet<Cow<'t, str>> = fields.iter().map(|field| field.label()).collect();
        // Toolkits repeat a field's text in what it is in and in what is in it.
        let is_of_field = |node: Node<'t>| {
            fields.iter().any(|field| {
                *field == node || field.is_ancestor_of(node.id()) || node.is_ancestor_of(field.id())
            })
        };
        if !fields.is_empty() {
            for node in seen() {
                let label = node.label();
                if typed.contains(&label) && !is_of_field(node) {
                    typed.remove(&label);
                }
            }
        }
        typed
    }

    fn add(&mut self, node: Node<'t>) {
        let above = node
            .parent()
            .map_or(0, |parent| self.path_through(parent.id()));
        self.paths.push(if node.resource_id().is_empty() {
            above
        } else {
            mark(&(above, node.resource_id()))
        });
        if !self.shows(node) {
            return;
        }
        let own = Own::of(node, self);
        self.equals.entry(own).or_default().push(node.id());
        if let Some(slot) = Slot::of(node, self) {
            self.slots.entry(slot).or_default().push(node.id());
        }
        let label = node.label();
        if label.is_empty() {
            return;
        }
        let is_typed = takes_text(node) || self.is_typed(&label);
        if is_typed || node.is_interactive() || node.named_by().is_some() || is_number(&label) {
            return;
        }
        // What scrolls away is no heading of the page.
        let scrolls = node.ancestors().any(Node::is_scrollable);
        if node.role() == Role::Title
            && !scrolls
            && let Some(heading @ None) = self.headings.get_mut(node.window_index())
        {
            *heading = Some(render::name(node));
        }
        let firsts = self.firsts.get_mut(node.window_index());
        if let Some(first @ None) = firsts.and_then(|firsts| firsts.get_mut(usize::from(scrolls))) {
            *first = Some(node.id());
        }
        if self.numbered.len() < MOST_NUMBERED
            && let Some(around) = around_long_number(&label)
        {
            self.numbered.push((node.id(), around));
        }
        let saying = self.words.entry(label.clone()).or_default();
        saying.push(node.id());
        self.plain.push((node.id(), label));
    }

    pub(super) fn tree(&self) -> &'t Tree {
        self.shown.tree
    }

    pub(super) fn activity(&self) -> Option<&'t str> {
        self.shown.activity
    }

    pub(super) fn is_scrolled(&self) -> bool {
        self.shown.is_scrolled
    }

    pub(super) fn get(&self, id: NodeId) -> Option<Node<'t>> {
        self.shown.tree.get(id)
    }

    /// Whether a node is seen, in a window that refs are given in.
    pub(super) fn shows(&self, node: Node<'_>) -> bool {
        node.is_in(&self.windows) && node.visible_bounds().is_some()
    }

    /// The ids above a node, in one number.
    pub(super) fn path_to(&self, node: Node<'_>) -> u64 {
        let parent = node.parent();
        parent.map_or(0, |parent| self.path_through(parent.id()))
    }

    #[expect(
        clippy::expect_used,
        reason = "a node stands behind its parent, and each node adds its path"
    )]
    fn path_through(&self, id: NodeId) -> u64 {
        let path = self.paths.get(id.index()).copied();
        path.expect("the path of a node that was added")
    }

    /// The nodes that are seen and that all of this is true of, in document order.
    pub(super) fn equals(&self, own: &Own<'t>) -> &[NodeId] {
        self.equals.get(own).map_or(&[], Vec::as_slice)
    }

    /// The plain texts in this place.
    pub(super) fn in_slot(&self, slot: &Slot<'t>) -> &[NodeId] {
        self.slots.get(slot).map_or(&[], Vec::as_slice)
    }

    /// The heading of a node's window.
    pub(super) fn heading_above(&self, node: Node<'_>) -> Option<&str> {
        self.headings.get(node.window_index())?.as_deref()
    }

    /// Whether this stands in a field and nowhere else.
    pub(super) fn is_typed(&self, label: &str) -> bool {
        self.typed.contains(label)
    }

    /// Whether some plain text says this.
    pub(super) fn says(&self, words: &str) -> bool {
        self.words.contains_key(words)
    }

    /// Whether a plain text before `node` says what `text` says, and is of its kind.
    pub(super) fn repeats(&self, text: Node<'_>, node: Node<'_>) -> bool {
        let saying = self.words.get(&text.label()).map_or(&[][..], Vec::as_slice);
        let before = saying.iter().take_while(|id| **id < node.id());
        before.filter_map(|id| self.get(*id)).any(|other| {
            other.window_index() == node.window_index()
                && other.class() == text.class()
                && other.resource_id() == text.resource_id()
        })
    }

    /// The first plain text of a node's window, when it comes before the node: of those that scroll, or of the others.
    pub(super) fn first_text(&self, node: Node<'_>, scrolls: bool) -> Option<Node<'t>> {
        let firsts = self.firsts.get(node.window_index())?;
        let first = firsts.get(usize::from(scrolls)).copied().flatten()?;
        self.get(first).filter(|_| first < node.id())
    }

    /// The plain texts with long numbers before a node, and what is around these; not those that scroll without it.
    pub(super) fn numbered(&self, node: Node<'t>) -> impl Iterator<Item = (Node<'t>, &str)> {
        let before = self
            .numbered
            .iter()
            .take_while(move |(id, _)| *id < node.id());
        before.filter_map(move |(id, around)| {
            let text = self.get(*id)?;
            let mut scrollers = text.ancestors().filter(|outer| outer.is_scrollable());
            let is_with_node = text.window_index() == node.window_index()
                && scrollers.all(|scroller| scroller.is_ancestor_of(node.id()));
            is_with_node.then_some((text, around.as_str()))
        })
    }

    /// The labels of a node's row.
    pub(super) fn row(&self, node: Node<'t>) -> Rc<Marks> {
        if let Some(known) = self.rows.borrow().get(&node.id()) {
            return Rc::clone(known);
        }
        let marks = Rc::new(Marks::of(node, self));
        self.rows.borrow_mut().insert(node.id(), Rc::clone(&marks));
        marks
    }

    /// Everything in the smallest part of the tree that holds all of `nodes`, but for what was typed and for numbers
    /// that tick.
    pub(super) fn part(&self, nodes: &[NodeId]) -> u64 {
        let ends = nodes.first().copied().zip(nodes.last().copied());
        let Some((first, last)) = ends else {
            return 0;
        };
        if let Some(known) = self.parts.borrow().get(&(first, last)) {
            return *known;
        }
        let part = self
            .get(first)
            .into_iter()
            .flat_map(|node| std::iter::once(node).chain(node.ancestors()))
            .find(|node| node.id() == last || node.is_ancestor_of(last))
            .map_or_else(|| self.tree().nodes(), Node::subtree);
        let mut hasher = DefaultHasher::new();
        for node in part {
            let words = [lasting_text(node), node.content_desc()];
            let lasting = words.map(|text| if is_number(text) { "" } else { text });
            (node.depth(), node.class(), node.resource_id()).hash(&mut hasher);
            (lasting, node.bounds()).hash(&mut hasher);
        }
        let part = hasher.finish();
        self.parts.borrow_mut().insert((first, last), part);
        part
    }

    /// The nearest plain text before a node.
    pub(super) fn text_above(&self, node: Node<'_>) -> Option<Node<'t>> {
        let before = self.plain.partition_point(|(id, _)| *id < node.id());
        let texts = self.plain.split_at(before).0;
        let mut texts = texts.iter().rev().filter_map(|(id, _)| self.get(*id));
        texts.find(|text| text.window_index() == node.window_index())
    }
}

/// A text or several in one number.
pub(super) fn mark(words: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish()
}

/// Without text: a screen may show what nobody else should read.
impl fmt::Debug for Screen<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Screen")
            .field("shown", &self.shown)
            .finish_non_exhaustive()
    }
}
