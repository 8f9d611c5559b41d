//! The connection layer against raw sockets.

mod ambiguity;
mod crowds;
mod encrypted;
mod endings;
mod rig;
mod slowness;
