//! Requests that can still be cancelled.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// How many requests of one stream may be open.
const MOST_OPEN: usize = 32;

const WAITING: u8 = 0;
const RUNNING: u8 = 1;
const CANCELLED: u8 = 2;

/// The open requests of one stream.
#[derive(Debug, Default)]
pub(crate) struct Open(Mutex<BTreeMap<u32, Arc<Ticket>>>);

/// One request.
#[derive(Debug)]
pub(crate) struct Ticket {
    /// The number of the act, if it is one.
    act: Option<u64>,
    state: AtomicU8,
    cancelled: Notify,
}

/// What a cancel came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cancelled {
    /// Nothing of it is done; whoever cancelled answers it. With the number of the act, if it is one.
    BeforeItBegan(Option<u64>),
    /// It ends, and answers for itself. Some of an act may be done; a look or a picture does nothing to the phone.
    UnderWay {
        is_act: bool,
    },
    TooLate,
}

impl Open {
    /// A request that is not answered at once; none if too many are.
    pub(crate) fn add(&self, id: u32, act: Option<u64>) -> Option<Arc<Ticket>> {
        let mut open = self.lock();
        if open.len() >= MOST_OPEN {
            return None;
        }
        let ticket = Arc::new(Ticket {
            act,
            state: AtomicU8::new(WAITING),
            cancelled: Notify::new(),
        });
        open.insert(id, Arc::clone(&ticket));
        Some(ticket)
    }

    pub(crate) fn close(&self, id: u32) {
        self.lock().remove(&id);
    }

    pub(crate) fn cancel(&self, id: u32) -> Cancelled {
        let ticket = self.lock().get(&id).cloned();
        ticket.map_or(Cancelled::TooLate, |ticket| ticket.cancel())
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u32, Arc<Ticket>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket {
    /// Begins it, unless it was cancelled before.
    pub(crate) fn begin(&self) -> bool {
        let begun =
            self.state
                .compare_exchange(WAITING, RUNNING, Ordering::AcqRel, Ordering::Acquire);
        begun.is_ok()
    }

    /// Waits until it is cancelled.
    pub(crate) async fn cancelled(&self) {
        self.cancelled.notified().await;
    }

    fn cancel(&self) -> Cancelled {
        let before =
            self.state
                .compare_exchange(WAITING, CANCELLED, Ordering::AcqRel, Ordering::Acquire);
        match before {
            Ok(_) => Cancelled::BeforeItBegan(self.act),
            Err(RUNNING) => {
                self.cancelled.notify_one();
                Cancelled::UnderWay {
                    is_act: self.act.is_some(),
                }
            }
            Err(_) => Cancelled::TooLate,
        }
    }
}
