//! The host as surfaces use it.

mod rig;
mod surface;
mod verbs;
