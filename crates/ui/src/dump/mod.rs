//! Dumps: from bytes that a phone gave to a [`Tree`](crate::Tree), or to the reason why there is none.
//!
//! A dump comes as the platform's plain form, as its form with windows, from servers that add attributes, or with
//! elements named after classes; cut short, glued to log lines, in another encoding, with a quote lost on the way.
//! Whatever can be told is told, and each repair is noted; whatever cannot is refused, never shown as an empty screen.

mod attributes;
mod build;
mod decode;
mod document;
mod note;
mod parse;
mod parsed;
mod redact;
mod refusal;
mod scan;
mod value;

pub use self::note::Note;
pub use self::parsed::{KEYBOARD_ATTRIBUTE, Parsed, Surroundings};
pub use self::redact::without_passwords;
pub use self::refusal::DumpError;
