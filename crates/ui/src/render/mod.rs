//! A screen in words: for agents as compact text, for programs as JSON, and what changed between two screens.
//!
//! All forms show the same lines, which [`Outline`] chooses: what a person can do something with, what scrolls, and
//! what there is to read. Text of a screen is a stranger's: it appears only inside quotes, escaped, so that it can
//! neither begin a line nor steer a terminal.

mod compact;
mod diff;
mod header;
mod json;
mod outline;
mod quote;
mod tell_apart;
mod words;

pub use self::compact::{LEAST_CHARACTERS, compact, compact_within};
pub use self::diff::diff;
pub use self::header::Header;
pub use self::json::tree_json;
pub(crate) use self::outline::Outline;
pub use self::quote::quoted;
pub(crate) use self::quote::{identifier, quote};
pub(crate) use self::words::{name, row_labels};
