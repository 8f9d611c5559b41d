//! The last dump and its tree: whoever waits reads the same screen again and again, and need not parse it again.

use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use clawperator_ui::Tree;

/// Shared by the clones of a device.
#[derive(Debug, Clone, Default)]
pub(super) struct LastDump(Arc<Mutex<Option<Read>>>);

/// A dump and what was read from it.
#[derive(Debug)]
struct Read {
    dump: Bytes,
    tree: Arc<Tree>,
}

impl LastDump {
    /// The tree of this dump, where the last one was the same to the byte.
    pub(super) fn tree(&self, dump: &Bytes) -> Option<Arc<Tree>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let last = last.as_ref().filter(|last| last.dump == dump)?;
        Some(Arc::clone(&last.tree))
    }

    /// Keeps a dump in place of the one before.
    pub(super) fn keep(&self, dump: Bytes, tree: Arc<Tree>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Read { dump, tree });
    }
}
