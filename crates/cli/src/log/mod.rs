//! The log of `--verbose`: what the crates below say with `tracing`, as lines for a person.
//!
//! It is set for one call and one thread, and not for the process: a call without the flag has no subscriber at all,
//! so that each span costs a comparison, and two calls in one process do not mix. The subscriber writes nothing itself.
//! Its lines go to the printer, which alone writes.

mod fields;
mod subscriber;

use std::sync::Arc;

use clawperator_host::Sources;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use self::subscriber::Log;

/// The lines that were logged and not written yet.
#[derive(Debug)]
pub(crate) struct LogLines(UnboundedReceiver<String>);

/// Follows whatever a piece of work says on this thread.
#[derive(Debug)]
pub(crate) struct Follower(Log);

/// A follower, and the lines that it makes. Times count from the start of the sources' clock.
pub(crate) fn follower(sources: &Arc<dyn Sources>) -> (Follower, LogLines) {
    let (sender, lines) = unbounded_channel();
    let log = Log::new(Arc::clone(sources), sender);
    (Follower(log), LogLines(lines))
}

impl Follower {
    /// Does work that is followed.
    pub(crate) fn follow<T>(self, work: impl FnOnce() -> T) -> T {
        tracing::subscriber::with_default(self.0, work)
    }
}

impl LogLines {
    /// The next line, once there is one; never again when nothing can log any more.
    pub(crate) async fn next(&mut self) -> String {
        match self.0.recv().await {
            Some(line) => line,
            None => std::future::pending().await,
        }
    }

    /// A line that is there already.
    pub(crate) fn ready(&mut self) -> Option<String> {
        self.0.try_recv().ok()
    }
}
