//! What passed over a phone's connections.

use clawperator_adbd::Counters;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What passed over a phone's connections so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Traffic {
    /// Connections that are being served now.
    pub connections: usize,
    /// Streams that are open now.
    pub open_streams: usize,
    /// Streams that were ever open.
    pub opened_streams: u64,
    /// Bytes that arrived, headers included.
    pub bytes_in: u64,
    /// Bytes that were sent, headers included.
    pub bytes_out: u64,
}

impl Traffic {
    pub(crate) fn of(counters: &Counters) -> Self {
        Self {
            connections: counters.connections(),
            open_streams: counters.open_streams(),
            opened_streams: counters.opened_streams(),
            bytes_in: counters.bytes_in(),
            bytes_out: counters.bytes_out(),
        }
    }
}
