//! Acts, and what became of them.

use std::fmt;

use crate::face::Spot;
use crate::fields::{Damaged, Reader, Writer, numbered, unknown};

const MOST_FINGERS: usize = 10;
const MOST_POINTS: usize = 500;
const MOST_SPOTS: usize = 20;
const MOST_OF_TEXT: usize = 40_000;
const MOST_OF_CODE: usize = 64;
const MOST_OF_MESSAGE: usize = 2_048;

numbered! {
    /// How a text comes into a field.
    pub enum Way ("way") {
        /// The Operator chooses.
        Any = 0,
        Set = 1,
        Keys = 2,
        Paste = 3,
    }
}

numbered! {
    /// What became of an act.
    pub enum Outcome ("outcome") {
        Done = 0,
        /// It did not begin, and does not.
        NotBegun = 1,
        /// The phone says that it was not done.
        Refused = 2,
        InPart = 3,
        Unknown = 4,
        UnderWay = 5,
        /// No act of this number came in this launch.
        NeverHeardOf = 6,
    }
}

/// One thing that is done to the phone. What is typed cannot be printed.
#[derive(Clone, PartialEq, Eq)]
pub enum Act {
    Touch {
        fingers: Vec<Finger>,
        /// Where something has to lie, or it is not begun.
        spots: Vec<Spot>,
    },
    Key {
        /// Android's number of the key.
        code: u32,
        meta: u32,
        held_ms: u32,
    },
    Text {
        way: Way,
        /// The window of the field: each app counts its identities for itself.
        window: i32,
        /// The field, or 0 for the one that has the focus.
        identity: u64,
        /// Characters to take away before, from the end.
        erase: u32,
        text: String,
    },
    NodeAction {
        window: i32,
        identity: u64,
        action: u32,
    },
    Wake,
    DismissLock,
    TryInput,
    /// Puts a text on the clipboard, or takes away what is there.
    Clip {
        text: Option<String>,
        /// No app shows it.
        is_sensitive: bool,
    },
}

/// The way of one finger: it goes down at its first point and comes up at its last. It has one point at least.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finger(Vec<TouchPoint>);

/// Where a finger is, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TouchPoint {
    pub x: i32,
    pub y: i32,
    /// Since the touch began.
    pub at_ms: u32,
}

/// What became of an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acted {
    /// Its number.
    pub act: u64,
    pub outcome: Outcome,
    /// The way of a text that was used.
    pub way: Way,
    /// Empty if it was done.
    pub code: String,
    /// Nothing of what was typed.
    pub message: String,
    /// Of the newest notice when it began; 0 where none was or it did not.
    pub notices: u64,
}

impl Finger {
    /// A finger that is at these points one after another; none without a point, beyond 500, or back in time.
    #[must_use]
    pub fn new(points: Vec<TouchPoint>) -> Option<Self> {
        let is_in_order = points.is_sorted_by_key(|point| point.at_ms);
        let is_one = (1..=MOST_POINTS).contains(&points.len()) && is_in_order;
        is_one.then_some(Self(points))
    }

    /// Where it is.
    #[must_use]
    pub fn points(&self) -> &[TouchPoint] {
        &self.0
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        let points = reader.list(MOST_POINTS, "points", |it| {
            Ok(TouchPoint {
                x: it.i32("x")?,
                y: it.i32("y")?,
                at_ms: it.u32("milliseconds")?,
            })
        })?;
        Self::new(points).ok_or(Damaged::Contradictory("points"))
    }

    fn write(&self, writer: &mut Writer) {
        writer.list(&self.0, |writer, point| {
            writer.i32(point.x);
            writer.i32(point.y);
            writer.u32(point.at_ms);
        });
    }
}

impl Act {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(match reader.u8("what")? {
            1 => {
                let fingers = reader.list(MOST_FINGERS, "fingers", Finger::read)?;
                if fingers.is_empty() {
                    return Err(Damaged::Contradictory("fingers"));
                }
                let spots = reader.list(MOST_SPOTS, "spots", Spot::read)?;
                Self::Touch { fingers, spots }
            }
            2 => Self::Key {
                code: reader.u32("key code")?,
                meta: reader.u32("meta state")?,
                held_ms: reader.u32("held")?,
            },
            3 => Self::Text {
                way: Way::read(reader)?,
                window: reader.i32("window")?,
                identity: reader.u64("identity")?,
                erase: reader.u32("characters")?,
                text: reader.text(MOST_OF_TEXT, "text")?,
            },
            4 => Self::NodeAction {
                window: reader.i32("window")?,
                identity: reader.u64("identity")?,
                action: reader.u32("action")?,
            },
            5 => Self::Wake,
            6 => Self::DismissLock,
            7 => Self::TryInput,
            8 => Self::Clip {
                text: reader.option("text", |it| it.text(MOST_OF_TEXT, "text"))?,
                is_sensitive: reader.bool("sensitive")?,
            },
            what => return Err(unknown("what", what)),
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        match self {
            Self::Touch { fingers, spots } => {
                writer.u8(1);
                writer.list(fingers, |writer, finger| finger.write(writer));
                writer.list(spots, |writer, spot| spot.write(writer));
            }
            Self::Key {
                code,
                meta,
                held_ms,
            } => {
                writer.u8(2);
                writer.u32(*code);
                writer.u32(*meta);
                writer.u32(*held_ms);
            }
            Self::Text {
                way,
                window,
                identity,
                erase,
                text,
            } => {
                writer.u8(3);
                way.write(writer);
                writer.i32(*window);
                writer.u64(*identity);
                writer.u32(*erase);
                writer.text(text);
            }
            Self::NodeAction {
                window,
                identity,
                action,
            } => {
                writer.u8(4);
                writer.i32(*window);
                writer.u64(*identity);
                writer.u32(*action);
            }
            Self::Wake => writer.u8(5),
            Self::DismissLock => writer.u8(6),
            Self::TryInput => writer.u8(7),
            Self::Clip { text, is_sensitive } => {
                writer.u8(8);
                writer.option(text.as_deref(), Writer::text);
                writer.bool(*is_sensitive);
            }
        }
    }
}

impl fmt::Debug for Act {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Touch { fingers, spots } => formatter
                .debug_struct("Touch")
                .field("fingers", fingers)
                .field("spots", spots)
                .finish(),
            Self::Key { code, .. } => formatter.debug_struct("Key").field("code", code).finish(),
            Self::Text { way, text, .. } => formatter
                .debug_struct("Text")
                .field("way", way)
                .field("characters", &text.chars().count())
                .finish(),
            Self::NodeAction {
                window,
                identity,
                action,
            } => formatter
                .debug_struct("NodeAction")
                .field("window", window)
                .field("identity", identity)
                .field("action", action)
                .finish(),
            Self::Wake => formatter.write_str("Wake"),
            Self::DismissLock => formatter.write_str("DismissLock"),
            Self::TryInput => formatter.write_str("TryInput"),
            Self::Clip { text, .. } => {
                let characters = text.as_ref().map(|text| text.chars().count());
                formatter
                    .debug_struct("Clip")
                    .field("characters", &characters)
                    .finish()
            }
        }
    }
}

impl Acted {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            act: reader.u64("act")?,
            outcome: Outcome::read(reader)?,
            way: Way::read(reader)?,
            code: reader.text(MOST_OF_CODE, "code")?,
            message: reader.text(MOST_OF_MESSAGE, "message")?,
            notices: reader.u64("number of a notice")?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.u64(self.act);
        self.outcome.write(writer);
        self.way.write(writer);
        writer.text(&self.code);
        writer.text(&self.message);
        writer.u64(self.notices);
    }
}
