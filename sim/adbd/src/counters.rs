//! What passed over a phone's connections, readable at any time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use tokio::sync::Notify;

/// Counters of one phone over all its connections.
#[derive(Debug, Default)]
pub struct Counters {
    connections: AtomicUsize,
    open_streams: AtomicUsize,
    opened_streams: AtomicU64,
    bytes_in: AtomicU64,
    bytes_out: AtomicU64,
    changed: Notify,
}

impl Counters {
    /// Connections that are being served now.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::Acquire)
    }

    /// Streams that are open now: their service has not ended yet.
    #[must_use]
    pub fn open_streams(&self) -> usize {
        self.open_streams.load(Ordering::Acquire)
    }

    /// Streams whose service was ever begun; those that were refused at sight are not among them.
    #[must_use]
    pub fn opened_streams(&self) -> u64 {
        self.opened_streams.load(Ordering::Acquire)
    }

    /// Bytes that arrived, headers included.
    #[must_use]
    pub fn bytes_in(&self) -> u64 {
        self.bytes_in.load(Ordering::Acquire)
    }

    /// Bytes that were sent, headers included.
    #[must_use]
    pub fn bytes_out(&self) -> u64 {
        self.bytes_out.load(Ordering::Acquire)
    }

    /// Waits until the counters are as wanted. Every change is looked at, or a later one.
    pub async fn until(&self, wanted: impl Fn(&Self) -> bool + Send) {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            // From here on a change is noticed, so it cannot fall between looking and waiting.
            changed.as_mut().enable();
            if wanted(self) {
                return;
            }
            changed.await;
        }
    }

    pub(crate) fn add_in(&self, bytes: usize) {
        self.bytes_in.fetch_add(bytes as u64, Ordering::AcqRel);
        self.changed.notify_waiters();
    }

    pub(crate) fn add_out(&self, bytes: usize) {
        self.bytes_out.fetch_add(bytes as u64, Ordering::AcqRel);
        self.changed.notify_waiters();
    }

    pub(crate) fn connection(self: &Arc<Self>) -> Counted {
        self.connections.fetch_add(1, Ordering::AcqRel);
        self.changed.notify_waiters();
        Counted {
            counters: Arc::clone(self),
            what: What::Connection,
        }
    }

    pub(crate) fn stream(self: &Arc<Self>) -> Counted {
        self.open_streams.fetch_add(1, Ordering::AcqRel);
        self.opened_streams.fetch_add(1, Ordering::AcqRel);
        self.changed.notify_waiters();
        Counted {
            counters: Arc::clone(self),
            what: What::Stream,
        }
    }
}

/// One connection or stream while it lives; dropping it counts it out.
#[derive(Debug)]
pub(crate) struct Counted {
    counters: Arc<Counters>,
    what: What,
}

#[derive(Debug, Clone, Copy)]
enum What {
    Connection,
    Stream,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let gauge = match self.what {
            What::Connection => &self.counters.connections,
            What::Stream => &self.counters.open_streams,
        };
        gauge.fetch_sub(1, Ordering::AcqRel);
        self.counters.changed.notify_waiters();
    }
}
