//! How a phone's connections are served.

use std::fmt;
use std::sync::Arc;

use crate::auth::Auth;
use crate::counters::Counters;
use crate::delay::{Delay, RuntimeDelay};
use crate::faults::TransportFaults;
use crate::reverse::ReverseTable;
use crate::witness::{NoWitness, Witness};

/// The largest payload that Android 9 and older accept.
pub const MAX_PAYLOAD_256_KIB: u32 = 256 * 1024;
/// The largest payload that Android 10 and newer accept.
pub const MAX_PAYLOAD_1_MIB: u32 = 1024 * 1024;

/// How the connections of one phone are served. Clones share everything that can be switched or read.
#[derive(Clone)]
pub struct Options {
    /// Who may connect.
    pub auth: Auth,
    /// The largest payload the phone accepts, as announced.
    pub max_payload: u32,
    /// How many streams one connection may have open; further ones are refused.
    pub max_streams: usize,
    /// How many connections a [`crate::Listener`] holds at once; it hangs up on further ones.
    pub max_connections: usize,
    /// What goes wrong on purpose.
    pub faults: Arc<TransportFaults>,
    /// What passed so far.
    pub counters: Arc<Counters>,
    /// Sockets of the phone that lead back to the host.
    pub reverse: Arc<ReverseTable>,
    /// The phone's clock.
    pub delay: Arc<dyn Delay>,
    /// Who is told of the requests that arrive; nobody at first.
    pub witness: Arc<dyn Witness>,
}

impl Options {
    /// Options of a phone with a certain Android release: nobody has to ask, and nothing is wrong.
    #[must_use]
    pub fn for_release(release: u8) -> Self {
        Self {
            auth: Auth::Open,
            max_payload: if release < 10 {
                MAX_PAYLOAD_256_KIB
            } else {
                MAX_PAYLOAD_1_MIB
            },
            max_streams: 1024,
            max_connections: 64,
            faults: Arc::default(),
            counters: Arc::default(),
            reverse: Arc::default(),
            delay: Arc::new(RuntimeDelay),
            witness: Arc::new(NoWitness),
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Options")
            .field("auth", &self.auth)
            .field("max_payload", &self.max_payload)
            .field("max_streams", &self.max_streams)
            .field("max_connections", &self.max_connections)
            .field("faults", &self.faults)
            .field("counters", &self.counters)
            .field("reverse", &self.reverse)
            .finish_non_exhaustive()
    }
}
