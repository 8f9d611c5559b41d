//! Figures about connections, for whoever watches the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The figures of one server. Clones are the same figures.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConnectionCounts(Arc<Cells>);

#[derive(Debug, Default)]
struct Cells {
    accepted: AtomicU64,
    open: AtomicU64,
    idle: AtomicU64,
    refused: AtomicU64,
    evicted: AtomicU64,
    late: AtomicU64,
    failed: AtomicU64,
}

/// The figures at one moment. Each is true, but they are not read at the same instant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ConnectionNumbers {
    /// Connections that got a place, ever.
    pub(crate) accepted: u64,
    /// Connections that have a place.
    pub(crate) open: u64,
    /// Those of them without a request that is handled.
    pub(crate) idle: u64,
    /// Connections that got no place, ever.
    pub(crate) refused: u64,
    /// Idle connections that were closed for others, ever.
    pub(crate) evicted: u64,
    /// Connections that were closed because the client was too slow or silent, ever.
    pub(crate) late: u64,
    /// Times that the system gave no connection, ever: mostly because the process has too many files open.
    pub(crate) failed: u64,
}

impl ConnectionCounts {
    /// The figures now.
    pub(crate) fn now(&self) -> ConnectionNumbers {
        let read = |cell: &AtomicU64| cell.load(Ordering::Relaxed);
        ConnectionNumbers {
            accepted: read(&self.0.accepted),
            open: read(&self.0.open),
            idle: read(&self.0.idle),
            refused: read(&self.0.refused),
            evicted: read(&self.0.evicted),
            late: read(&self.0.late),
            failed: read(&self.0.failed),
        }
    }

    pub(super) fn opened(&self) {
        add(&self.0.accepted);
        add(&self.0.open);
    }

    pub(super) fn closed(&self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }

    pub(super) fn set_idle(&self, idle: usize) {
        let idle = u64::try_from(idle).unwrap_or(u64::MAX);
        self.0.idle.store(idle, Ordering::Relaxed);
    }

    pub(super) fn refused(&self) {
        add(&self.0.refused);
    }

    pub(super) fn evicted(&self) {
        add(&self.0.evicted);
    }

    pub(super) fn late(&self) {
        add(&self.0.late);
    }

    pub(super) fn failed(&self) {
        add(&self.0.failed);
    }
}

fn add(cell: &AtomicU64) {
    cell.fetch_add(1, Ordering::Relaxed);
}
