//! A phone, driven by the Operator: a resident program that sees and touches it.
//!
//! [`OperatorDevice`] is the second driver behind [`Device`](clawperator_device::Device). It brings the program along
//! ([`Program`]), starts it where it does not run, proves to it who it is, and speaks `operator/PROTOCOL.md` with it
//! over one stream. What the shell does as well (opening and stopping apps, who the phone is) stays with
//! [`ShellDevice`](clawperator_device::ShellDevice).
//!
//! Nothing is sent twice: an act has a number, and a driver that lost its stream asks what became of that number.

mod act;
mod ahead;
mod auto;
mod care;
mod device;
mod fate;
mod greet;
mod holding;
mod launches;
mod link;
mod look;
mod notices;
mod own;
mod program;
mod recordings;
mod start;
mod stream;
mod trouble;
mod xml;

pub use crate::auto::AutoDevice;
pub use crate::care::{Begun, Caretaker, Ended, Force, Found, Met};
pub use crate::device::{CAPABILITIES, OperatorDevice};
pub use crate::launches::{KnownLaunch, Launches, RememberedLaunches};
pub use crate::own::{OwnFile, OwnProcess};
pub use crate::program::Program;
pub use crate::trouble::Trouble;
