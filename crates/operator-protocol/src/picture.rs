//! Pictures of the screen.

use crate::fields::{Damaged, Reader, Writer, numbered};

numbered! {
    /// How a picture is written.
    pub enum Form ("form") {
        Png = 0,
        Jpeg = 1,
    }
}

numbered! {
    /// Whether something on the screen may not be pictured, as the capture itself says.
    pub enum Secure ("secure") {
        No = 0,
        Yes = 1,
        Unknown = 2,
    }
}

/// A picture that is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picture {
    /// In pixels; 0 for all of it.
    pub longest_side: u32,
    pub form: Form,
    /// Of a JPEG.
    pub quality: u8,
    pub time_ms: u16,
}

/// A picture that was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pictured {
    pub width: u32,
    pub height: u32,
    pub screen_width: u32,
    pub screen_height: u32,
    pub secure: Secure,
    pub form: Form,
    pub bytes: Vec<u8>,
}

impl Picture {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            longest_side: reader.u32("longest side")?,
            form: Form::read(reader)?,
            quality: reader.u8("quality")?,
            time_ms: reader.u16("time")?,
        })
    }

    pub(crate) fn write(self, writer: &mut Writer) {
        writer.u32(self.longest_side);
        self.form.write(writer);
        writer.u8(self.quality);
        writer.u16(self.time_ms);
    }
}

impl Pictured {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            width: reader.u32("width")?,
            height: reader.u32("height")?,
            screen_width: reader.u32("width of the screen")?,
            screen_height: reader.u32("height of the screen")?,
            secure: Secure::read(reader)?,
            form: Form::read(reader)?,
            bytes: reader.rest().to_vec(),
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.u32(self.width);
        writer.u32(self.height);
        writer.u32(self.screen_width);
        writer.u32(self.screen_height);
        self.secure.write(writer);
        self.form.write(writer);
        writer.bytes(&self.bytes);
    }
}
