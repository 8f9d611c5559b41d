//! Recordings of what a person does on a phone: reading their files, and drafting recipes from them.
//!
//! Pure functions over bytes. A file comes from a phone and may be anything: it is read within bounds, and whatever is not
//! whole says so.

mod draft;
mod event;
mod limits;
mod line;
mod read;

pub use self::draft::{Draft, draft};
pub use self::event::{By, Event, Labels, Node, What};
pub use self::limits::{MAX_LINE_BYTES, MAX_LINES, MAX_RECORDING_BYTES};
pub use self::read::{Ending, Header, NotRead, Recording, read};
