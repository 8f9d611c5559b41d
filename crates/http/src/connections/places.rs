//! The places for connections, and who leaves one when all are taken.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use super::counts::ConnectionCounts;

/// A bounded number of places.
#[derive(Debug)]
pub(super) struct Places {
    free: Arc<Semaphore>,
    idle: Mutex<Idle>,
    counts: ConnectionCounts,
}

/// The connections that can be closed without anybody losing an answer, in the order in which they became idle.
#[derive(Debug, Default)]
struct Idle {
    by_turn: BTreeMap<u64, CancellationToken>,
    next_turn: u64,
}

/// The place of one connection. It is free again once this is dropped.
#[derive(Debug)]
pub(super) struct Place {
    places: Arc<Places>,
    /// Its key among the idle, even after it was evicted.
    turn: Option<u64>,
    evicted: CancellationToken,
    _permit: OwnedSemaphorePermit,
}

impl Places {
    pub(super) fn new(most: usize, counts: ConnectionCounts) -> Arc<Self> {
        let most = most.clamp(1, Semaphore::MAX_PERMITS);
        Arc::new(Self {
            free: Arc::new(Semaphore::new(most)),
            idle: Mutex::default(),
            counts,
        })
    }

    /// A place for a connection that is idle so far; the one that has been idle longest makes room. None if every
    /// connection has a request that is handled.
    pub(super) async fn take(self: &Arc<Self>) -> Option<Place> {
        let permit = match Arc::clone(&self.free).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) if !self.evict() => return None,
            // Whoever is evicted waits for nothing and leaves at once.
            Err(_) => Arc::clone(&self.free).acquire_owned().await.ok()?,
        };
        self.counts.opened();
        let mut place = Place {
            places: Arc::clone(self),
            turn: None,
            evicted: CancellationToken::new(),
            _permit: permit,
        };
        place.rest();
        Some(place)
    }

    /// Closes the connection that has been idle longest; whether there was one.
    pub(super) fn evict(&self) -> bool {
        let mut idle = self.idle();
        let Some((_, evicted)) = idle.by_turn.pop_first() else {
            return false;
        };
        self.counts.set_idle(idle.by_turn.len());
        self.counts.evicted();
        drop(idle);
        evicted.cancel();
        true
    }

    fn idle(&self) -> MutexGuard<'_, Idle> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// Is cancelled when this connection must make room.
    pub(super) fn evicted(&self) -> CancellationToken {
        self.evicted.clone()
    }

    /// From here on the connection may be evicted, after all that are idle already.
    pub(super) fn rest(&mut self) {
        if self.turn.is_some() {
            return;
        }
        let mut idle = self.places.idle();
        let turn = idle.next_turn;
        idle.next_turn += 1;
        idle.by_turn.insert(turn, self.evicted.clone());
        self.places.counts.set_idle(idle.by_turn.len());
        self.turn = Some(turn);
    }

    /// From here on the connection is not evicted; false if it already was.
    pub(super) fn work(&mut self) -> bool {
        let Some(turn) = self.turn else {
            return true;
        };
        let mut idle = self.places.idle();
        let is_ours = idle.by_turn.remove(&turn).is_some();
        self.places.counts.set_idle(idle.by_turn.len());
        if is_ours {
            self.turn = None;
        }
        is_ours
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.work();
        self.places.counts.closed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_longest_idle_makes_room() {
        let counts = ConnectionCounts::default();
        let places = Places::new(2, counts.clone());
        let mut first = places.take().await.unwrap();
        let second = places.take().await.unwrap();
        // It had a request in between, so the other one has been idle longer.
        assert!(first.work());
        first.rest();
        let evicted = second.evicted();
        let leaves = async {
            evicted.cancelled().await;
            drop(second);
        };
        let (third, ()) = tokio::join!(places.take(), leaves);
        assert!(third.is_some());
        assert!(!first.evicted().is_cancelled());
        assert_eq!((counts.now().open, counts.now().idle), (2, 2));
    }

    #[tokio::test]
    async fn whoever_works_is_not_evicted() {
        let counts = ConnectionCounts::default();
        let places = Places::new(1, counts.clone());
        let mut only = places.take().await.unwrap();
        assert!(only.work());
        assert!(places.take().await.is_none());
        only.rest();
        assert!(places.evict());
        // Too late: it was evicted before its request came.
        assert!(!only.work());
        assert!(!only.work());
        only.rest();
        assert!(!places.evict());
        drop(only);
        assert!(places.take().await.is_some());
        assert_eq!((counts.now().open, counts.now().evicted), (0, 1));
    }
}
