//! The wish of a person or a supervisor that the program ends.

use std::io;

/// Waits for Ctrl-C, or for the signal that asks a process to end. While one of these exists, neither ends the process
/// by itself.
#[derive(Debug)]
pub(crate) struct Interrupts {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Interrupts {
    /// Begins to watch. Needs a runtime.
    #[cfg(unix)]
    pub(crate) fn watch() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Begins to watch. Needs a runtime.
    #[cfg(not(unix))]
    pub(crate) fn watch() -> io::Result<Self> {
        Ok(Self {})
    }

    /// The next one.
    #[cfg(unix)]
    pub(crate) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    /// The next one.
    #[cfg(not(unix))]
    pub(crate) async fn next(&mut self) {
        // What cannot be watched never comes.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
