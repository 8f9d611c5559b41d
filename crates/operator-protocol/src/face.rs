//! What lies at a point, in sixteen bytes: by these the Operator knows that a touch meets what was judged.
//!
//! A face has everything by which a person, or a policy, would tell two things at a point apart, and nothing that changes
//! by itself while they stay the same. It has no bounds: a button that slides along under the finger is still that button.

use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::fields::{Damaged, Reader, Writer, numbered};
use crate::tree::{Name, Node, NodeFlags, Texts, Tree, Window};

const FACE_BYTES: usize = 16;

/// Behind each comes one window, one node at the point, or one node of what is judged with it.
const WINDOW: u8 = b'W';
const NODE: u8 = b'N';
const PART: u8 = b'P';

/// Flags that are compared for a glance.
const PLAIN_FLAGS: u32 = 0x1cc;
/// Flags that are compared for a close look: all but those of focus, scrolling, headings and what was cut.
const CLOSE_FLAGS: u32 = 0x1_4b8f;

numbered! {
    /// How closely it is looked at what lies at a point.
    pub enum Closeness ("closeness") {
        /// Which nodes there are, and what they take.
        Glance = 0,
        /// Also what they say, and what is said in those that are no larger than half of their window.
        Close = 1,
    }
}

/// What lies at a point of a tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Face(pub [u8; FACE_BYTES]);

/// A point that is about to be touched, and what has to lie there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    pub x: i32,
    pub y: i32,
    pub closeness: Closeness,
    pub face: Face,
}

impl fmt::Debug for Face {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0 {
            write!(formatter, "{byte:02x}")?;
        }
        Ok(())
    }
}

impl Spot {
    /// A point of a tree, with what lies there.
    #[must_use]
    pub fn of(tree: &Tree, (x, y): (i32, i32), closeness: Closeness) -> Self {
        Self {
            x,
            y,
            closeness,
            face: tree.face_at((x, y), closeness),
        }
    }

    /// Whether the same lies there in this tree.
    #[must_use]
    pub fn is_met_in(&self, tree: &Tree) -> bool {
        tree.face_at((self.x, self.y), self.closeness) == self.face
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            x: reader.i32("x")?,
            y: reader.i32("y")?,
            closeness: Closeness::read(reader)?,
            face: Face(reader.array("face")?),
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.i32(self.x);
        writer.i32(self.y);
        self.closeness.write(writer);
        writer.bytes(&self.face.0);
    }
}

impl Tree {
    /// What lies at a point.
    #[must_use]
    pub fn face_at(&self, point: (i32, i32), closeness: Closeness) -> Face {
        face_at(&self.names, &self.windows, point, closeness)
    }
}

/// What lies at a point of these windows, the topmost first.
#[must_use]
pub fn face_at(
    names: &[String],
    windows: &[Window],
    point: (i32, i32),
    closeness: Closeness,
) -> Face {
    let mut face = Sha256::new();
    for window in windows {
        if contains(window.bounds, point) {
            let mut writer = Writer::default();
            writer.u8(WINDOW);
            writer.i32(window.id);
            window.kind.write(&mut writer);
            window.content.write(&mut writer);
            write_nodes(names, window, point, closeness, &mut writer);
            face.update(writer.finish());
        }
    }
    let mut first = [0; FACE_BYTES];
    for (byte, of_hash) in first.iter_mut().zip(face.finalize()) {
        *byte = of_hash;
    }
    Face(first)
}

fn write_nodes(
    names: &[String],
    window: &Window,
    point: (i32, i32),
    closeness: Closeness,
    writer: &mut Writer,
) {
    let small = area(window.bounds) / 2;
    // The depth of a node that is judged with all that is in it, while its descendants come.
    let mut within = None;
    for node in &window.nodes {
        within = within.filter(|depth| node.depth > *depth);
        if node.flags.contains(NodeFlags::HIDDEN) {
            continue;
        }
        if contains(node.bounds, point) {
            writer.u8(NODE);
            writer.u8(node.depth);
            writer.u64(node.identity);
            write_looks(names, node, &node.texts, closeness, writer);
            if closeness == Closeness::Close && within.is_none() && area(node.bounds) <= small {
                within = Some(node.depth);
            }
        } else if within.is_some() {
            writer.u8(PART);
            // The state of something else, such as a ring that turns, changes while the button beside it stays the same.
            let texts = Texts {
                state: None,
                ..node.texts.clone()
            };
            write_looks(names, node, &texts, closeness, writer);
        }
    }
}

fn write_looks(
    names: &[String],
    node: &Node,
    texts: &Texts,
    closeness: Closeness,
    writer: &mut Writer,
) {
    if closeness == Closeness::Glance {
        return writer.u32(node.flags.bits() & PLAIN_FLAGS);
    }
    writer.u16(node.drawing_order);
    writer.u32(node.flags.bits() & CLOSE_FLAGS);
    for name in [node.class, node.package, node.id] {
        writer.option(Name::of(name, names), Writer::text);
    }
    texts.write(writer);
}

const fn contains([left, top, right, bottom]: [i32; 4], (x, y): (i32, i32)) -> bool {
    left <= x && x < right && top <= y && y < bottom
}

/// In pixels; 0 for what has none.
fn area([left, top, right, bottom]: [i32; 4]) -> i64 {
    let side = |from: i32, to: i32| (i64::from(to) - i64::from(from)).max(0);
    side(left, right).saturating_mul(side(top, bottom))
}
