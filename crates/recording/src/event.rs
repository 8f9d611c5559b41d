//! What a recording tells of.

use crate::line::{Line, NodeLine, is_package};

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Since the recording began, in milliseconds.
    pub ms: u64,
    pub by: By,
    pub package: Option<String>,
    /// The title of its window.
    pub window: Option<String>,
    pub what: What,
    /// What it happened to, where that was found.
    pub node: Option<Node>,
}

/// Whose doing it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    Person,
    /// An act of ours was under way, or had just ended.
    Operator,
    /// Shortly after an act of ours, or not said.
    Unknown,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    Click,
    LongClick,
    /// A field says something else.
    Text {
        /// How many characters it has now.
        length: u64,
        is_password: bool,
        /// What it says, where that was asked for.
        typed: Option<String>,
    },
    /// Across, down, first row and last row; -1 for what the app does not tell.
    Scroll([i64; 4]),
    /// Another window or page came to the front.
    Window {
        class: Option<String>,
    },
    Toast,
    /// For a while nothing was heard.
    Gap,
    /// So many events found no room.
    Dropped(u64),
}

/// A node as it was when something happened to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Node {
    pub labels: Labels,
    /// Whether it was found as it was before, and not as it became.
    pub is_from_before: bool,
    pub is_editable: bool,
    pub is_password: bool,
    /// Whether it was checked, where it can be.
    pub checked: Option<bool>,
    /// Left, top, right, bottom.
    pub bounds: Option<[i32; 4]>,
    /// Those in it that are called something.
    pub inside: Vec<Labels>,
    /// From its parent up.
    pub above: Vec<Labels>,
}

/// What a node is called, and how many nodes of that screen are called the same; nothing where nobody counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Labels {
    pub class: Option<String>,
    pub id: Option<String>,
    pub same_id: Option<u64>,
    pub text: Option<String>,
    pub same_text: Option<u64>,
    pub description: Option<String>,
    pub same_description: Option<u64>,
}

impl Event {
    /// The event of a line; nothing where the line is none.
    pub(crate) fn of(line: Line) -> Option<Self> {
        let what = match line.kind.as_str() {
            "click" => What::Click,
            "long_click" => What::LongClick,
            "text" => What::Text {
                length: line.length,
                is_password: line.password,
                // Whatever a file says: a password is never more than its length.
                typed: line.typed.filter(|_| !line.password),
            },
            "scroll" => What::Scroll(line.scroll.unwrap_or([-1; 4])),
            "window" => What::Window { class: line.class },
            "toast" => What::Toast,
            "gap" => What::Gap,
            "dropped" => What::Dropped(line.count),
            _ => return None,
        };
        let is_from_before = line.seen.as_deref() == Some("before");
        let (inside, above) = (line.inside, line.above);
        let node = line.node.map(|node| Node {
            is_from_before,
            is_editable: node.editable,
            is_password: node.password,
            checked: node.checked,
            bounds: node.bounds,
            labels: Labels::of(node),
            inside: inside.into_iter().map(Labels::of).collect(),
            above: above.into_iter().map(Labels::of).collect(),
        });
        Some(Self {
            ms: line.ms,
            by: match line.by.as_deref() {
                Some("person") => By::Person,
                Some("operator") => By::Operator,
                _ => By::Unknown,
            },
            package: line.package.filter(|id| is_package(id)),
            window: line.window,
            what,
            node,
        })
    }
}

impl Labels {
    fn of(line: NodeLine) -> Self {
        let counted = |count: i64| u64::try_from(count).ok();
        // What stands in a field was typed: it is no label, whatever a file says.
        let is_label = !line.editable && !line.password;
        Self {
            class: line.class,
            id: line.id,
            same_id: counted(line.same_id),
            text: line.text.filter(|_| is_label),
            same_text: counted(line.same_text),
            description: line.description,
            same_description: counted(line.same_description),
        }
    }
}
