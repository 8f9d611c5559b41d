//! What the Operator answers, and tells by itself.

use std::fmt;

use crate::act::Acted;
use crate::fields::{Damaged, Reader, Writer};
use crate::frame::{Kind, frame};
use crate::hold::{Held, Told};
use crate::notice::Heard;
use crate::picture::Pictured;
use crate::recording::{Fetched, Kept, Recorded};
use crate::state::State;
use crate::tree::Tree;

const MOST_OF_CODE: usize = 64;
const MOST_OF_MESSAGE: usize = 2_048;
const MOST_OF_CLIP: usize = 131_072;

/// What comes back for a request, and what the Operator tells by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Stated(State),
    Tree(Tree),
    /// All of the screen is as in the tree that the driver has.
    Unchanged {
        state: State,
        number: u64,
        /// Of the newest notice, or 0.
        notices: u64,
    },
    Acted(Acted),
    Pictured(Pictured),
    Watched,
    Held(Held),
    Changed(Changed),
    /// Whether all of a request was kept from being done.
    Cancelled(bool),
    Heard(Heard),
    Clipped(Clipped),
    Told(Told),
    /// A recording began or ended.
    Recorded(Recorded),
    /// The recordings that the phone has.
    Kept(Vec<Kept>),
    /// A part of a recording.
    Fetched(Fetched),
    Error(Refusal),
}

/// The screen may show something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Changed {
    /// Of the newest tree.
    pub number: u64,
    /// Events since.
    pub events: u32,
    /// Events that were dropped.
    pub dropped: u32,
    /// Of the newest notice, or 0.
    pub notices: u64,
}

/// What is on the clipboard. It cannot be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Clipped {
    /// Nothing where it is empty, or has something else than a text.
    pub text: Option<String>,
    /// Whether it has something else than a text.
    pub has_other: bool,
}

impl fmt::Debug for Clipped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let characters = self.text.as_ref().map(|text| text.chars().count());
        formatter
            .debug_struct("Clipped")
            .field("characters", &characters)
            .field("has_other", &self.has_other)
            .finish()
    }
}

/// A request that has no better answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub code: String,
    pub message: String,
}

impl Answer {
    /// The kind of its frame.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Stated(_) => Kind::Stated,
            Self::Tree(_) => Kind::Tree,
            Self::Unchanged { .. } => Kind::Unchanged,
            Self::Acted(_) => Kind::Acted,
            Self::Pictured(_) => Kind::Pictured,
            Self::Watched => Kind::Watched,
            Self::Held(_) => Kind::Held,
            Self::Changed(_) => Kind::Changed,
            Self::Cancelled(_) => Kind::Cancelled,
            Self::Heard(_) => Kind::Heard,
            Self::Clipped(_) => Kind::Clipped,
            Self::Told(_) => Kind::Told,
            Self::Recorded(_) => Kind::Recorded,
            Self::Kept(_) => Kind::Kept,
            Self::Fetched(_) => Kind::Fetched,
            Self::Error(_) => Kind::Error,
        }
    }

    /// Its whole frame, under the id of a request.
    #[must_use]
    pub fn frame(&self, id: u32) -> Vec<u8> {
        frame(self.kind(), id, &self.encode())
    }

    /// The body of its frame.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        match self {
            Self::Stated(state) => state.write(&mut writer),
            Self::Tree(tree) => tree.write(&mut writer),
            Self::Unchanged {
                state,
                number,
                notices,
            } => {
                state.write(&mut writer);
                writer.u64(*number);
                writer.u64(*notices);
            }
            Self::Acted(acted) => acted.write(&mut writer),
            Self::Pictured(pictured) => pictured.write(&mut writer),
            Self::Watched => {}
            Self::Held(held) => held.write(&mut writer),
            Self::Changed(changed) => {
                writer.u64(changed.number);
                writer.u32(changed.events);
                writer.u32(changed.dropped);
                writer.u64(changed.notices);
            }
            Self::Cancelled(in_time) => writer.bool(*in_time),
            Self::Heard(heard) => heard.write(&mut writer),
            Self::Clipped(clipped) => {
                writer.option(clipped.text.as_deref(), Writer::text);
                writer.bool(clipped.has_other);
            }
            Self::Told(told) => told.write(&mut writer),
            Self::Recorded(recorded) => recorded.write(&mut writer),
            Self::Kept(kept) => Kept::write_all(kept, &mut writer),
            Self::Fetched(fetched) => fetched.write(&mut writer),
            Self::Error(refusal) => {
                writer.text(&refusal.code);
                writer.text(&refusal.message);
            }
        }
        writer.finish()
    }

    /// Reads the body of a frame of this kind.
    pub fn decode(kind: Kind, body: &[u8]) -> Result<Self, Damaged> {
        let mut reader = Reader::new(body);
        let it = &mut reader;
        let answer = match kind {
            Kind::Stated => Self::Stated(State::read(it)?),
            Kind::Tree => Self::Tree(Tree::read(it)?),
            Kind::Unchanged => Self::Unchanged {
                state: State::read(it)?,
                number: it.u64("number")?,
                notices: it.u64("number of a notice")?,
            },
            Kind::Acted => Self::Acted(Acted::read(it)?),
            Kind::Pictured => Self::Pictured(Pictured::read(it)?),
            Kind::Watched => Self::Watched,
            Kind::Held => Self::Held(Held::read(it)?),
            Kind::Changed => Self::Changed(Changed {
                number: it.u64("number")?,
                events: it.u32("events")?,
                dropped: it.u32("dropped")?,
                notices: it.u64("number of a notice")?,
            }),
            Kind::Cancelled => Self::Cancelled(it.bool("in time")?),
            Kind::Heard => Self::Heard(Heard::read(it)?),
            Kind::Clipped => Self::Clipped(Clipped {
                text: it.option("text", |it| it.text(MOST_OF_CLIP, "text"))?,
                has_other: it.bool("something else")?,
            }),
            Kind::Told => Self::Told(Told::read(it)?),
            Kind::Recorded => Self::Recorded(Recorded::read(it)?),
            Kind::Kept => Self::Kept(Kept::read_all(it)?),
            Kind::Fetched => Self::Fetched(Fetched::read(it)?),
            Kind::Error => Self::Error(Refusal {
                code: it.text(MOST_OF_CODE, "code")?,
                message: it.text(MOST_OF_MESSAGE, "message")?,
            }),
            _ => return Err(Damaged::Contradictory("kind")),
        };
        reader.end()?;
        Ok(answer)
    }
}
