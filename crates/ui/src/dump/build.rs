//! Tags to a tree.

use super::attributes::Reader;
use super::decode::Decoded;
use super::document::Document;
use super::note::Note;
use super::parsed::{KEYBOARD_ATTRIBUTE, Parsed, Surroundings};
use super::refusal::DumpError;
use super::scan::{Attribute, Scanner, Tag};
use crate::bounds::Bounds;
use crate::flags::Flags;
use crate::limits::{MAX_DEPTH, MAX_NODES, MAX_REPAIRS, MAX_WINDOWS};
use crate::name::Names;
use crate::node::NodeData;
use crate::tree::{NodeId, Tree};
use crate::window::WindowInfo;

/// Elements around the nodes: displays, display, windows in windows, hierarchy.
pub(super) const MAX_OPEN: usize = MAX_DEPTH as usize + 1 + MAX_WINDOWS + 3;

/// Builds the tree of a decoded dump.
pub(super) fn build(
    decoded: &Decoded<'_>,
    surroundings: &Surroundings,
) -> Result<Parsed, DumpError> {
    let text: &str = &decoded.text;
    let document = Document::find(text).ok_or_else(|| DumpError::of(text))?;
    let mut scanner = Scanner::new(document.text);
    let mut builder = Builder::default();
    builder.read(&mut scanner)?;
    if builder.nodes.is_empty() {
        return Err(match DumpError::of(document.before) {
            DumpError::Empty | DumpError::NotADump { .. } | DumpError::WrittenToFile { .. } => {
                DumpError::NoNodes
            }
            reason => reason,
        });
    }
    let notes = builder.notes(decoded, &document, &scanner);
    let losses = notes.iter().copied().filter(|note| note.is_loss());
    Ok(Parsed {
        tree: builder.finish(surroundings, losses.collect()),
        notes,
    })
}

/// An element that has begun and not ended.
#[derive(Clone, Copy)]
struct Open<'t> {
    name: &'t str,
    what: What,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Displays,
    Display,
    Window,
    Hierarchy,
    Node(NodeId),
    /// A node that was cut, with everything in it.
    Cut,
    /// A window that was cut, with everything in it.
    CutWindow,
}

#[derive(Default)]
struct Builder<'t> {
    nodes: Vec<NodeData>,
    windows: Vec<WindowInfo>,
    open: Vec<Open<'t>>,
    /// Elements that began beyond the most that are kept open.
    open_beyond: usize,
    /// The windows that are open, innermost last.
    open_windows: Vec<u16>,
    display: i32,
    rotation: Option<u8>,
    /// The screen's size, where the dump tells it.
    size: Option<(i32, i32)>,
    /// Where the keyboard is, where the dump tells it beside its one window.
    keyboard: Option<Bounds>,
    has_windows: bool,
    reader: Reader<'t>,
    is_complete: bool,
    ends_repaired: usize,
    nodes_cut: usize,
    windows_cut: usize,
    /// The highest layer of a window that was cut; the highest there is where one did not tell.
    cut_layer: i32,
}

impl<'t> Builder<'t> {
    fn read(&mut self, scanner: &mut Scanner<'t>) -> Result<(), DumpError> {
        while let Some(tag) = scanner.next_tag() {
            match tag {
                Tag::Start { name, is_empty } => {
                    self.start(name, &scanner.attributes);
                    if is_empty {
                        self.end_innermost();
                    }
                }
                Tag::End { name } => self.end(name),
                Tag::Unfinished => break,
            }
            let repairs = scanner.quotes_repaired + scanner.tags_repaired + self.ends_repaired;
            if repairs > MAX_REPAIRS {
                return Err(DumpError::Damaged {
                    repairs: MAX_REPAIRS,
                });
            }
            if self.open.is_empty() {
                // An excerpt without an element around it may have several roots.
                let goes_on = scanner.rest().trim_start().starts_with("<node");
                if !goes_on {
                    self.is_complete = true;
                    break;
                }
            }
        }
        // Whatever is still open may have had more in it.
        for open in std::mem::take(&mut self.open) {
            if let What::Node(id) = open.what {
                self.mark_cut(id);
            }
            self.open.push(open);
        }
        while !self.open.is_empty() {
            self.end_innermost();
        }
        Ok(())
    }

    fn start(&mut self, name: &'t str, attributes: &[Attribute<'t>]) {
        if self.open.len() >= MAX_OPEN {
            self.open_beyond += 1;
            self.nodes_cut += 1;
            return;
        }
        let inside_node = self
            .open
            .last()
            .is_some_and(|open| matches!(open.what, What::Node(_) | What::Cut));
        let what = match name {
            "hierarchy" if !inside_node => self.start_hierarchy(attributes),
            "displays" if !inside_node => What::Displays,
            "display" if !inside_node => self.start_display(attributes),
            "window" if !inside_node => self.start_window(attributes),
            _ => self.start_node(name, attributes),
        };
        self.open.push(Open { name, what });
    }

    fn start_hierarchy(&mut self, attributes: &[Attribute<'t>]) -> What {
        let number = |name: &str| {
            attributes
                .iter()
                .find(|attribute| attribute.name == name)
                .and_then(|attribute| attribute.value.parse::<i32>().ok())
        };
        self.rotation = number("rotation").and_then(|quarters| u8::try_from(quarters).ok());
        if let (Some(width), Some(height)) = (number("width"), number("height")) {
            self.size = Some((width, height));
        }
        self.keyboard = attributes
            .iter()
            .find(|attribute| attribute.name == KEYBOARD_ATTRIBUTE)
            .and_then(|attribute| Bounds::parse(attribute.value))
            .filter(|bounds| !bounds.is_empty())
            .or(self.keyboard);
        let open = self.open_windows.last().copied().map(usize::from);
        if let Some(window) = open.and_then(|index| self.windows.get_mut(index)) {
            window.rotation = self.rotation;
        }
        What::Hierarchy
    }

    fn start_display(&mut self, attributes: &[Attribute<'t>]) -> What {
        self.display = attributes
            .iter()
            .find(|attribute| attribute.name == "id")
            .and_then(|attribute| attribute.value.parse().ok())
            // The phone's own.
            .unwrap_or(0);
        What::Display
    }

    fn start_window(&mut self, attributes: &[Attribute<'t>]) -> What {
        self.has_windows = true;
        let window = self.reader.window(attributes, self.display);
        let Some(index) = self.add_window(window) else {
            return What::CutWindow;
        };
        self.open_windows.push(index);
        What::Window
    }

    /// The number of a new window, unless there are too many.
    fn add_window(&mut self, window: WindowInfo) -> Option<u16> {
        if self.windows.len() >= MAX_WINDOWS {
            self.windows_cut += 1;
            // One that does not say where it is may lie above all.
            let layer = window.layer.unwrap_or(i32::MAX);
            self.cut_layer = if self.windows_cut == 1 {
                layer
            } else {
                self.cut_layer.max(layer)
            };
            return None;
        }
        self.windows.push(window);
        u16::try_from(self.windows.len() - 1).ok()
    }

    /// Notes that something inside a node is missing.
    fn mark_cut(&mut self, node: NodeId) {
        if let Some(node) = self.nodes.get_mut(node.index()) {
            node.flags.set(Flags::CUT, true);
        }
    }

    /// Notes that something may lie over the windows that a window which was cut may lie over.
    fn mark_windows_below_cut(&mut self) {
        let roots: Vec<NodeId> = self
            .windows
            .iter()
            .filter(|window| window.layer.is_none_or(|layer| layer < self.cut_layer))
            .flat_map(|window| window.roots.iter().copied())
            .collect();
        for root in roots {
            self.mark_cut(root);
        }
    }

    fn start_node(&mut self, name: &'t str, attributes: &[Attribute<'t>]) -> What {
        let parent = match self.open.last().map(|open| open.what) {
            Some(What::Node(parent)) => Some(parent),
            Some(What::Cut) => {
                self.nodes_cut += 1;
                return What::Cut;
            }
            _ => None,
        };
        let (depth, window) = match parent.and_then(|parent| self.nodes.get(parent.index())) {
            Some(parent) => (parent.depth + 1, Some(parent.window)),
            None => (0, self.window_of_root()),
        };
        let (Some(window), true) = (window, depth <= MAX_DEPTH && self.nodes.len() < MAX_NODES)
        else {
            self.nodes_cut += 1;
            if let Some(parent) = parent {
                self.mark_cut(parent);
            } else if let Some(root) = window.and_then(|window| self.first_root(window)) {
                self.mark_cut(root);
            }
            return What::Cut;
        };
        let id = NodeId(self.count());
        let mut node = self.reader.node(name, attributes);
        node.parent = parent;
        node.depth = depth;
        node.window = window;
        if parent.is_none()
            && let Some(window) = self.windows.get_mut(usize::from(window))
        {
            window.roots.push(id);
        }
        self.nodes.push(node);
        What::Node(id)
    }

    /// The window of a node without a parent: the one that is open, else one of its own.
    fn window_of_root(&mut self) -> Option<u16> {
        if self.open.iter().any(|open| open.what == What::CutWindow) {
            return None;
        }
        if let Some(index) = self.open_windows.last() {
            return Some(*index);
        }
        let window = WindowInfo {
            rotation: self.rotation,
            ..WindowInfo::on(self.display)
        };
        self.add_window(window)
    }

    #[expect(
        clippy::expect_used,
        reason = "a tree holds no more than MAX_NODES; with a wrong number nodes would swap their content"
    )]
    fn count(&self) -> u32 {
        u32::try_from(self.nodes.len()).expect("fewer nodes than MAX_NODES")
    }

    fn first_root(&self, window: u16) -> Option<NodeId> {
        self.windows
            .get(usize::from(window))?
            .roots
            .first()
            .copied()
    }

    fn end(&mut self, name: &str) {
        if self.open_beyond > 0 {
            self.open_beyond -= 1;
            return;
        }
        let Some(depth) = self.open.iter().rposition(|open| open.name == name) else {
            self.ends_repaired += 1;
            return;
        };
        self.ends_repaired += self.open.len() - 1 - depth;
        while self.open.len() > depth {
            self.end_innermost();
        }
    }

    fn end_innermost(&mut self) {
        if self.open_beyond > 0 {
            self.open_beyond -= 1;
            return;
        }
        let end = self.count();
        match self.open.pop().map(|open| open.what) {
            Some(What::Node(id)) => {
                if let Some(node) = self.nodes.get_mut(id.index()) {
                    node.end = end;
                }
            }
            Some(What::Window) => {
                self.open_windows.pop();
            }
            Some(
                What::Displays | What::Display | What::Hierarchy | What::Cut | What::CutWindow,
            )
            | None => {}
        }
    }

    fn notes(
        &self,
        decoded: &Decoded<'_>,
        document: &Document<'_>,
        scanner: &Scanner<'_>,
    ) -> Vec<Note> {
        let rest = scanner.rest();
        let has_second = self.is_complete && Document::find(rest).is_some();
        let counted = |count: usize, note: fn(usize) -> Note| (count > 0).then(|| note(count));
        [
            decoded.is_utf16.then_some(Note::Utf16),
            counted(decoded.undecodable, Note::Undecodable),
            document.has_text_before().then_some(Note::TextBefore),
            (self.is_complete && !has_second && !rest.trim().is_empty()).then_some(Note::TextAfter),
            has_second.then_some(Note::SecondDump),
            (!document.has_hierarchy).then_some(Note::NoHierarchy),
            (!self.is_complete).then_some(Note::Truncated),
            counted(scanner.quotes_repaired, Note::QuotesRepaired),
            counted(scanner.tags_repaired, Note::TagsRepaired),
            counted(self.ends_repaired, Note::EndsRepaired),
            counted(self.reader.bounds_unreadable, Note::BoundsUnreadable),
            counted(self.nodes_cut, Note::NodesCut),
            counted(self.windows_cut, Note::WindowsCut),
            counted(self.reader.strings_cut, Note::StringsCut),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn finish(mut self, surroundings: &Surroundings, losses: Vec<Note>) -> Tree {
        if self.windows_cut > 0 {
            self.mark_windows_below_cut();
        }
        let mut tree = Tree {
            one_window_only: !self.has_windows && self.windows.len() == 1,
            nodes: self.nodes,
            windows: self.windows,
            screen: Bounds::default(),
            names: Names::default(),
            losses,
        };
        tree.finish(self.size, self.keyboard, surroundings);
        tree
    }
}
