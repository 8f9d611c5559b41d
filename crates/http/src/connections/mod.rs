//! Connections: who gets one, for how long, and what reaches the routes.
//!
//! A client that only holds connections open costs memory for a bounded number of them, and never keeps another client
//! out: when all places are taken, the connection that has been idle longest is closed. Every wait for a client has a
//! limit, except the wait while its request is handled; that one ends when the client closes the connection, which drops
//! the handler.
//!
//! Read `serve.rs`, then `drive.rs` for one connection, then `progress.rs` for what it is doing.

mod answer;
mod channel;
mod counts;
mod drive;
mod limits;
mod places;
mod progress;
mod requests;
mod serve;
mod strict;
#[cfg(test)]
mod tests;
mod wire;

pub(crate) use self::counts::{ConnectionCounts, ConnectionNumbers};
pub(crate) use self::limits::ConnectionLimits;
pub(crate) use self::serve::{ServeTerms, serve};
