//! One phone for all tests: it takes long to start, so whoever needs it waits for its turn ([`rig`]).

mod built;
mod chance;
mod clock;
mod fidelity;
mod file;
mod hand;
mod judge;
mod play;
mod rig;
mod scenarios;
mod search;
mod walk;
