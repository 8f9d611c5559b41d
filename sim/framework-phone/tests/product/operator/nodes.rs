//! The nodes of a tree of the Operator and of a dump, in one form.

use clawperator_operator_protocol::{Node, Tree, Window};

/// Attributes that are true or false, with their bits.
const FLAGS: [(&str, u32); 10] = [
    ("checkable", 0x1),
    ("checked", 0x2),
    ("clickable", 0x4),
    ("enabled", 0x8),
    ("focusable", 0x10),
    ("focused", 0x20),
    ("scrollable", 0x40),
    ("long-clickable", 0x80),
    ("password", 0x100),
    ("selected", 0x200),
];
const INVISIBLE: u32 = 0x1000;

/// Every window and every node that is seen, one a line, topmost window first, as the Operator tells of them.
pub(super) fn of_tree(tree: &Tree) -> Vec<String> {
    let size = [tree.state.width, tree.state.height].map(|side| i32::try_from(side).unwrap());
    let mut lines = Vec::new();
    for window in &tree.windows {
        lines.push(format!(
            "window {:?} {:?} layer {}",
            window.title.as_deref().unwrap_or_default(),
            window.bounds,
            window.layer
        ));
        of_window(window, &tree.names, size, &mut lines);
    }
    lines
}

fn of_window(window: &Window, names: &[String], size: [i32; 2], lines: &mut Vec<String>) {
    let mut hidden_below = None;
    for node in &window.nodes {
        if hidden_below.is_some_and(|depth| node.depth > depth) {
            continue;
        }
        // A dump leaves out what is not seen, with all that is below it; but not the outermost node.
        hidden_below = None;
        if node.depth > 0 && node.flags.bits() & INVISIBLE != 0 {
            hidden_below = Some(node.depth);
            continue;
        }
        lines.push(of_node(node, names, size));
    }
}

fn of_node(node: &Node, names: &[String], [width, height]: [i32; 2]) -> String {
    let [left, top, right, bottom] = node.bounds;
    let bounds = [
        left.clamp(0, width),
        top.clamp(0, height),
        right.clamp(0, width),
        bottom.clamp(0, height),
    ];
    let name = |name: clawperator_operator_protocol::Name| name.of(names).unwrap_or_default();
    line(&Line {
        depth: usize::from(node.depth),
        index: &node.index.to_string(),
        class: name(node.class),
        package: name(node.package),
        id: name(node.id),
        text: node.texts.text.as_deref().unwrap_or_default(),
        description: node.texts.description.as_deref().unwrap_or_default(),
        flags: node.flags.bits() & 0x3ff,
        bounds,
    })
}

struct Line<'a> {
    depth: usize,
    index: &'a str,
    class: &'a str,
    package: &'a str,
    id: &'a str,
    text: &'a str,
    description: &'a str,
    flags: u32,
    bounds: [i32; 4],
}

fn line(line: &Line<'_>) -> String {
    format!(
        "{}{} {} {} {:?} {:?} {:?} {:#x} {:?}",
        " ".repeat(line.depth + 1),
        line.index,
        line.class,
        line.package,
        line.id,
        line.text,
        line.description,
        line.flags,
        line.bounds
    )
}

/// The same of a dump of all windows.
pub(super) fn of_dump(dump: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut depth = 0;
    for tag in dump.split('<') {
        if tag.starts_with("window ") {
            lines.push(format!(
                "window {:?} {:?} layer {}",
                attribute(tag, "title"),
                numbers(&attribute(tag, "bounds")),
                attribute(tag, "layer")
            ));
            depth = 0;
        } else if tag.starts_with("node ") {
            let flags = FLAGS
                .iter()
                .filter(|(name, _)| attribute(tag, name) == "true")
                .fold(0, |flags, (_, bit)| flags | bit);
            lines.push(line(&Line {
                depth,
                index: &attribute(tag, "index"),
                class: &attribute(tag, "class"),
                package: &attribute(tag, "package"),
                id: &attribute(tag, "resource-id"),
                text: &attribute(tag, "text"),
                description: &attribute(tag, "content-desc"),
                flags,
                bounds: numbers(&attribute(tag, "bounds")),
            }));
            depth += usize::from(!tag.trim_end().ends_with("/>"));
        } else if tag.starts_with("/node") {
            depth -= 1;
        }
    }
    lines
}

/// The value of an attribute. The writer takes single quotes around one that has double quotes in it.
fn attribute(tag: &str, name: &str) -> String {
    let (_, rest) = tag.split_once(&format!(" {name}=")).unwrap();
    let quote = rest.chars().next().unwrap();
    let value = rest[1..].split_once(quote).unwrap().0;
    unescape(value)
}

fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('&') {
        let (entity, after) = after.split_once(';').unwrap();
        text.push_str(before);
        text.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            number => char::from_u32(number[1..].parse().unwrap()).unwrap(),
        });
        rest = after;
    }
    text + rest
}

/// The four numbers of `[0,0][1080,2400]`.
fn numbers(bounds: &str) -> [i32; 4] {
    let numbers: Vec<i32> = bounds
        .split(|character: char| !character.is_ascii_digit() && character != '-')
        .filter_map(|number| number.parse().ok())
        .collect();
    numbers.try_into().unwrap()
}
