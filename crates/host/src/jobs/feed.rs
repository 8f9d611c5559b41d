//! Everything that happens in the runs of this process, for whoever follows it.
//!
//! There is one window of the newest events, and a reader is a place in it. So readers cost nothing while nothing
//! happens, an event is written as JSON once for all of them, and a reader that is too slow finds a gap.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use serde::Serialize;
use tokio::sync::watch;

/// The most events in the window.
const MOST_EVENTS: usize = 4_096;
/// The most bytes of events in the window.
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// What kind of thing an event tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FeedName {
    /// Something happened in a run.
    Event,
    /// A run has an answer.
    Result,
}

/// One event of one run.
#[derive(Debug)]
pub struct FedEvent {
    /// Its place in the feed, from 1, without holes.
    pub sequence: u64,
    /// What kind it is.
    pub name: FeedName,
    /// The name of the run it belongs to.
    pub run: String,
    /// The serial of the phone.
    pub device_id: String,
    /// Who asked for the run.
    pub asker: Option<String>,
    /// The event as JSON, for whoever asked.
    data: Bytes,
    /// The same for everybody else, where that is less.
    for_others: Option<Bytes>,
}

impl FedEvent {
    /// The event as JSON, as this caller may have it: what a run typed and read is for whoever asked for it.
    #[must_use]
    pub fn data_for(&self, caller: &str) -> &Bytes {
        match &self.for_others {
            Some(less) if self.asker.as_deref() != Some(caller) => less,
            _ => &self.data,
        }
    }
}

/// Whose an event is.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewEvent<'a> {
    pub(super) name: FeedName,
    pub(super) run: &'a str,
    pub(super) device_id: &'a str,
    pub(super) asker: Option<&'a str>,
}

/// What a reader gets.
#[derive(Debug)]
pub struct FeedRead {
    /// In order.
    pub events: Vec<Arc<FedEvent>>,
    /// Whether the window no longer has what came right after the reader's place.
    pub missed: bool,
}

/// The window.
#[derive(Debug)]
pub struct Feed {
    window: Mutex<Window>,
    newest: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Window {
    events: VecDeque<Arc<FedEvent>>,
    bytes: usize,
    newest: u64,
}

impl Feed {
    pub(super) fn new() -> Self {
        Self {
            window: Mutex::default(),
            newest: watch::Sender::new(0),
        }
    }

    /// The place of the newest event; 0 before the first.
    #[must_use]
    pub fn newest(&self) -> u64 {
        *self.newest.borrow()
    }

    /// Changes with every event.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.newest.subscribe()
    }

    /// The events after a place, oldest first.
    #[must_use]
    pub fn after(&self, place: u64, most: usize) -> FeedRead {
        let window = self.window();
        let oldest = window.events.front().map(|event| event.sequence);
        // A place that this feed never had is somebody else's.
        let missed = place > window.newest || oldest.is_some_and(|oldest| place + 1 < oldest);
        let from = if place > window.newest { 0 } else { place };
        let skipped = oldest.map_or(0, |oldest| (from + 1).saturating_sub(oldest));
        let skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
        let events = window.events.iter().skip(skipped).take(most);
        FeedRead {
            events: events.cloned().collect(),
            missed,
        }
    }

    pub(super) fn push(&self, fed: NewEvent<'_>, data: &impl Serialize) {
        self.push_both(fed, data, None::<&()>);
    }

    /// An event of which only whoever asked for the run gets everything.
    pub(super) fn push_both(
        &self,
        fed: NewEvent<'_>,
        data: &impl Serialize,
        for_others: Option<&impl Serialize>,
    ) {
        // What is told is made of what JSON has.
        let Ok(data) = serde_json::to_vec(data) else {
            return;
        };
        let Ok(for_others) = for_others.map(serde_json::to_vec).transpose() else {
            return;
        };
        let mut window = self.window();
        window.newest += 1;
        let event = FedEvent {
            sequence: window.newest,
            name: fed.name,
            run: fed.run.to_owned(),
            device_id: fed.device_id.to_owned(),
            asker: fed.asker.map(str::to_owned),
            data: data.into(),
            for_others: for_others.map(Bytes::from),
        };
        window.bytes += event.data.len();
        window.events.push_back(Arc::new(event));
        while window.events.len() > MOST_EVENTS || window.bytes > MOST_BYTES {
            let Some(oldest) = window.events.pop_front() else {
                break;
            };
            window.bytes = window.bytes.saturating_sub(oldest.data.len());
        }
        // Under the lock, so that places are told in order.
        self.newest.send_replace(window.newest);
    }

    fn window(&self) -> MutexGuard<'_, Window> {
        self.window.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(name: FeedName) -> NewEvent<'static> {
        NewEvent {
            name,
            run: "r",
            device_id: "d",
            asker: Some("one"),
        }
    }

    #[test]
    fn only_whoever_asked_gets_everything() {
        let feed = Feed::new();
        feed.push_both(of(FeedName::Result), &"all", Some(&"less"));
        feed.push(of(FeedName::Event), &"same");
        let read = feed.after(0, 10);
        let data = |index: usize, caller: &str| read.events[index].data_for(caller).clone();
        assert_eq!(data(0, "one"), "\"all\"");
        assert_eq!(data(0, "two"), "\"less\"");
        assert_eq!(data(1, "two"), "\"same\"");
    }

    fn sequences(read: &FeedRead) -> Vec<u64> {
        read.events.iter().map(|event| event.sequence).collect()
    }

    #[test]
    fn a_reader_gets_what_is_after_its_place() {
        let feed = Feed::new();
        assert!(feed.after(0, 10).events.is_empty());
        for number in 0..5 {
            feed.push(of(FeedName::Event), &number);
        }
        let read = feed.after(2, 2);
        assert_eq!((sequences(&read), read.missed), (vec![3, 4], false));
        let read = feed.after(5, 10);
        assert_eq!((sequences(&read), read.missed), (vec![], false));
        // The place of another process.
        let read = feed.after(9, 10);
        assert_eq!((sequences(&read), read.missed), (vec![1, 2, 3, 4, 5], true));
    }

    #[test]
    fn the_window_is_bounded_by_its_bytes_too() {
        let feed = Feed::new();
        let long = "x".repeat(MOST_BYTES / 4);
        for _ in 0..8 {
            feed.push(of(FeedName::Result), &long);
        }
        let read = feed.after(0, 100);
        assert!(read.missed);
        assert_eq!(read.events.last().unwrap().sequence, 8);
        assert!(read.events.len() <= 4);
        // One that is longer than the window is not kept, and said to be missing.
        feed.push(of(FeedName::Result), &"x".repeat(MOST_BYTES + 1));
        let read = feed.after(8, 100);
        assert!(read.events.is_empty());
        feed.push(of(FeedName::Event), &1);
        assert!(feed.after(8, 100).missed);
    }

    proptest! {
        /// Whoever reads on from the last event it got misses nothing without being told.
        #[test]
        fn nothing_is_skipped_unsaid(steps in prop::collection::vec((0_usize..3_000, 1_usize..3_000), 1..8)) {
            let feed = Feed::new();
            let mut place = 0;
            for (pushed, most) in steps {
                for number in 0..pushed {
                    feed.push(of(FeedName::Event), &number);
                }
                let read = feed.after(place, most);
                let mut expected = place + 1;
                for event in &read.events {
                    prop_assert!(event.sequence == expected || read.missed && event.sequence > expected);
                    expected = event.sequence + 1;
                    place = event.sequence;
                }
            }
        }
    }
}
