//! The log of one request to the server.
//!
//! A request may hold a text that is typed, and its length tells how long that text is. So a request is logged by the
//! name of its operation, which is a constant of this crate, and only what comes back is counted.

use std::sync::atomic::{AtomicU64, Ordering};

use tracing::field::Empty;
use tracing::{Span, debug_span};

/// The span of one request: from before the connection is opened until it is closed.
#[derive(Debug)]
pub(crate) struct RequestLog {
    span: Span,
    received: AtomicU64,
}

impl RequestLog {
    pub(crate) fn begin(operation: &'static str) -> Self {
        Self {
            span: debug_span!("adb.request", service = operation, received_kb = Empty),
            received: AtomicU64::new(0),
        }
    }

    /// So many bytes came; nothing is counted where nobody listens.
    pub(crate) fn received(&self, bytes: usize) {
        if !self.span.is_disabled() {
            let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
            self.received.fetch_add(bytes, Ordering::Relaxed);
        }
    }
}

impl Drop for RequestLog {
    fn drop(&mut self) {
        let received = self.received.load(Ordering::Relaxed);
        // Rounded: the answers before and after typing differ by as much as was typed.
        self.span.record("received_kb", received.div_ceil(1024));
    }
}
