//! A picture of the screen that a person recognises.

mod canvas;
mod glyphs;
mod icons;
mod png;
mod widgets;
mod windows;

pub use self::png::{PngError, encode_png};
pub(crate) use self::windows::picture;
