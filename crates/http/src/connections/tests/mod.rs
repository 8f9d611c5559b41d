//! The connection layer against raw sockets.

mod ambiguity;
mod crowds;
mod endings;
mod rig;
mod slowness;
