//! Numbered boxes around what can be named: a set of marks.
//!
//! 1. [`ink`]: where a picture has text and edges.
//! 2. [`place`]: where each number goes, so that none covers another and few cover anything.
//! 3. [`colors`]: who gets which colour.
//! 4. [`draw`], [`digits`]: pixels.

mod colors;
mod digits;
mod draw;
mod ink;
mod marks;
mod place;
mod slots;

pub use self::marks::{MAX_MARKS, Mark, Marked, Tag, mark};
