//! The host as surfaces use it.

mod rig;
mod spans;
mod surface;
