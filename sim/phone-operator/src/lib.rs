//! The Operator of a simulated phone: its side of the protocol, over any stream.
//!
//! [`Operator`] keeps what one launch knows (who holds the phone, what became of the last acts, the last trees) and
//! serves every stream that a [`Listener`] accepts. What it sees and touches is an [`OperatorPhone`]; nothing here knows
//! a screen, a shell or adb. Where the phone runs Java, a [`Runtime`] takes its place and streams are [led](lead) there. While nobody asks, nothing runs: leases are looked at when somebody wants the phone.

mod acts;
mod cancel;
mod greeting;
mod hold;
mod look;
mod operator;
mod outcomes;
mod phone;
mod random;
mod runtime;
mod session;
mod trees;
mod write;

pub use self::operator::{Ended, Operator};
pub use self::phone::{Did, Incoming, Listener, Moment, OperatorPhone, Shown, Stream, Trouble};
pub use self::random::random;
pub use self::runtime::{Launched, Runtime, lead};
