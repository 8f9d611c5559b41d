//! Writes the view hierarchy as the platform's dumper does.

use std::fmt::Write;

use crate::accessibility::WindowContent;
use crate::page::{Flags, Node};
use crate::phone::{Phone, Reach, Seen, Window};
use crate::screen::{DumpRefused, WindowKind};

const DECLARATION: &str = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";
/// Classes that the dumper never calls unfriendly, whatever they lack.
const NEVER_UNFRIENDLY: [&str; 4] = [
    "android.widget.GridView",
    "android.widget.GridLayout",
    "android.widget.ListView",
    "android.widget.TableLayout",
];

/// The active window alone.
pub(crate) fn dump_active(phone: &mut Phone, compressed: bool) -> Result<String, DumpRefused> {
    let windows = phone.windows();
    let window = Phone::focused_window(&windows).and_then(|index| windows.get(index));
    let window = window
        .filter(|window| has_root(phone, window))
        .ok_or(DumpRefused::NoRoot)?;
    let mut xml = Writer::new(phone, compressed);
    xml.out.push_str(DECLARATION);
    xml.hierarchy(window);
    Ok(xml.out)
}

/// Every window, the topmost first.
pub(crate) fn dump_windows(phone: &mut Phone) -> Result<String, DumpRefused> {
    let windows = phone.windows();
    let focused = Phone::focused_window(&windows);
    if focused.is_none() {
        return Err(DumpRefused::NoRoot);
    }
    let mut xml = Writer::new(phone, false);
    xml.out.push_str(DECLARATION);
    xml.out.push_str("<displays><display");
    xml.attribute("id", "0");
    xml.out.push('>');
    for (index, (layer, window)) in windows.iter().enumerate().rev().enumerate() {
        xml.window(index, layer, window, focused == Some(layer));
    }
    xml.out.push_str("</display></displays>");
    Ok(xml.out)
}

fn has_root(phone: &Phone, window: &Window) -> bool {
    phone.window_content(window) == WindowContent::Whole
}

struct Writer<'a> {
    phone: &'a Phone,
    compressed: bool,
    out: String,
}

impl<'a> Writer<'a> {
    fn new(phone: &'a Phone, compressed: bool) -> Self {
        Self {
            phone,
            compressed,
            out: String::with_capacity(16 * 1024),
        }
    }

    fn window(&mut self, index: usize, layer: usize, window: &Window, focused: bool) {
        self.out.push_str("<window");
        self.attribute("index", &index.to_string());
        self.attribute("title", &window.label);
        let (left, top, right, bottom) = window.bounds.tuple();
        self.attribute("bounds", &format!("[{left},{top}][{right},{bottom}]"));
        self.flag("active", focused);
        self.flag("focused", focused);
        self.flag("accessibility-focused", false);
        self.attribute("id", &(layer + 1).to_string());
        self.attribute("layer", &layer.to_string());
        self.attribute("type", type_name(window.kind));
        self.out.push('>');
        if has_root(self.phone, window) {
            self.hierarchy(window);
        }
        self.out.push_str("</window>");
    }

    fn hierarchy(&mut self, window: &Window) {
        self.out.push_str("<hierarchy");
        self.attribute("rotation", &self.phone.display.rotation.to_string());
        self.out.push('>');
        let mut seen = self.phone.see(window, Reach::Accessibility);
        if self.compressed {
            seen = self.important(seen);
        }
        let mut open: Vec<u16> = Vec::new();
        let mut rest = seen.as_slice();
        while let Some((view, inner)) = rest.split_first() {
            rest = inner;
            while open.last().is_some_and(|depth| *depth >= view.depth) {
                open.pop();
                self.out.push_str("</node>");
            }
            let has_children = inner.first().is_some_and(|next| next.depth > view.depth);
            self.node(view, inner);
            if has_children {
                self.out.push('>');
                open.push(view.depth);
            } else {
                self.out.push_str(" />");
            }
        }
        for _ in open {
            self.out.push_str("</node>");
        }
        self.out.push_str("</hierarchy>");
    }

    /// The start of a node without its end.
    fn node(&mut self, view: &Seen, later: &[Seen]) {
        let Some(sight) = self.phone.sight(view.place) else {
            return;
        };
        let node = sight.page.node(view.node);
        let text = self.phone.told_text(&sight, view.node);
        let desc = sight.desc(view.node);
        self.out.push_str("<node");
        let enabled = sight.enabled(view.node);
        if node.is(Flags::CLICKABLE)
            && enabled
            && text.is_empty()
            && desc.is_empty()
            && self.is_unfriendly(view, node, later)
        {
            self.attribute("NAF", "true");
        }
        let _ = write!(self.out, " index=\"{}\"", view.index);
        self.attribute("text", &text);
        self.attribute("resource-id", &node.id);
        self.attribute("class", &node.class);
        self.attribute("package", &sight.page.package);
        self.attribute("content-desc", &desc);
        self.flag("checkable", node.is(Flags::CHECKABLE));
        self.flag("checked", sight.checked(view.node));
        self.flag("clickable", node.is(Flags::CLICKABLE));
        self.flag("enabled", enabled);
        self.flag("focusable", node.is(Flags::FOCUSABLE));
        self.flag("focused", sight.focused(view.node));
        self.flag("scrollable", self.phone.can_scroll(view.place, view.node));
        self.flag("long-clickable", node.is(Flags::LONG_CLICKABLE));
        self.flag("password", node.is(Flags::PASSWORD));
        self.flag("selected", sight.selected(view.node));
        let (left, top, right, bottom) = view.bounds.tuple();
        let _ = write!(self.out, " bounds=\"[{left},{top}][{right},{bottom}]\"");
    }

    /// Whether nothing inside a clickable view tells what it is.
    fn is_unfriendly(&self, view: &Seen, node: &Node, later: &[Seen]) -> bool {
        let told = |inner: &Seen| {
            self.phone.sight(inner.place).is_some_and(|sight| {
                !sight.shown_text(inner.node).is_empty() || !sight.desc(inner.node).is_empty()
            })
        };
        !NEVER_UNFRIENDLY
            .iter()
            .any(|class| node.class.ends_with(class))
            && !later
                .iter()
                .take_while(|inner| inner.depth > view.depth)
                .any(told)
    }

    /// Only views that matter for accessibility, with depths and indexes as if the others were not there.
    fn important(&self, seen: Vec<Seen>) -> Vec<Seen> {
        let mut kept: Vec<Seen> = Vec::new();
        // Of each open ancestor: its real depth, whether it was kept, and how many children it has by now.
        let mut open: Vec<(u16, bool, u32)> = Vec::new();
        for view in seen {
            while open.last().is_some_and(|(depth, ..)| *depth >= view.depth) {
                open.pop();
            }
            let keep = view.depth == 0 || self.matters(&view);
            if keep {
                let depth = open.iter().filter(|(_, kept, _)| *kept).count();
                let parent = open.iter_mut().rev().find(|(_, kept, _)| *kept);
                let index = parent.map_or(0, |(_, _, children)| {
                    std::mem::replace(children, *children + 1)
                });
                kept.push(Seen {
                    // A view is at most as deep as it was before.
                    depth: u16::try_from(depth).unwrap_or(u16::MAX),
                    index,
                    ..view
                });
            }
            open.push((view.depth, keep, 0));
        }
        kept
    }

    fn matters(&self, view: &Seen) -> bool {
        let Some(sight) = self.phone.sight(view.place) else {
            return false;
        };
        let node = sight.page.node(view.node);
        node.is(Flags::CLICKABLE)
            || node.is(Flags::LONG_CLICKABLE)
            || node.is(Flags::FOCUSABLE)
            || !sight.shown_text(view.node).is_empty()
            || !sight.desc(view.node).is_empty()
    }

    fn flag(&mut self, name: &str, value: bool) {
        let _ = write!(self.out, " {name}=\"{value}\"");
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push('=');
        write_value(&mut self.out, value);
    }
}

/// A value with its quotes: double ones unless the value holds one.
fn write_value(out: &mut String, value: &str) {
    let quote = if value.contains('"') { '\'' } else { '"' };
    out.push(quote);
    for character in value.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\'' if quote == '\'' => out.push_str("&apos;"),
            '\n' | '\r' | '\t' => {
                let _ = write!(out, "&#{};", u32::from(character));
            }
            _ if is_stripped(character) => out.push('.'),
            _ if u32::from(character) > 0xffff => {
                let _ = write!(out, "&#{};", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out.push(quote);
}

/// Characters that the dumper replaces because XML does not allow or does not like them.
fn is_stripped(character: char) -> bool {
    matches!(
        u32::from(character),
        0..=0x8 | 0xb..=0xc | 0xe..=0x1f | 0x7f..=0x84 | 0x86..=0x9f | 0xfdd0..=0xfddf | 0xfffe..=0xffff
    )
}

fn type_name(kind: WindowKind) -> &'static str {
    match kind {
        WindowKind::Application | WindowKind::Dialog => "TYPE_APPLICATION",
        WindowKind::InputMethod => "TYPE_INPUT_METHOD",
        WindowKind::System => "TYPE_SYSTEM",
    }
}
