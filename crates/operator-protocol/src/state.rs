//! The state of the phone.

use crate::fields::{Damaged, Reader, Writer, numbered, unknown};

const MOST_OF_PACKAGE: usize = 256;
const MOST_OF_ACTIVITY: usize = 512;
const MOST_OF_TITLE: usize = 1_024;
/// Quarter turns of a screen.
const TURNS: u8 = 4;

numbered! {
    /// Whether the screen is lit.
    pub enum Display ("display") {
        Off = 0,
        On = 1,
        Unknown = 2,
    }
}

numbered! {
    /// The phone's lock.
    pub enum Lock ("lock") {
        Open = 0,
        Closed = 1,
        /// A secret opens it.
        ClosedBySecret = 2,
        Unknown = 3,
    }
}

/// The state of the phone at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub display: Display,
    pub lock: Lock,
    pub user: u32,
    /// In quarter turns, below 4.
    pub rotation: u8,
    /// As the screen is turned, in pixels of input.
    pub width: u32,
    pub height: u32,
    pub density: u32,
    /// What is in front; nothing where the phone does not say.
    pub package: Option<String>,
    /// With all of its name.
    pub activity: Option<String>,
    /// The title of a window of the system that has the keys, and lies over every app.
    pub covering: Option<String>,
}

impl State {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            display: Display::read(reader)?,
            lock: Lock::read(reader)?,
            user: reader.u32("user")?,
            rotation: match reader.u8("rotation")? {
                turns if turns < TURNS => turns,
                turns => return Err(unknown("rotation", turns)),
            },
            width: reader.u32("width")?,
            height: reader.u32("height")?,
            density: reader.u32("density")?,
            package: reader.option("package", |it| it.text(MOST_OF_PACKAGE, "package"))?,
            activity: reader.option("activity", |it| it.text(MOST_OF_ACTIVITY, "activity"))?,
            covering: reader.option("covering", |it| it.text(MOST_OF_TITLE, "covering"))?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        self.display.write(writer);
        self.lock.write(writer);
        writer.u32(self.user);
        writer.u8(self.rotation);
        writer.u32(self.width);
        writer.u32(self.height);
        writer.u32(self.density);
        writer.option(self.package.as_deref(), Writer::text);
        writer.option(self.activity.as_deref(), Writer::text);
        writer.option(self.covering.as_deref(), Writer::text);
    }
}
