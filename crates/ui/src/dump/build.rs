//! Tags to a tree.

use std::collections::HashMap;
use std::sync::Arc;

use super::decode::Decoded;
use super::scan::{Attribute, Scanner, Tag};
use super::{DumpError, Note, Parsed, Surroundings, value};
use crate::bounds::Bounds;
use crate::flags::Flags;
use crate::limits::{
    MAX_DEPTH, MAX_IDENTIFIER_CHARACTERS, MAX_NODES, MAX_REPAIRS, MAX_TEXT_CHARACTERS, MAX_WINDOWS,
};
use crate::node::{NodeData, Rare};
use crate::role::Role;
use crate::tree::{NodeId, Tree};
use crate::window::{WindowInfo, WindowKind};

/// Elements around the nodes: displays, display, windows in windows, hierarchy.
const MAX_OPEN: usize = MAX_DEPTH as usize + 1 + MAX_WINDOWS + 3;

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
    Ok(Parsed {
        tree: builder.finish(surroundings),
        notes,
    })
}

/// The part of a text that is a dump.
struct Document<'t> {
    before: &'t str,
    text: &'t str,
    has_hierarchy: bool,
}

impl<'t> Document<'t> {
    fn find(text: &'t str) -> Option<Self> {
        let start = |mark: &str| {
            text.match_indices(mark).map(|(at, _)| at).find(|at| {
                let behind = text.as_bytes().get(at + mark.len());
                matches!(behind, Some(b' ' | b'\n' | b'\r' | b'\t' | b'>' | b'/'))
            })
        };
        let whole = [start("<hierarchy"), start("<displays")]
            .into_iter()
            .flatten()
            .min();
        // An excerpt may have lost the element around it.
        let at = whole.or_else(|| start("<node"))?;
        Some(Self {
            before: text.get(..at)?,
            text: text.get(at..)?,
            has_hierarchy: whole.is_some(),
        })
    }

    /// Whether something other than a declaration or comments stands before.
    fn has_text_before(&self) -> bool {
        let before = self.before.trim_start();
        let before = match before.strip_prefix("<?xml") {
            Some(declaration) => declaration.split_once("?>").map_or("", |(_, rest)| rest),
            None => before,
        };
        let before = before.trim();
        let is_comment = before.starts_with("<!--") && before.ends_with("-->");
        !before.is_empty() && !is_comment
    }
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
    has_windows: bool,
    identifiers: HashMap<&'t str, Arc<str>>,
    is_complete: bool,
    ends_repaired: usize,
    bounds_unreadable: usize,
    nodes_cut: usize,
    strings_cut: usize,
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
            .unwrap_or(0);
        What::Display
    }

    fn start_window(&mut self, attributes: &[Attribute<'t>]) -> What {
        self.has_windows = true;
        let mut window = WindowInfo {
            kind: WindowKind::Other,
            package: String::new(),
            title: String::new(),
            bounds: Bounds::default(),
            layer: None,
            active: None,
            focused: None,
            display: self.display,
            rotation: None,
            roots: Vec::new(),
        };
        for attribute in attributes {
            let is_true = attribute.value == "true";
            match attribute.name {
                "title" => window.title = self.string(attribute.value, MAX_TEXT_CHARACTERS).into(),
                "bounds" => window.bounds = self.bounds(attribute.value),
                "layer" => window.layer = attribute.value.parse().ok(),
                "active" => window.active = Some(is_true),
                "focused" => window.focused = Some(is_true),
                "type" => window.kind = kind(attribute.value),
                _ => {}
            }
        }
        let index = self.add_window(window);
        self.open_windows.push(index);
        What::Window
    }

    /// The number of a new window; of the last one when there are too many.
    fn add_window(&mut self, window: WindowInfo) -> u16 {
        if self.windows.len() < MAX_WINDOWS {
            self.windows.push(window);
        }
        u16::try_from(self.windows.len().saturating_sub(1)).unwrap_or(u16::MAX)
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
            return What::Cut;
        };
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        let mut node = self.node(name, attributes);
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
        if let Some(index) = self.open_windows.last() {
            return Some(*index);
        }
        if self.windows.len() >= MAX_WINDOWS {
            return None;
        }
        Some(self.add_window(WindowInfo {
            kind: WindowKind::Other,
            package: String::new(),
            title: String::new(),
            bounds: Bounds::default(),
            layer: None,
            active: None,
            focused: None,
            display: self.display,
            rotation: self.rotation,
            roots: Vec::new(),
        }))
    }

    fn node(&mut self, name: &'t str, attributes: &[Attribute<'t>]) -> NodeData {
        // Servers that name elements after classes may leave the class out.
        let mut class = if name == "node" { "" } else { name };
        let mut package = "";
        let mut node = NodeData {
            class: Arc::default(),
            package: Arc::default(),
            resource_id: Box::default(),
            text: Box::default(),
            content_desc: Box::default(),
            rare: None,
            flags: Flags::ENABLED,
            bounds: Bounds::default(),
            index: u32::MAX,
            parent: None,
            end: 0,
            depth: 0,
            window: 0,
            role: Role::Unknown,
            actor: None,
            visible: Bounds::default(),
        };
        for attribute in attributes {
            let value = attribute.value;
            let mut set = |flag: Flags| node.flags.set(flag, value == "true");
            match attribute.name {
                "index" => node.index = value.parse().unwrap_or(u32::MAX),
                "text" => node.text = self.string(value, MAX_TEXT_CHARACTERS),
                "resource-id" => node.resource_id = self.string(value, MAX_IDENTIFIER_CHARACTERS),
                "class" => class = value,
                "package" => package = value,
                "content-desc" => node.content_desc = self.string(value, MAX_TEXT_CHARACTERS),
                "checkable" => set(Flags::CHECKABLE),
                "checked" => set(Flags::CHECKED),
                "clickable" => set(Flags::CLICKABLE),
                "enabled" => set(Flags::ENABLED),
                "focusable" => set(Flags::FOCUSABLE),
                "focused" => set(Flags::FOCUSED),
                "scrollable" => set(Flags::SCROLLABLE),
                "long-clickable" => set(Flags::LONG_CLICKABLE),
                "password" => set(Flags::PASSWORD),
                "selected" => set(Flags::SELECTED),
                "heading" => set(Flags::HEADING),
                "showing-hint" => set(Flags::SHOWING_HINT),
                "visible-to-user" | "displayed" if value == "false" => {
                    node.flags.set(Flags::HIDDEN, true);
                }
                "bounds" => node.bounds = self.bounds(value),
                "hint" if !value.is_empty() => {
                    let hint = self.string(value, MAX_TEXT_CHARACTERS);
                    node.rare.get_or_insert_with(Box::<Rare>::default).hint = hint;
                }
                "pane-title" if !value.is_empty() => {
                    let title = self.string(value, MAX_TEXT_CHARACTERS);
                    node.rare
                        .get_or_insert_with(Box::<Rare>::default)
                        .pane_title = title;
                }
                _ => {}
            }
        }
        node.class = self.identifier(class);
        node.package = self.identifier(package);
        node
    }

    fn string(&mut self, raw: &str, most: usize) -> Box<str> {
        let resolved = value::resolve(raw);
        let (kept, is_cut) = value::bound(&resolved, most);
        self.strings_cut += usize::from(is_cut);
        kept.into()
    }

    /// A string that many nodes share.
    fn identifier(&mut self, raw: &'t str) -> Arc<str> {
        if let Some(known) = self.identifiers.get(raw) {
            return Arc::clone(known);
        }
        let identifier: Arc<str> = self.string(raw, MAX_IDENTIFIER_CHARACTERS).into();
        self.identifiers.insert(raw, Arc::clone(&identifier));
        identifier
    }

    fn bounds(&mut self, raw: &str) -> Bounds {
        Bounds::parse(raw).unwrap_or_else(|| {
            self.bounds_unreadable += 1;
            Bounds::default()
        })
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
        let end = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        match self.open.pop().map(|open| open.what) {
            Some(What::Node(id)) => {
                if let Some(node) = self.nodes.get_mut(id.index()) {
                    node.end = end;
                }
            }
            Some(What::Window) => {
                self.open_windows.pop();
            }
            Some(What::Displays | What::Display | What::Hierarchy | What::Cut) | None => {}
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
            counted(self.bounds_unreadable, Note::BoundsUnreadable),
            counted(self.nodes_cut, Note::NodesCut),
            counted(self.strings_cut, Note::StringsCut),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn finish(self, surroundings: &Surroundings) -> Tree {
        let mut tree = Tree {
            one_window_only: !self.has_windows && self.windows.len() == 1,
            nodes: self.nodes,
            windows: self.windows,
            screen: Bounds::default(),
            labelled: Vec::new(),
        };
        tree.finish(self.size, surroundings);
        tree
    }
}

/// The kinds as the platform writes them.
fn kind(name: &str) -> WindowKind {
    match name {
        "TYPE_APPLICATION" => WindowKind::Application,
        "TYPE_INPUT_METHOD" => WindowKind::Keyboard,
        "TYPE_SYSTEM" => WindowKind::System,
        "TYPE_ACCESSIBILITY_OVERLAY" => WindowKind::Overlay,
        "TYPE_SPLIT_SCREEN_DIVIDER" => WindowKind::Divider,
        "TYPE_MAGNIFICATION_OVERLAY" => WindowKind::Magnifier,
        _ => WindowKind::Other,
    }
}
