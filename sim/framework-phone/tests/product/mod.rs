//! One phone for all tests: it takes long to start, so whoever needs it waits for its turn ([`rig`]).

mod agent;
mod agreement;
#[cfg(feature = "api-36")]
mod api36;
mod automation;
mod built;
mod chance;
mod clock;
mod conformance;
mod document;
mod drivers;
mod fidelity;
mod file;
mod gestures;
mod hand;
mod judge;
mod latency;
mod made;
mod operator;
mod people;
mod play;
mod recordings;
mod refs;
mod repeat;
mod rig;
mod scenarios;
mod search;
mod skills;
mod texts;
mod toasts;
mod touches;
mod walk;
