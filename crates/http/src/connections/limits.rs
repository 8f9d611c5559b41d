//! How much of the server one client can take by doing nothing.

use std::time::Duration;

/// What a client may take or leave undone before its connection is closed.
#[derive(Debug, Clone)]
pub(crate) struct ConnectionLimits {
    /// The most connections that are open at once, at least 1.
    pub(crate) connections: usize,
    /// How long a header may take: from the connection on for the first request, from the first byte on for others.
    pub(crate) header_time: Duration,
    /// The longest header, with the request line.
    pub(crate) header_bytes: usize,
    /// How long a body may take once its header is there.
    pub(crate) body_time: Duration,
    /// How long a connection may be silent between two requests.
    pub(crate) idle_time: Duration,
    /// How long a client may take nothing of an answer that is ready for it.
    pub(crate) write_time: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            connections: 1_024,
            header_time: Duration::from_secs(10),
            header_bytes: 16 * 1024,
            body_time: Duration::from_mins(1),
            idle_time: Duration::from_mins(1),
            write_time: Duration::from_secs(30),
        }
    }
}
