//! What a driver asks.

use crate::act::Act;
use crate::fields::{Damaged, Reader, Writer};
use crate::frame::{Kind, frame};
use crate::hold::{Hold, MOST_OF_NAME as MOST_OF_HOLDER};
use crate::notice::Listen;
use crate::picture::Picture;
use crate::recording::{Fetch, Record, read_name};

/// What a driver can ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    State,
    Look(Look),
    Act {
        /// A random number, which no act of this launch had.
        act: u64,
        /// An act that has not begun by then does not begin.
        time_ms: u32,
        /// The name under which its stream wants the phone, unless it has it already.
        holder: Option<String>,
        what: Act,
    },
    /// What became of the act of this number.
    Outcome(u64),
    /// Ends the request of this id, if that is still possible.
    Cancel(u32),
    Picture(Picture),
    /// Says when the screen may show something else than the tree of this number.
    Watch(u64),
    Hold(Hold),
    Leave,
    /// Has the Operator stop.
    End,
    /// What was heard that no tree shows.
    Listen(Listen),
    /// What is on the clipboard.
    Clip,
    /// What the Operator says of itself; nothing changes.
    About,
    /// Begins a recording.
    Record(Record),
    /// Ends the recording of this name, or whichever goes on where it is empty.
    StopRecording(String),
    /// Which recordings the phone has.
    Recordings,
    /// A part of a recording.
    Fetch(Fetch),
}

/// A look at the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// The number of the tree that the driver has, or 0.
    pub have: u64,
    /// How long without an event; 0 wants no rest.
    pub rest_ms: u16,
    /// At most so long is waited for that.
    pub wait_ms: u16,
    /// For all of it.
    pub time_ms: u16,
    /// An act that is to be over before it begins, or 0.
    pub after: u64,
    /// Also windows of other displays.
    pub all_displays: bool,
}

impl Request {
    /// The kind of its frame.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::State => Kind::State,
            Self::Look(_) => Kind::Look,
            Self::Act { .. } => Kind::Act,
            Self::Outcome(_) => Kind::Outcome,
            Self::Cancel(_) => Kind::Cancel,
            Self::Picture(_) => Kind::Picture,
            Self::Watch(_) => Kind::Watch,
            Self::Hold(_) => Kind::Hold,
            Self::Leave => Kind::Leave,
            Self::End => Kind::End,
            Self::Listen(_) => Kind::Listen,
            Self::Clip => Kind::Clip,
            Self::About => Kind::About,
            Self::Record(_) => Kind::Record,
            Self::StopRecording(_) => Kind::StopRecording,
            Self::Recordings => Kind::Recordings,
            Self::Fetch(_) => Kind::Fetch,
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
            Self::State | Self::Leave | Self::End | Self::Clip | Self::About | Self::Recordings => {
            }
            Self::Look(look) => look.write(&mut writer),
            Self::Act {
                act,
                time_ms,
                holder,
                what,
            } => {
                writer.u64(*act);
                writer.u32(*time_ms);
                writer.option(holder.as_deref(), Writer::text);
                what.write(&mut writer);
            }
            Self::Outcome(act) => writer.u64(*act),
            Self::Cancel(id) => writer.u32(*id),
            Self::Picture(picture) => picture.write(&mut writer),
            Self::Watch(number) => writer.u64(*number),
            Self::Hold(hold) => hold.write(&mut writer),
            Self::Listen(listen) => listen.write(&mut writer),
            Self::Record(record) => record.write(&mut writer),
            Self::StopRecording(name) => writer.text(name),
            Self::Fetch(fetch) => fetch.write(&mut writer),
        }
        writer.finish()
    }

    /// Reads the body of a frame of this kind.
    pub fn decode(kind: Kind, body: &[u8]) -> Result<Self, Damaged> {
        let mut reader = Reader::new(body);
        let it = &mut reader;
        let request = match kind {
            Kind::State => Self::State,
            Kind::Look => Self::Look(Look::read(it)?),
            Kind::Act => Self::Act {
                act: it.u64("act")?,
                time_ms: it.u32("time")?,
                holder: it.option("holder", |it| it.text(MOST_OF_HOLDER, "holder"))?,
                what: Act::read(it)?,
            },
            Kind::Outcome => Self::Outcome(it.u64("act")?),
            Kind::Cancel => Self::Cancel(it.u32("id")?),
            Kind::Picture => Self::Picture(Picture::read(it)?),
            Kind::Watch => Self::Watch(it.u64("number")?),
            Kind::Hold => Self::Hold(Hold::read(it)?),
            Kind::Leave => Self::Leave,
            Kind::End => Self::End,
            Kind::Listen => Self::Listen(Listen::read(it)?),
            Kind::Clip => Self::Clip,
            Kind::About => Self::About,
            Kind::Record => Self::Record(Record::read(it)?),
            Kind::StopRecording => Self::StopRecording(read_name(it)?),
            Kind::Recordings => Self::Recordings,
            Kind::Fetch => Self::Fetch(Fetch::read(it)?),
            _ => return Err(Damaged::Contradictory("kind")),
        };
        reader.end()?;
        Ok(request)
    }
}

impl Look {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            have: reader.u64("number")?,
            rest_ms: reader.u16("rest")?,
            wait_ms: reader.u16("wait")?,
            time_ms: reader.u16("time")?,
            after: reader.u64("act")?,
            all_displays: reader.bool("displays")?,
        })
    }

    fn write(self, writer: &mut Writer) {
        writer.u64(self.have);
        writer.u16(self.rest_ms);
        writer.u16(self.wait_ms);
        writer.u16(self.time_ms);
        writer.u64(self.after);
        writer.bool(self.all_displays);
    }
}
