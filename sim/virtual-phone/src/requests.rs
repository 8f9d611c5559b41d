//! The requests that reached a phone, as they arrived.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clawperator_adbd::{Arrived, FileOperation, Witness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::PhoneClock;
use crate::journal::milliseconds;

/// How many requests are kept; older ones are dropped.
const KEPT: usize = 1_000;
/// How much of a name or a path is kept.
const MAX_NAME: usize = 8 * 1024;

/// The requests that reached a phone, oldest first. They are shown as they came, secrets included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Requests {
    /// The requests that were asked for and are still kept.
    pub entries: Vec<RequestEntry>,
    /// How many that were asked for are gone: the latest thousand are kept.
    pub dropped: u64,
}

/// A request that arrived.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequestEntry {
    /// Its number; the first one has 1, and none is skipped.
    pub number: u64,
    /// When, in milliseconds of the phone's clock since boot.
    pub at_ms: u64,
    /// What was asked for.
    pub request: ServiceRequest,
}

/// What was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ServiceRequest {
    /// A stream to a service.
    Stream {
        /// The service by its name, such as `shell,v2:ls`; its first 8192 bytes, as text.
        service: String,
        /// Whether the phone took it. A socket that nobody listens on is refused only later.
        taken: bool,
    },
    /// A file, on a stream of `sync:`.
    File {
        /// What is wanted of it.
        operation: FileRequest,
        /// Its path.
        path: String,
    },
}

/// What is wanted of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FileRequest {
    /// Size, mode and times.
    Stat,
    /// The entries of a folder.
    List,
    /// The host sends it, as `adb push` does.
    Send,
    /// The host receives it, as `adb pull` does.
    Receive,
}

/// Keeps the requests of one phone.
#[derive(Debug)]
pub(crate) struct RequestLog {
    clock: Arc<PhoneClock>,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    entries: VecDeque<RequestEntry>,
    last: u64,
}

impl RequestLog {
    pub(crate) fn new(clock: Arc<PhoneClock>) -> Self {
        Self {
            clock,
            kept: Mutex::default(),
        }
    }

    /// The requests after the one with this number.
    pub(crate) fn after(&self, number: u64) -> Requests {
        let kept = self.kept();
        let before_first = kept.entries.front().map_or(0, |first| first.number - 1);
        let later = kept.entries.iter().filter(|entry| entry.number > number);
        Requests {
            dropped: before_first.saturating_sub(number),
            entries: later.cloned().collect(),
        }
    }

    /// Forgets everything; the next request is the first again.
    pub(crate) fn clear(&self) {
        *self.kept() = Kept::default();
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Witness for RequestLog {
    fn arrived(&self, request: Arrived<'_>) {
        let request = match request {
            Arrived::Stream { service, taken } => ServiceRequest::Stream {
                service: beginning(service),
                taken,
            },
            Arrived::File { operation, path } => ServiceRequest::File {
                operation: match operation {
                    FileOperation::Stat => FileRequest::Stat,
                    FileOperation::List => FileRequest::List,
                    FileOperation::Send => FileRequest::Send,
                    FileOperation::Receive => FileRequest::Receive,
                },
                path: beginning(path.as_bytes()),
            },
        };
        let mut kept = self.kept();
        // Under the lock, so that numbers and times go the same way.
        let at_ms = milliseconds(self.clock.since_boot().now());
        if kept.entries.len() >= KEPT {
            kept.entries.pop_front();
        }
        kept.last += 1;
        let number = kept.last;
        kept.entries.push_back(RequestEntry {
            number,
            at_ms,
            request,
        });
    }
}

fn beginning(name: &[u8]) -> String {
    let kept = name.get(..MAX_NAME).unwrap_or(name);
    String::from_utf8_lossy(kept).into_owned()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clawperator_phone_screen::ScreenClock;

    use super::*;

    fn log() -> RequestLog {
        RequestLog::new(Arc::new(PhoneClock::new(
            ScreenClock::manual(),
            Duration::ZERO,
        )))
    }

    fn stream(service: &[u8]) -> Arrived<'_> {
        Arrived::Stream {
            service,
            taken: true,
        }
    }

    #[test]
    fn the_latest_are_kept_and_the_others_counted() {
        let log = log();
        for number in 0..KEPT + 5 {
            log.arrived(stream(format!("shell:{number}").as_bytes()));
        }
        let all = log.after(0);
        assert_eq!((all.entries.len(), all.dropped), (KEPT, 5));
        assert_eq!(all.entries[0].number, 6);
        let later = log.after(KEPT as u64);
        assert_eq!((later.entries.len(), later.dropped), (5, 0));
        assert!(log.after(u64::MAX).entries.is_empty());
        log.clear();
        log.arrived(stream(b"sync:"));
        assert_eq!(log.after(0).entries[0].number, 1);
    }

    #[test]
    fn a_long_name_is_cut_and_bytes_become_text() {
        let log = log();
        log.arrived(stream(&[0xff; 2 * MAX_NAME]));
        let Some(RequestEntry {
            request: ServiceRequest::Stream { service, .. },
            ..
        }) = log.after(0).entries.pop()
        else {
            panic!("no request");
        };
        assert_eq!(service.chars().count(), MAX_NAME);
    }
}
