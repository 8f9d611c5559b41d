//! The screen as an agent is shown it: an ordinary execution whose picture and tree are kept in memory, drawn and
//! remembered by an id, so that a later action can say on which screen it was decided.

mod collector;
mod known;
mod look;
mod observation;
mod observed_files;

pub use self::look::Shown;
pub use self::observation::{ObserveRequest, Observed};
pub(crate) use self::observed_files::ObservedFiles;
