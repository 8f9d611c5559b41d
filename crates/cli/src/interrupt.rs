//! The wish of a person or a supervisor that the program ends.

use std::io;

/// Waits for Ctrl-C, for the signal that asks a process to end, or for the end of its terminal. While one of these
/// exists, none of them ends the process by itself.
#[derive(Debug)]
pub(crate) struct Interrupts {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    /// Not watched under `nohup`, which asks to outlive the terminal.
    #[cfg(unix)]
    hangup: Option<tokio::signal::unix::Signal>,
}

impl Interrupts {
    /// Begins to watch. Needs a runtime.
    #[cfg(unix)]
    pub(crate) fn watch() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        // Watching a signal ends that it is ignored, so that is asked first.
        let hangup = if is_hangup_ignored() {
            None
        } else {
            Some(signal(SignalKind::hangup())?)
        };
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup,
        })
    }

    /// Begins to watch. Needs a runtime.
    #[cfg(not(unix))]
    pub(crate) fn watch() -> io::Result<Self> {
        Ok(Self {})
    }

    #[cfg(unix)]
    pub(crate) async fn next(&mut self) {
        let hangup = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            _ = hangup => {}
        }
    }

    #[cfg(not(unix))]
    pub(crate) async fn next(&mut self) {
        // What cannot be watched never comes.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Whether this process was started with the hangup signal ignored. Only Linux says so without unsafe code; elsewhere
/// the signal is left as it is.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    const STATUS: &str = "/proc/self/status";
    // Where the system does not say, no signal is ignored.
    let status = std::fs::read_to_string(STATUS).unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The lowest bit is the first signal, which is this one.
    ignored.is_none_or(|mask| mask & 1 == 1)
}
