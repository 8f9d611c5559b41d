//! What is on the screen.

use crate::fields::{Damaged, Reader, Writer, numbered, unknown};
use crate::state::State;

const MOST_NAMES: usize = 16_384;
const MOST_OF_NAME: usize = 1_024;
const MOST_WINDOWS: usize = 64;
const MOST_OF_TITLE: usize = 1_024;
const MOST_NODES: usize = 20_000;
const MOST_OF_TEXT: usize = 131_072;
/// All flags of a node that stand for something.
const KNOWN_FLAGS: u32 = 0x3_ffff;
/// All flags of a window that do.
const KNOWN_WINDOW_FLAGS: u8 = 7;

numbered! {
    /// Whether the screen came to rest.
    pub enum Rest ("rest") {
        /// Nobody asked.
        NotAsked = 0,
        Came = 1,
        /// Not in time.
        DidNotCome = 2,
    }
}

numbered! {
    /// Whose it is.
    pub enum WindowKind ("kind of a window") {
        Other = 0,
        Application = 1,
        Keyboard = 2,
        System = 3,
        Overlay = 4,
        Divider = 5,
        Magnifier = 6,
    }
}

numbered! {
    /// How much of a window was told.
    pub enum Content ("content") {
        Whole = 0,
        /// A child that was counted did not come.
        Incomplete = 1,
        /// Its app did not answer.
        Unresponsive = 2,
        /// It has pixels and no nodes, such as a game.
        Opaque = 3,
        None = 4,
    }
}

/// All windows at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    pub state: State,
    /// Larger than that of every tree of this launch before.
    pub number: u64,
    pub rest: Rest,
    /// Events that were dropped since the last tree.
    pub dropped: u32,
    /// Of the newest notice, or 0.
    pub notices: u64,
    /// Classes, packages and ids, each once.
    pub names: Vec<String>,
    /// The topmost first.
    pub windows: Vec<Window>,
}

/// What one app or the system has drawn, and its nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    pub id: i32,
    pub kind: WindowKind,
    pub flags: WindowFlags,
    pub layer: i32,
    pub display: i32,
    /// Left, top, right, bottom.
    pub bounds: [i32; 4],
    pub title: Option<String>,
    pub content: Content,
    /// In document order.
    pub nodes: Vec<Node>,
}

/// What is true of a window: 1 active, 2 focused, 4 picture in picture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WindowFlags(u8);

/// What is true of a node, in the bits of the document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NodeFlags(u32);

/// One of the names of a tree, or none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Name(Option<u16>);

/// What the toolkit tells of one view, or of one part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Below its window, from 0.
    pub depth: u8,
    /// Its place among all children of its parent, those that are not shown included.
    pub index: u16,
    /// When it is drawn among them, from 1; 0 where that is not known.
    pub drawing_order: u16,
    /// What the toolkit calls it.
    pub identity: u64,
    pub flags: NodeFlags,
    /// Left, top, right, bottom.
    pub bounds: [i32; 4],
    pub class: Name,
    pub package: Name,
    pub id: Name,
    /// Bits of `AccessibilityNodeInfo.getActions`.
    pub actions: u32,
    pub texts: Texts,
}

/// The texts of a node; of most nodes none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    pub text: Option<String>,
    pub description: Option<String>,
    pub hint: Option<String>,
    pub state: Option<String>,
    pub tooltip: Option<String>,
    pub pane_title: Option<String>,
    pub error: Option<String>,
}

impl WindowFlags {
    pub const ACTIVE: Self = Self(1);
    pub const FOCUSED: Self = Self(2);

    /// Whether it has all of these.
    #[must_use]
    pub const fn contains(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// These bits, if each stands for something.
    #[must_use]
    pub const fn new(bits: u8) -> Option<Self> {
        if bits & !KNOWN_WINDOW_FLAGS == 0 {
            Some(Self(bits))
        } else {
            None
        }
    }

    /// As the wire has them.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }
}

impl NodeFlags {
    pub const CHECKABLE: Self = Self(0x1);
    pub const CHECKED: Self = Self(0x2);
    pub const CLICKABLE: Self = Self(0x4);
    pub const ENABLED: Self = Self(0x8);
    pub const FOCUSABLE: Self = Self(0x10);
    pub const FOCUSED: Self = Self(0x20);
    pub const SCROLLABLE: Self = Self(0x40);
    pub const LONG_CLICKABLE: Self = Self(0x80);
    pub const PASSWORD: Self = Self(0x100);
    pub const SELECTED: Self = Self(0x200);
    pub const HEADING: Self = Self(0x400);
    pub const SHOWS_HINT: Self = Self(0x800);
    /// Not visible to the user.
    pub const HIDDEN: Self = Self(0x1000);
    /// Children are missing.
    pub const CUT: Self = Self(0x2000);

    /// Whether it has all of these.
    #[must_use]
    pub const fn contains(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// These bits, if each stands for something.
    #[must_use]
    pub const fn new(bits: u32) -> Option<Self> {
        if bits & !KNOWN_FLAGS == 0 {
            Some(Self(bits))
        } else {
            None
        }
    }

    /// As the wire has them.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }
}

impl Name {
    /// No name.
    pub const NONE: Self = Self(None);

    /// The name at this place of a tree's names.
    #[must_use]
    pub const fn at(place: u16) -> Self {
        Self(Some(place))
    }

    /// The name itself.
    #[must_use]
    pub fn of(self, names: &[String]) -> Option<&str> {
        names.get(usize::from(self.0?)).map(String::as_str)
    }

    fn read(reader: &mut Reader<'_>, names: &[String]) -> Result<Self, Damaged> {
        let number = reader.u16("name")?;
        let name = Self(number.checked_sub(1));
        if number > 0 && name.of(names).is_none() {
            return Err(unknown("name", number));
        }
        Ok(name)
    }

    fn write(self, writer: &mut Writer) {
        writer.u16(self.0.map_or(0, |place| place.saturating_add(1)));
    }
}

impl Tree {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        let state = State::read(reader)?;
        let number = reader.u64("number")?;
        let rest = Rest::read(reader)?;
        let dropped = reader.u32("dropped")?;
        let notices = reader.u64("number of a notice")?;
        let names = reader.list(MOST_NAMES, "names", |it| it.text(MOST_OF_NAME, "names"))?;
        let mut left = MOST_NODES;
        let windows = reader.list(MOST_WINDOWS, "windows", |it| {
            let window = Window::read(it, &names, left)?;
            left -= window.nodes.len();
            Ok(window)
        })?;
        Ok(Self {
            state,
            number,
            rest,
            dropped,
            notices,
            names,
            windows,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        self.state.write(writer);
        writer.u64(self.number);
        self.rest.write(writer);
        writer.u32(self.dropped);
        writer.u64(self.notices);
        writer.list(&self.names, |writer, name| writer.text(name));
        writer.list(&self.windows, |writer, window| window.write(writer));
    }
}

impl Window {
    fn read(reader: &mut Reader<'_>, names: &[String], most: usize) -> Result<Self, Damaged> {
        let id = reader.i32("id of a window")?;
        let kind = WindowKind::read(reader)?;
        let flags = reader.u8("flags of a window")?;
        let flags = WindowFlags::new(flags).ok_or(unknown("flags of a window", flags))?;
        let layer = reader.i32("layer")?;
        let display = reader.i32("display of a window")?;
        let bounds = bounds(reader)?;
        let title = reader.option("title", |it| it.text(MOST_OF_TITLE, "title"))?;
        let content = Content::read(reader)?;
        // A first node has the depth 0, and each other one at most one more than that before it.
        let mut deepest = 0;
        let nodes = reader.list(most, "nodes", |it| {
            let node = Node::read(it, names)?;
            if node.depth > deepest {
                return Err(Damaged::Contradictory("depth"));
            }
            deepest = node.depth.saturating_add(1);
            Ok(node)
        })?;
        Ok(Self {
            id,
            kind,
            flags,
            layer,
            display,
            bounds,
            title,
            content,
            nodes,
        })
    }

    fn write(&self, writer: &mut Writer) {
        writer.i32(self.id);
        self.kind.write(writer);
        writer.u8(self.flags.0);
        writer.i32(self.layer);
        writer.i32(self.display);
        write_bounds(writer, self.bounds);
        writer.option(self.title.as_deref(), Writer::text);
        self.content.write(writer);
        writer.list(&self.nodes, |writer, node| node.write(writer));
    }
}

impl Node {
    fn read(reader: &mut Reader<'_>, names: &[String]) -> Result<Self, Damaged> {
        let depth = reader.u8("depth")?;
        let index = reader.u16("index")?;
        let drawing_order = reader.u16("drawing order")?;
        let identity = reader.u64("identity")?;
        let flags = reader.u32("flags")?;
        let flags = NodeFlags::new(flags).ok_or(unknown("flags", flags))?;
        let bounds = bounds(reader)?;
        Ok(Self {
            depth,
            index,
            drawing_order,
            identity,
            flags,
            bounds,
            class: Name::read(reader, names)?,
            package: Name::read(reader, names)?,
            id: Name::read(reader, names)?,
            actions: reader.u32("actions")?,
            texts: Texts::read(reader)?,
        })
    }

    fn write(&self, writer: &mut Writer) {
        writer.u8(self.depth);
        writer.u16(self.index);
        writer.u16(self.drawing_order);
        writer.u64(self.identity);
        writer.u32(self.flags.0);
        write_bounds(writer, self.bounds);
        self.class.write(writer);
        self.package.write(writer);
        self.id.write(writer);
        writer.u32(self.actions);
        self.texts.write(writer);
    }
}

impl Texts {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        let which = reader.u8("which texts")?;
        if which & 0x80 != 0 {
            return Err(unknown("which texts", which));
        }
        let mut next = |bit: u8, what| {
            let is_there = which & bit != 0;
            is_there
                .then(|| reader.text(MOST_OF_TEXT, what))
                .transpose()
        };
        Ok(Self {
            text: next(1, "text")?,
            description: next(2, "description")?,
            hint: next(4, "hint")?,
            state: next(8, "state of a node")?,
            tooltip: next(16, "tooltip")?,
            pane_title: next(32, "pane title")?,
            error: next(64, "error of a node")?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        let texts = self.all();
        let mut which = 0;
        for (place, text) in texts.iter().enumerate() {
            which |= u8::from(text.is_some()) << place;
        }
        writer.u8(which);
        for text in texts.into_iter().flatten() {
            writer.text(text);
        }
    }

    /// In the order of the document.
    fn all(&self) -> [Option<&str>; 7] {
        [
            &self.text,
            &self.description,
            &self.hint,
            &self.state,
            &self.tooltip,
            &self.pane_title,
            &self.error,
        ]
        .map(Option::as_deref)
    }
}

fn bounds(reader: &mut Reader<'_>) -> Result<[i32; 4], Damaged> {
    Ok([
        reader.i32("left")?,
        reader.i32("top")?,
        reader.i32("right")?,
        reader.i32("bottom")?,
    ])
}

fn write_bounds(writer: &mut Writer, bounds: [i32; 4]) {
    for edge in bounds {
        writer.i32(edge);
    }
}
