//! A file that is open for writing.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use super::FileSystem;
use super::file_system::Shared;

/// A file that is open for writing. Clones share one position, as duplicated descriptors do.
///
/// The file lives on while it is open, even when its last name is removed.
#[derive(Debug, Clone)]
pub struct OpenFile(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    shared: Arc<Shared>,
    inode: u64,
    append: bool,
    progress: Mutex<Progress>,
}

#[derive(Debug, Default)]
struct Progress {
    position: u64,
    failure: Option<(io::ErrorKind, String)>,
}

impl OpenFile {
    pub(super) fn new(files: &FileSystem, inode: u64, append: bool) -> io::Result<Self> {
        files.shared.state().node_mut(inode)?.handles += 1;
        let shared = Arc::clone(&files.shared);
        Ok(Self(Arc::new(Inner {
            shared,
            inode,
            append,
            progress: Mutex::default(),
        })))
    }

    /// Writes at the current position, or at the end of a file that is appended to.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let mut progress = self
            .0
            .progress
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let now = self.0.shared.clock.now();
        let mut state = self.0.shared.state();
        let position = if self.0.append {
            state.file_size(self.0.inode)
        } else {
            progress.position
        };
        let written = state.write_at(self.0.inode, position, bytes, now);
        // A full storage takes the beginning.
        let end = position.saturating_add(bytes.len() as u64);
        progress.position = end.min(state.file_size(self.0.inode));
        written.inspect_err(|error| {
            progress.failure = Some((error.kind(), error.to_string()));
        })
    }

    /// Why the last write failed.
    #[must_use]
    pub fn failure(&self) -> Option<io::Error> {
        let progress = self
            .0
            .progress
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        progress
            .failure
            .as_ref()
            .map(|(kind, text)| io::Error::new(*kind, text.clone()))
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        if let Ok(node) = state.node_mut(self.inode) {
            node.handles = node.handles.saturating_sub(1);
        }
        state.release(self.inode);
    }
}
