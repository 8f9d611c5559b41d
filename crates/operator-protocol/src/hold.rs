//! Who has the phone.

use crate::fields::{Damaged, Reader, Writer};

/// The longest name of a holder, in bytes.
pub const MOST_OF_NAME: usize = 256;

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

/// What the Operator says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Whom it runs as.
    pub user: u32,
    /// Whether it has `UiAutomation`.
    pub automation: bool,
    /// How long a holder may be silent; 0 where there is none.
    pub lease_ms: u32,
    /// Whoever has the phone; empty for nobody.
    pub holder: String,
}

impl Told {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            user: reader.u32("user")?,
            automation: reader.bool("automation")?,
            lease_ms: reader.u32("lease")?,
            holder: reader.text(MOST_OF_NAME, "name of a holder")?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.u32(self.user);
        writer.bool(self.automation);
        writer.u32(self.lease_ms);
        writer.text(&self.holder);
    }
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
