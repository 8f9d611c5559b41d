//! The lines before the phones: one execution of this process at a time on each, the others in the order they came.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use clawperator_contract::Holder;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The lines of all phones that anybody waits for.
#[derive(Debug)]
pub(super) struct Lanes {
    phones: Mutex<HashMap<String, Weak<Lane>>>,
    most_waiting: usize,
}

#[derive(Debug)]
struct Lane {
    turn: Arc<Semaphore>,
    waiting: AtomicUsize,
    holder: Mutex<Option<Holder>>,
}

/// A place in a line.
#[derive(Debug)]
pub(super) struct Place {
    lane: Arc<Lane>,
    turn: Option<OwnedSemaphorePermit>,
    /// Whether it is one of those that wait.
    is_counted: bool,
}

/// Why there is no place.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoPlace {
    /// Somebody has the phone, and waiting is not wanted.
    Taken(Option<Holder>),
    /// Too many wait already.
    Full,
}

/// A phone that is this run's, among those of this process.
#[derive(Debug)]
pub(super) struct Turn {
    lane: Arc<Lane>,
    _permit: OwnedSemaphorePermit,
}

impl Lanes {
    pub(super) fn new(most_waiting: usize) -> Self {
        Self {
            phones: Mutex::default(),
            most_waiting,
        }
    }

    /// A place in the line of a phone; without `waits`, only one that has its turn at once.
    pub(super) fn place(&self, serial: &str, waits: bool) -> Result<Place, NoPlace> {
        let lane = self.lane(serial);
        // Whoever comes later must not overtake those who wait.
        let is_free = lane.waiting.load(Ordering::Acquire) == 0;
        if is_free && let Ok(turn) = Arc::clone(&lane.turn).try_acquire_owned() {
            return Ok(Place {
                lane,
                turn: Some(turn),
                is_counted: false,
            });
        }
        if !waits {
            let holder = lock(&lane.holder).clone();
            return Err(NoPlace::Taken(holder));
        }
        let taken = lane
            .waiting
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |waiting| {
                (waiting < self.most_waiting).then_some(waiting + 1)
            });
        match taken {
            Ok(_) => Ok(Place {
                lane,
                turn: None,
                is_counted: true,
            }),
            Err(_) => Err(NoPlace::Full),
        }
    }

    fn lane(&self, serial: &str) -> Arc<Lane> {
        let mut phones = lock(&self.phones);
        if let Some(lane) = phones.get(serial).and_then(Weak::upgrade) {
            return lane;
        }
        // Phones come and go under ever new names.
        phones.retain(|_, lane| lane.strong_count() > 0);
        let lane = Arc::new(Lane {
            turn: Arc::new(Semaphore::new(1)),
            waiting: AtomicUsize::new(0),
            holder: Mutex::default(),
        });
        phones.insert(serial.to_owned(), Arc::downgrade(&lane));
        lane
    }
}

impl Place {
    /// Whether others come first.
    pub(super) const fn waits(&self) -> bool {
        self.is_counted
    }

    /// Says who has the phone, if it is this one's turn already: whoever asks next is told.
    pub(super) fn announce(&self, holder: Holder) {
        if self.turn.is_some() {
            *lock(&self.lane.holder) = Some(holder);
        }
    }

    /// Waits until it is this one's turn.
    pub(super) async fn turn(mut self, holder: Holder) -> Option<Turn> {
        let permit = match self.turn.take() {
            Some(turn) => turn,
            // It is never closed.
            None => Arc::clone(&self.lane.turn).acquire_owned().await.ok()?,
        };
        *lock(&self.lane.holder) = Some(holder);
        Some(Turn {
            lane: Arc::clone(&self.lane),
            _permit: permit,
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.turn.is_some() {
            *lock(&self.lane.holder) = None;
        }
        if self.is_counted {
            self.lane.waiting.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *lock(&self.lane.holder) = None;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    fn holder(name: &str) -> Holder {
        Holder {
            command_id: name.to_owned(),
            process_id: 1,
            user: None,
        }
    }

    #[tokio::test]
    async fn a_line_is_bounded_and_in_order() {
        let lanes = Lanes::new(2);
        let gone = lanes.place("a", false).unwrap();
        gone.announce(holder("gone"));
        drop(gone);
        let first = lanes.place("a", false).unwrap();
        assert!(!first.waits());
        assert_eq!(lanes.place("a", false).unwrap_err(), NoPlace::Taken(None));
        first.announce(holder("first"));
        assert_eq!(
            lanes.place("a", false).unwrap_err(),
            NoPlace::Taken(Some(holder("first")))
        );
        let first = first.turn(holder("first")).await.unwrap();
        assert_eq!(
            lanes.place("a", false).unwrap_err(),
            NoPlace::Taken(Some(holder("first")))
        );
        // Another phone has a line of its own.
        drop(lanes.place("b", false).unwrap());
        let second = lanes.place("a", true).unwrap();
        let third = lanes.place("a", true).unwrap();
        assert!(second.waits() && third.waits());
        assert_eq!(lanes.place("a", true).unwrap_err(), NoPlace::Full);
        let mut second = Box::pin(second.turn(holder("second")));
        let mut third = Box::pin(third.turn(holder("third")));
        assert!((&mut second).now_or_never().is_none());
        assert!((&mut third).now_or_never().is_none());
        drop(first);
        // It is the second one's turn, and nobody who comes now goes before it.
        assert!(matches!(lanes.place("a", false), Err(NoPlace::Taken(_))));
        assert!((&mut third).now_or_never().is_none());
        let second = second.await.unwrap();
        drop(third);
        drop(second);
        assert!(!lanes.place("a", true).unwrap().waits());
    }

    #[test]
    fn lines_of_phones_that_are_gone_are_forgotten() {
        let lanes = Lanes::new(1);
        for phone in 0..100 {
            drop(lanes.place(&phone.to_string(), true));
        }
        assert!(lock(&lanes.phones).len() <= 2);
    }
}
