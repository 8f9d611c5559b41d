//! What the Operator heard, and no tree shows.

use crate::fields::{Damaged, Reader, Writer, numbered};

const MOST_NOTICES: usize = 32;
const MOST_OF_PACKAGE: usize = 256;
const MOST_OF_TEXT: usize = 1_024;

numbered! {
    /// What was heard.
    pub enum NoticeKind ("kind of a notice") {
        /// A message that goes away by itself.
        Toast = 0,
        /// Listening began here: what came before was not heard.
        Gap = 1,
    }
}

/// Wants what was heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listen {
    /// Of the last notice that the driver has, or 0.
    pub after: u64,
    /// None that is older than this.
    pub at_most_ms: u32,
}

/// What was heard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// Of the newest notice, or 0. Whether all of those before it are here is seen from their numbers.
    pub newest: u64,
    /// The oldest first.
    pub notices: Vec<Notice>,
}

/// One thing that was heard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// One more than that of the one before.
    pub number: u64,
    pub kind: NoticeKind,
    pub age_ms: u32,
    /// Whose it is, where the phone says so.
    pub package: Option<String>,
    pub text: String,
}

impl Listen {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            after: reader.u64("number of a notice")?,
            at_most_ms: reader.u32("age")?,
        })
    }

    pub(crate) fn write(self, writer: &mut Writer) {
        writer.u64(self.after);
        writer.u32(self.at_most_ms);
    }
}

impl Heard {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            newest: reader.u64("number of a notice")?,
            notices: reader.list(MOST_NOTICES, "notices", Notice::read)?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.u64(self.newest);
        writer.list(&self.notices, |writer, notice| notice.write(writer));
    }
}

impl Notice {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            number: reader.u64("number of a notice")?,
            kind: NoticeKind::read(reader)?,
            age_ms: reader.u32("age")?,
            package: reader.option("package", |it| it.text(MOST_OF_PACKAGE, "package"))?,
            text: reader.text(MOST_OF_TEXT, "text of a notice")?,
        })
    }

    fn write(&self, writer: &mut Writer) {
        writer.u64(self.number);
        self.kind.write(writer);
        writer.u32(self.age_ms);
        writer.option(self.package.as_deref(), Writer::text);
        writer.text(&self.text);
    }
}
