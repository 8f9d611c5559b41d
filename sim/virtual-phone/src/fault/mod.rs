//! What can be made to go wrong with a phone while it runs.

mod board;
mod kind;
mod operator;
mod remaining;
mod variants;

pub(crate) use self::board::Hooks;
pub use self::board::{FaultError, Faults};
pub use self::kind::FaultKind;
pub use self::variants::{CutDirection, Fault, KillMoment};
