//! Frames: what a message is, for which request, and how long it may be.

use crate::fields::{Damaged, Reader, Writer, numbered};

/// How many bytes the head of a frame has.
pub const FRAME_HEAD: usize = 12;

const MEBIBYTE: u32 = 1024 * 1024;

numbered! {
    /// What a frame has.
    pub enum Kind ("kind") {
        State = 0x01,
        Look = 0x02,
        Act = 0x03,
        Outcome = 0x04,
        Cancel = 0x05,
        Picture = 0x06,
        Watch = 0x07,
        Hold = 0x08,
        Leave = 0x09,
        End = 0x0a,
        Listen = 0x0b,
        Clip = 0x0c,
        Record = 0x0d,
        StopRecording = 0x0e,
        Recordings = 0x0f,
        Fetch = 0x10,
        About = 0x11,
        Stated = 0x81,
        Tree = 0x82,
        Unchanged = 0x83,
        Acted = 0x84,
        Pictured = 0x85,
        Watched = 0x86,
        Held = 0x87,
        Changed = 0x88,
        Cancelled = 0x89,
        Heard = 0x8a,
        Clipped = 0x8b,
        Recorded = 0x8c,
        Kept = 0x8d,
        Fetched = 0x8e,
        Told = 0x8f,
        Error = 0xff,
    }
}

/// Who sends a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum From {
    Driver,
    Operator,
}

/// What comes before the body: how long it is, and what it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameHead {
    /// How many bytes follow.
    pub length: u32,
    pub kind: Kind,
    /// Of the request; 0 for what the Operator tells by itself.
    pub id: u32,
}

/// A head that nobody who speaks this protocol sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadFrame {
    /// Nothing has this number.
    #[error("no frame is of kind {0:#04x}")]
    Kind(u8),
    /// The other side sends such frames.
    #[error("a frame of kind {:#04x} comes from the other side", .0.number())]
    Side(Kind),
    /// A byte that must be zero is not.
    #[error("a byte of the head that must be zero is not")]
    NotZero,
    /// The body is longer than one of its kind can be.
    #[error("a frame of kind {:#04x} announces {length} bytes", .kind.number())]
    Length { kind: Kind, length: u32 },
    /// A request has the id of what nobody asked for, or the other way round.
    #[error("a frame of kind {:#04x} has the id {id}", .kind.number())]
    Id { kind: Kind, id: u32 },
}

impl Kind {
    /// Who sends it.
    #[must_use]
    pub const fn from(self) -> From {
        if self.number() < 0x80 {
            From::Driver
        } else {
            From::Operator
        }
    }

    /// The most bytes of its body.
    #[must_use]
    pub const fn most(self) -> u32 {
        match self {
            Self::State
            | Self::Leave
            | Self::End
            | Self::Clip
            | Self::About
            | Self::Watched
            | Self::Recordings => 0,
            Self::Cancelled => 1,
            Self::Cancel => 4,
            Self::Outcome => 8,
            Self::Listen => 12,
            Self::Picture | Self::Watch => 16,
            Self::Changed => 24,
            Self::Look => 64,
            Self::Record | Self::StopRecording | Self::Fetch => 128,
            Self::Hold => 512,
            Self::Held | Self::Told => 1_024,
            Self::Stated | Self::Unchanged | Self::Acted | Self::Recorded | Self::Error => 4_096,
            Self::Act | Self::Heard | Self::Kept => 65_536,
            Self::Clipped => 262_144,
            Self::Fetched => MEBIBYTE + 64,
            Self::Tree => 16 * MEBIBYTE,
            Self::Pictured => 32 * MEBIBYTE,
        }
    }
}

/// A whole frame. A body that is too long for its kind is found out by whoever reads it.
pub(crate) fn frame(kind: Kind, id: u32, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).unwrap_or(u32::MAX);
    let mut frame = FrameHead { length, kind, id }.encode();
    frame.extend_from_slice(body);
    frame
}

impl FrameHead {
    /// As it goes: the head of a frame with this body.
    #[must_use]
    pub fn encode(self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.u32(self.length);
        self.kind.write(&mut writer);
        writer.bytes(&[0; 3]);
        writer.u32(self.id);
        writer.finish()
    }

    /// Reads what came from a side, before there is room for its body.
    pub fn decode(bytes: [u8; FRAME_HEAD], from: From) -> Result<Self, BadFrame> {
        let [_, _, _, _, number, ..] = bytes;
        let (head, zeros) = fields(&bytes).map_err(|_| BadFrame::Kind(number))?;
        let Self { length, kind, id } = head;
        if kind.from() != from {
            return Err(BadFrame::Side(kind));
        }
        if zeros != [0; 3] {
            return Err(BadFrame::NotZero);
        }
        if length > kind.most() {
            return Err(BadFrame::Length { kind, length });
        }
        if (id == 0) != (kind == Kind::Changed) {
            return Err(BadFrame::Id { kind, id });
        }
        Ok(head)
    }
}

/// The fields of a head; a kind that is not known is all that can be wrong with twelve bytes.
fn fields(bytes: &[u8; FRAME_HEAD]) -> Result<(FrameHead, [u8; 3]), Damaged> {
    let mut reader = Reader::new(bytes);
    let length = reader.u32("length")?;
    let kind = Kind::read(&mut reader)?;
    let zeros = reader.array("zero")?;
    let id = reader.u32("id")?;
    Ok((FrameHead { length, kind, id }, zeros))
}
