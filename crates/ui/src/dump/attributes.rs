//! Attributes to what they say of a node or window.

use std::collections::HashMap;
use std::sync::Arc;

use super::scan::Attribute;
use super::value;
use crate::bounds::Bounds;
use crate::flags::Flags;
use crate::limits::{MAX_IDENTIFIER_CHARACTERS, MAX_TEXT_CHARACTERS};
use crate::node::{NodeData, Rare, Shown};
use crate::role::Role;
use crate::secret::Secret;
use crate::window::{WindowInfo, WindowKind};

/// Reads attributes and counts what was wrong with them.
#[derive(Default)]
pub(super) struct Reader<'t> {
    identifiers: HashMap<&'t str, Arc<str>>,
    last_package: Option<(&'t str, Arc<str>)>,
    pub(super) bounds_unreadable: usize,
    pub(super) strings_cut: usize,
}

impl<'t> Reader<'t> {
    /// A window on this display, without its nodes.
    pub(super) fn window(&mut self, attributes: &[Attribute<'t>], display: i32) -> WindowInfo {
        let mut window = WindowInfo::on(display);
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
        window
    }

    /// A node without its place in the tree.
    pub(super) fn node(&mut self, name: &'t str, attributes: &[Attribute<'t>]) -> NodeData {
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
            drawing_order: 0,
            parent: None,
            end: 0,
            depth: 0,
            window: 0,
            role: Role::Unknown,
            actor: None,
            is_choice: false,
            names: None,
            shown: Shown::default(),
            secret: Secret::No,
            visible: Bounds::default(),
        };
        for attribute in attributes {
            let value = attribute.value;
            let mut set = |flag: Flags| node.flags.set(flag, value == "true");
            match attribute.name.as_bytes() {
                // What is not a number equals none that a selector asks for.
                b"index" => node.index = value.parse().unwrap_or(u32::MAX),
                b"text" => node.text = self.string(value, MAX_TEXT_CHARACTERS),
                b"resource-id" => node.resource_id = self.string(value, MAX_IDENTIFIER_CHARACTERS),
                b"class" => class = value,
                b"package" => package = value,
                b"content-desc" => node.content_desc = self.string(value, MAX_TEXT_CHARACTERS),
                b"checkable" => set(Flags::CHECKABLE),
                b"checked" => set(Flags::CHECKED),
                b"clickable" => set(Flags::CLICKABLE),
                b"enabled" => set(Flags::ENABLED),
                b"focusable" => set(Flags::FOCUSABLE),
                b"focused" => set(Flags::FOCUSED),
                b"scrollable" => set(Flags::SCROLLABLE),
                b"long-clickable" => set(Flags::LONG_CLICKABLE),
                b"password" => set(Flags::PASSWORD),
                b"selected" => set(Flags::SELECTED),
                b"heading" => set(Flags::HEADING),
                b"showing-hint" => {
                    set(Flags::SHOWING_HINT);
                    node.flags.set(Flags::TELLS_HINT, true);
                }
                b"visible-to-user" | b"displayed" if value == "false" => {
                    node.flags.set(Flags::HIDDEN, true);
                }
                // 0 is what the platform writes for a node that has none.
                b"drawing-order" => node.drawing_order = value.parse().unwrap_or(0),
                b"bounds" => node.bounds = self.bounds(value),
                b"hint" if !value.is_empty() => {
                    let hint = self.string(value, MAX_TEXT_CHARACTERS);
                    node.rare.get_or_insert_with(Box::<Rare>::default).hint = hint;
                }
                b"pane-title" if !value.is_empty() => {
                    let title = self.string(value, MAX_TEXT_CHARACTERS);
                    node.rare
                        .get_or_insert_with(Box::<Rare>::default)
                        .pane_title = title;
                }
                _ => {}
            }
        }
        node.class = self.identifier(class);
        node.package = self.package(package);
        node
    }

    fn string(&mut self, raw: &str, most: usize) -> Box<str> {
        let resolved = value::resolve(raw);
        let (kept, is_cut) = value::bound(&resolved, most);
        self.strings_cut += usize::from(is_cut);
        kept.into()
    }

    /// The package, which is nearly always the one before.
    fn package(&mut self, raw: &'t str) -> Arc<str> {
        match &self.last_package {
            Some((last, package)) if *last == raw => Arc::clone(package),
            _ => {
                let package = self.identifier(raw);
                self.last_package = Some((raw, Arc::clone(&package)));
                package
            }
        }
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
