//! The log of a run, in a process of its own: of each place in the code it is remembered whether anybody listened to the
//! thread that came there first, and other tests come there too.

#[cfg(test)]
#[path = "suite/rig.rs"]
mod rig;
#[cfg(test)]
#[path = "suite/spans.rs"]
mod spans;
