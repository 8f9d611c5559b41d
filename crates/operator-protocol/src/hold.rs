//! Who has the phone.

use crate::fields::{Damaged, Reader, Writer};

pub(crate) const MOST_OF_NAME: usize = 256;

/// A stream that wants the phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    /// What others are told.
    pub name: String,
    /// Also from another.
    pub take: bool,
}

/// Who has it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// Whether it is this stream.
    pub by_you: bool,
    /// How long without a request.
    pub lease_ms: u32,
    /// Empty for nobody.
    pub name: String,
}

impl Hold {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            name: reader.text(MOST_OF_NAME, "name of a holder")?,
            take: reader.bool("take")?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.text(&self.name);
        writer.bool(self.take);
    }
}

impl Held {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            by_you: reader.bool("held")?,
            lease_ms: reader.u32("lease")?,
            name: reader.text(MOST_OF_NAME, "name of a holder")?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.bool(self.by_you);
        writer.u32(self.lease_ms);
        writer.text(&self.name);
    }
}
