//! The hierarchy as XML: what `snapshot_ui` answers.

use std::fmt::Write;

use clawperator_contract::Window;

use crate::flags::Flags;
use crate::node::Node;
use crate::tree::Tree;

const INDENT: &str = "  ";

/// How many bytes an element takes as a rule.
const USUAL_ELEMENT: usize = 420;

impl Tree {
    /// The nodes of the windows in scope as XML, a line each, with the platform's attributes in the platform's order.
    ///
    /// Nodes that cannot be seen are there too, with `visible-to-user="false"` at the end.
    #[must_use]
    pub fn to_xml(&self, scope: Window) -> String {
        let windows = self.windows_in(scope);
        let rotation = self
            .windows()
            .iter()
            .find_map(|window| window.rotation)
            // Upright, as the platform writes it.
            .unwrap_or_default();
        let mut xml = String::with_capacity(self.nodes.len() * USUAL_ELEMENT);
        // Writing to a string never fails.
        let _ = writeln!(xml, "<hierarchy rotation=\"{rotation}\">");
        // The ends of the elements that are open.
        let mut open: Vec<u32> = Vec::new();
        for node in self.nodes() {
            while open.last().is_some_and(|end| *end <= node.id().0) {
                open.pop();
                push_end(&mut xml, open.len());
            }
            if !node.is_in(&windows) {
                continue;
            }
            push_start(&mut xml, node, open.len());
            if node.descendants().next().is_some() {
                xml.push_str(">\n");
                open.push(node.end());
            } else {
                xml.push_str(" />\n");
            }
        }
        while open.pop().is_some() {
            push_end(&mut xml, open.len());
        }
        xml.push_str("</hierarchy>\n");
        xml
    }
}

fn push_start(xml: &mut String, node: Node<'_>, depth: usize) {
    push_indent(xml, depth);
    xml.push_str("<node");
    let _ = write!(xml, " index=\"{}\"", node.index_in_parent());
    push_attribute(xml, "text", &node.masked_text());
    push_attribute(xml, "resource-id", node.resource_id());
    push_attribute(xml, "class", node.class());
    push_attribute(xml, "package", node.package());
    push_attribute(xml, "content-desc", node.open_desc());
    for (name, flag) in [
        (" checkable=", Flags::CHECKABLE),
        (" checked=", Flags::CHECKED),
        (" clickable=", Flags::CLICKABLE),
        (" enabled=", Flags::ENABLED),
        (" focusable=", Flags::FOCUSABLE),
        (" focused=", Flags::FOCUSED),
        (" scrollable=", Flags::SCROLLABLE),
        (" long-clickable=", Flags::LONG_CLICKABLE),
        (" password=", Flags::PASSWORD),
        (" selected=", Flags::SELECTED),
    ] {
        xml.push_str(name);
        xml.push_str(if node.flags().has(flag) {
            "\"true\""
        } else {
            "\"false\""
        });
    }
    let _ = write!(xml, " bounds=\"{}\"", node.bounds());
    if !node.open_hint().is_empty() {
        push_attribute(xml, "hint", node.open_hint());
    }
    if node.visible_bounds().is_none() {
        push_attribute(xml, "visible-to-user", "false");
    }
}

fn push_end(xml: &mut String, depth: usize) {
    push_indent(xml, depth);
    xml.push_str("</node>\n");
}

fn push_indent(xml: &mut String, depth: usize) {
    for _ in 0..=depth {
        xml.push_str(INDENT);
    }
}

fn push_attribute(xml: &mut String, name: &str, value: &str) {
    xml.push(' ');
    xml.push_str(name);
    xml.push_str("=\"");
    let mut rest = value;
    // All of them are of one byte, so that the cut is between characters.
    while let Some((at, reference)) = rest
        .bytes()
        .enumerate()
        .find_map(|(at, byte)| Some((at, reference(byte)?)))
    {
        let (plain, from_there) = rest.split_at(at);
        xml.push_str(plain);
        xml.push_str(reference);
        rest = from_there.split_at(1).1;
    }
    xml.push_str(rest);
    xml.push('"');
}

/// What stands for a character that an attribute cannot hold.
const fn reference(byte: u8) -> Option<&'static str> {
    Some(match byte {
        b'&' => "&amp;",
        b'<' => "&lt;",
        b'>' => "&gt;",
        b'"' => "&quot;",
        b'\n' => "&#10;",
        b'\r' => "&#13;",
        b'\t' => "&#9;",
        _ => return None,
    })
}
