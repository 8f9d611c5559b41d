//! What happens to the JVM, for whoever keeps a log.

use std::fmt;
use std::time::Duration;

/// Something that happened to the JVM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostEvent {
    /// It runs and its launcher is in front.
    Started {
        /// Its process.
        pid: u32,
        /// How many times it was started so far.
        starts: u64,
        /// How long that took.
        took: Duration,
    },
    /// It was ended, because it was dead or did not answer. The phone begins anew with the next request.
    Ended {
        /// What was asked of it.
        request: &'static str,
        /// Why.
        reason: String,
    },
    /// It could not be started.
    NotStarted {
        /// Why.
        reason: String,
    },
}

impl fmt::Display for HostEvent {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Started { pid, starts, took } => {
                write!(
                    formatter,
                    "started the toolkit as process {pid} in {took:.1?}"
                )?;
                match starts.saturating_sub(1) {
                    0 => Ok(()),
                    restarts => write!(formatter, ", restart {restarts}"),
                }
            }
            Self::Ended { request, reason } => {
                write!(formatter, "ended the toolkit during `{request}`: {reason}")
            }
            Self::NotStarted { reason } => write!(formatter, "cannot start the toolkit: {reason}"),
        }
    }
}
