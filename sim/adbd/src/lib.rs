//! The device side of adb over TCP: what `adbd` is on a phone.
//!
//! [`serve`] speaks the transport protocol on one connection: `CNXN`, optional `AUTH`, and streams with flow control.
//! What a stream is connected to is decided by an [`AdbPhone`], which whoever builds a phone implements. Nothing here
//! knows a screen or the shell's language.
//!
//! [`Listener`] serves a phone on a TCP port. [`Options`] carry what its connections share: who may connect, what goes
//! wrong on purpose ([`TransportFaults`]), what passed so far ([`Counters`]), who is told of requests ([`Witness`]), and the
//! sockets that lead back to the host ([`ReverseTable`]).

pub mod packet;
pub mod sync;

mod auth;
mod connection;
mod control;
mod counters;
mod delay;
mod device;
mod faults;
mod features;
mod listener;
mod options;
mod public_key;
mod reverse;
mod service;
mod services;
mod shell_v2;
mod stream;
mod streams;
mod terminal;
mod wire;
mod witness;

pub use crate::auth::{Auth, KnownKeys};
pub use crate::connection::{Ended, serve};
pub use crate::control::{Control, ControlReply, Then};
pub use crate::counters::Counters;
pub use crate::delay::{Delay, RuntimeDelay};
pub use crate::device::{AdbPhone, Banner, CommandStreams, Duplex, ShellRequest};
pub use crate::faults::{ServiceFault, TrafficDirection, TransportFaults};
pub use crate::features::Features;
pub use crate::listener::Listener;
pub use crate::options::{MAX_PAYLOAD_1_MIB, MAX_PAYLOAD_256_KIB, Options};
pub use crate::reverse::ReverseTable;
pub use crate::terminal::{Terminal, WindowSize};
pub use crate::witness::{Arrived, FileOperation, Witness};
