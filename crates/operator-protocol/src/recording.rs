//! Recordings of what a person does: begun, ended, listed and fetched.

use crate::fields::{Damaged, Reader, Writer};

/// The most bytes of a recording's name.
pub const MOST_OF_RECORDING_NAME: usize = 64;
const MOST_KEPT: usize = 64;

/// Wants a recording to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub name: String,
    /// Whether typed texts are written, those of passwords aside.
    pub texts: bool,
}

/// Wants a part of a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetch {
    pub name: String,
    /// The place of the first byte that is wanted.
    pub from: u64,
}

/// A recording that began or ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    pub name: String,
    /// Lines of events.
    pub lines: u32,
    /// Events that found no room, in the file or on the way to it.
    pub dropped: u32,
    /// Events that are not to be written: those of keyboards and of a locked phone.
    pub withheld: u32,
    pub bytes: u64,
}

/// A recording on the phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    pub name: String,
    pub bytes: u64,
    /// When it was last written to, in milliseconds since 1970 by the phone's clock.
    pub written_ms: u64,
    /// Whether it goes on.
    pub runs: bool,
}

/// A part of a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// How many bytes all of it has.
    pub size: u64,
    /// Whether it goes on.
    pub runs: bool,
    pub part: Vec<u8>,
}

/// Whether a name can be that of a recording. It becomes part of the name of a file, and is never a path.
#[must_use]
pub fn is_recording_name(name: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    !name.is_empty() && name.len() <= MOST_OF_RECORDING_NAME && name.bytes().all(is_allowed)
}

pub(crate) fn read_name(reader: &mut Reader<'_>) -> Result<String, Damaged> {
    reader.text(MOST_OF_RECORDING_NAME, "name of a recording")
}

impl Record {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            name: read_name(reader)?,
            texts: reader.bool("texts")?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.text(&self.name);
        writer.bool(self.texts);
    }
}

impl Fetch {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            name: read_name(reader)?,
            from: reader.u64("place")?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.text(&self.name);
        writer.u64(self.from);
    }
}

impl Recorded {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            name: read_name(reader)?,
            lines: reader.u32("lines")?,
            dropped: reader.u32("dropped events")?,
            withheld: reader.u32("withheld events")?,
            bytes: reader.u64("size")?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.text(&self.name);
        writer.u32(self.lines);
        writer.u32(self.dropped);
        writer.u32(self.withheld);
        writer.u64(self.bytes);
    }
}

impl Kept {
    pub(crate) fn read_all(reader: &mut Reader<'_>) -> Result<Vec<Self>, Damaged> {
        reader.list(MOST_KEPT, "recordings", Self::read)
    }

    pub(crate) fn write_all(kept: &[Self], writer: &mut Writer) {
        writer.list(kept, |writer, it| it.write(writer));
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            name: read_name(reader)?,
            bytes: reader.u64("size")?,
            written_ms: reader.u64("time")?,
            runs: reader.bool("whether it runs")?,
        })
    }

    fn write(&self, writer: &mut Writer) {
        writer.text(&self.name);
        writer.u64(self.bytes);
        writer.u64(self.written_ms);
        writer.bool(self.runs);
    }
}

impl Fetched {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            size: reader.u64("size")?,
            runs: reader.bool("whether it runs")?,
            part: reader.rest().to_vec(),
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.u64(self.size);
        writer.bool(self.runs);
        writer.bytes(&self.part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_never_a_path() {
        for good in ["a", "session-001", "Walk_2", &"x".repeat(64)] {
            assert!(is_recording_name(good), "{good}");
        }
        for bad in [
            "",
            ".",
            "..",
            "a/b",
            "a.b",
            "a b",
            "ä",
            "a\0",
            "a\n",
            &"x".repeat(65),
        ] {
            assert!(!is_recording_name(bad), "{bad}");
        }
    }
}
