//! A tree of the Operator in the words of a dump, so that one reader reads whatever a driver saw.

use std::fmt::Write as _;

use clawperator_operator_protocol::{Name, Node, NodeFlags, Tree, Window, WindowFlags, WindowKind};

/// How many bytes a node takes as a rule.
const USUAL_NODE: usize = 420;

/// What `uiautomator dump --windows` would have written, with some attributes more.
pub(crate) fn dump(tree: &Tree) -> String {
    let nodes: usize = tree.windows.iter().map(|window| window.nodes.len()).sum();
    let mut xml = String::with_capacity(nodes * USUAL_NODE + 1024);
    let screen = [
        0,
        0,
        i32::try_from(tree.state.width).unwrap_or(i32::MAX),
        i32::try_from(tree.state.height).unwrap_or(i32::MAX),
    ];
    xml.push_str("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><displays>");
    let mut display = None;
    for (place, window) in tree.windows.iter().enumerate() {
        if display != Some(window.display) {
            if display.is_some() {
                xml.push_str("</display>");
            }
            // Writing to a string never fails.
            let _ = write!(xml, "<display id=\"{}\">", window.display);
            display = Some(window.display);
        }
        push_window(&mut xml, place, window, tree, screen);
    }
    if display.is_some() {
        xml.push_str("</display>");
    }
    xml.push_str("</displays>");
    xml
}

fn push_window(xml: &mut String, place: usize, window: &Window, tree: &Tree, screen: [i32; 4]) {
    let _ = write!(xml, "<window index=\"{place}\" id=\"{}\"", window.id);
    // A dump writes an empty text for what is not there.
    push_text(xml, "title", window.title.as_deref().unwrap_or_default());
    push_bounds(xml, window.bounds);
    let _ = write!(
        xml,
        " active=\"{}\" type=\"{}\" layer=\"{}\" focused=\"{}\">",
        window.flags.contains(WindowFlags::ACTIVE),
        kind(window.kind),
        window.layer,
        window.flags.contains(WindowFlags::FOCUSED)
    );
    let _ = write!(xml, "<hierarchy rotation=\"{}\"", tree.state.rotation);
    let _ = write!(
        xml,
        " width=\"{}\" height=\"{}\">",
        tree.state.width, tree.state.height
    );
    let mut nodes = window.nodes.iter().peekable();
    let mut open = 0_usize;
    while let Some(node) = nodes.next() {
        push_node(xml, node, &tree.names, screen);
        let next = nodes.peek().map_or(0, |next| usize::from(next.depth));
        let depth = usize::from(node.depth);
        if nodes.peek().is_some() && next > depth {
            xml.push('>');
            open += 1;
            continue;
        }
        xml.push_str("/>");
        let close = if nodes.peek().is_some() {
            depth - next
        } else {
            open
        };
        for _ in 0..close {
            xml.push_str("</node>");
        }
        open -= close;
    }
    xml.push_str("</hierarchy></window>");
}

fn push_node(xml: &mut String, node: &Node, names: &[String], screen: [i32; 4]) {
    const FLAGS: [(&str, NodeFlags); 12] = [
        ("checkable", NodeFlags::CHECKABLE),
        ("checked", NodeFlags::CHECKED),
        ("clickable", NodeFlags::CLICKABLE),
        ("enabled", NodeFlags::ENABLED),
        ("focusable", NodeFlags::FOCUSABLE),
        ("focused", NodeFlags::FOCUSED),
        ("scrollable", NodeFlags::SCROLLABLE),
        ("long-clickable", NodeFlags::LONG_CLICKABLE),
        ("password", NodeFlags::PASSWORD),
        ("selected", NodeFlags::SELECTED),
        ("heading", NodeFlags::HEADING),
        ("showing-hint", NodeFlags::SHOWS_HINT),
    ];
    let texts = &node.texts;
    let name = |name: Name| name.of(names).unwrap_or("");
    let _ = write!(xml, "<node index=\"{}\"", node.index);
    // As for the title of a window.
    push_text(xml, "text", texts.text.as_deref().unwrap_or_default());
    push_text(xml, "resource-id", name(node.id));
    push_text(xml, "class", name(node.class));
    push_text(xml, "package", name(node.package));
    // And here.
    let description = texts.description.as_deref().unwrap_or_default();
    push_text(xml, "content-desc", description);
    for (name, flag) in FLAGS {
        let _ = write!(xml, " {name}=\"{}\"", node.flags.contains(flag));
    }
    if node.flags.contains(NodeFlags::HIDDEN) {
        xml.push_str(" visible-to-user=\"false\"");
    }
    push_bounds(xml, clipped(node.bounds, screen));
    let _ = write!(xml, " drawing-order=\"{}\"", node.drawing_order);
    for (name, text) in [("hint", &texts.hint), ("pane-title", &texts.pane_title)] {
        if let Some(text) = text.as_deref().filter(|text| !text.is_empty()) {
            push_text(xml, name, text);
        }
    }
}

/// What of it is on the screen, as the platform writes it: a node that is beside the screen keeps its bounds.
fn clipped(bounds: [i32; 4], screen: [i32; 4]) -> [i32; 4] {
    let [left, top, right, bottom] = bounds;
    let [screen_left, screen_top, screen_right, screen_bottom] = screen;
    let is_on_it =
        left < screen_right && screen_left < right && top < screen_bottom && screen_top < bottom;
    if !is_on_it {
        return bounds;
    }
    [
        left.max(screen_left),
        top.max(screen_top),
        right.min(screen_right),
        bottom.min(screen_bottom),
    ]
}

fn push_bounds(xml: &mut String, [left, top, right, bottom]: [i32; 4]) {
    let _ = write!(xml, " bounds=\"[{left},{top}][{right},{bottom}]\"");
}

fn push_text(xml: &mut String, name: &str, value: &str) {
    xml.push(' ');
    xml.push_str(name);
    xml.push_str("=\"");
    for character in value.chars() {
        match character {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            '\n' => xml.push_str("&#10;"),
            '\r' => xml.push_str("&#13;"),
            '\t' => xml.push_str("&#9;"),
            other => xml.push(other),
        }
    }
    xml.push('"');
}

/// As the platform writes it.
const fn kind(kind: WindowKind) -> &'static str {
    match kind {
        WindowKind::Application => "TYPE_APPLICATION",
        WindowKind::Keyboard => "TYPE_INPUT_METHOD",
        WindowKind::System => "TYPE_SYSTEM",
        WindowKind::Overlay => "TYPE_ACCESSIBILITY_OVERLAY",
        WindowKind::Divider => "TYPE_SPLIT_SCREEN_DIVIDER",
        WindowKind::Magnifier => "TYPE_MAGNIFICATION_OVERLAY",
        WindowKind::Other => "TYPE_UNKNOWN",
    }
}

#[cfg(test)]
mod tests {
    use clawperator_operator_protocol::{Content, Display, Lock, Rest, State, Texts};
    use clawperator_ui::Tree as UiTree;

    use super::*;

    fn node(depth: u8, text: &str, bounds: [i32; 4]) -> Node {
        Node {
            depth,
            index: u16::from(depth) + 4,
            drawing_order: 2,
            identity: 1,
            flags: NodeFlags::new(0xc).unwrap(),
            bounds,
            class: Name::at(0),
            package: Name::at(1),
            id: Name::NONE,
            actions: 0,
            texts: Texts {
                text: Some(text.to_owned()),
                ..Texts::default()
            },
        }
    }

    fn tree(nodes: Vec<Node>) -> Tree {
        let window = |id, kind, nodes| Window {
            id,
            kind,
            flags: WindowFlags::new(3).unwrap(),
            layer: id,
            display: 0,
            bounds: [0, 0, 100, 200],
            title: Some("A \"title\" <&>".to_owned()),
            content: Content::Whole,
            nodes,
        };
        Tree {
            state: State {
                display: Display::On,
                lock: Lock::Open,
                user: 0,
                rotation: 1,
                width: 100,
                height: 200,
                density: 420,
                package: None,
                activity: None,
                covering: None,
            },
            number: 1,
            rest: Rest::NotAsked,
            dropped: 0,
            notices: 0,
            names: vec!["android.widget.Button".to_owned(), "com.example".to_owned()],
            windows: vec![
                window(9, WindowKind::System, Vec::new()),
                window(3, WindowKind::Application, nodes),
            ],
        }
    }

    #[test]
    fn every_text_comes_through_in_its_place() {
        let texts = [
            "plain",
            "a < b & \"c\" > 'd' &amp; ]]>",
            "two\nlines\tand\r",
            "☕ \u{202e}תל\u{1f469}\u{200d}\u{1f680}",
            "",
            "</node></hierarchy>",
        ];
        let depths = [0, 1, 2, 2, 1, 0];
        let nodes = texts.iter().zip(depths);
        let nodes = nodes.map(|(text, depth)| node(depth, text, [-5, 10, 50, 400]));
        let parsed = UiTree::parse(dump(&tree(nodes.collect())).as_bytes()).unwrap();
        assert!(parsed.notes.is_empty(), "{:?}", parsed.notes);
        let read: Vec<_> = parsed.tree.nodes().collect();
        assert_eq!(read.len(), texts.len());
        for ((node, text), depth) in read.iter().zip(texts).zip(depths) {
            assert_eq!(node.text(), text);
            assert_eq!(node.ancestors().count(), usize::from(depth));
            // What is beside the screen is cut off.
            assert_eq!(node.bounds().to_string(), "[0,10][50,200]");
        }
        let windows = parsed.tree.windows();
        assert_eq!(windows.len(), 2);
        assert_eq!(windows[0].title, "A \"title\" <&>");
        assert_eq!(windows[0].roots.len(), 0);
        assert_eq!(windows[1].layer, Some(3));
        assert_eq!(windows[1].rotation, Some(1));
    }

    #[test]
    fn a_node_beside_the_screen_keeps_its_bounds() {
        assert_eq!(
            clipped([200, 0, 300, 10], [0, 0, 100, 200]),
            [200, 0, 300, 10]
        );
        assert_eq!(
            clipped([-10, -10, 300, 10], [0, 0, 100, 200]),
            [0, 0, 100, 10]
        );
    }
}
