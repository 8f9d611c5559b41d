//! The last trees, by which an unchanged screen is known.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::phone::Shown;

/// How many trees are kept.
const KEPT: usize = 8;

/// The last trees that were given out.
#[derive(Debug, Default)]
pub(crate) struct Trees {
    last: u64,
    kept: VecDeque<Kept>,
}

#[derive(Debug)]
struct Kept {
    number: u64,
    /// How many events there were when the screen was last found to show this.
    events: u64,
    shown: Arc<Shown>,
}

impl Trees {
    /// Whether the driver's tree shows the same; then the events that there were by now are known not to have changed it.
    pub(crate) fn is_same(&mut self, number: u64, shown: &Shown) -> bool {
        let known = self.kept.iter_mut().find(|kept| kept.number == number);
        let same = known
            .filter(|kept| kept.shown.names == shown.names && kept.shown.windows == shown.windows);
        match same {
            Some(kept) => {
                kept.events = shown.events;
                true
            }
            None => false,
        }
    }

    /// The number of a new tree.
    pub(crate) fn add(&mut self, shown: Arc<Shown>) -> u64 {
        self.last += 1;
        if self.kept.len() >= KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back(Kept {
            number: self.last,
            events: shown.events,
            shown,
        });
        self.last
    }

    /// The number of the newest tree, and how many events there were by then.
    pub(crate) fn newest(&self) -> (u64, u64) {
        (self.last, self.kept.back().map_or(0, |kept| kept.events))
    }

    /// How many events there were when the screen was last found to show the tree of this number.
    pub(crate) fn events_of(&self, number: u64) -> Option<u64> {
        let known = self.kept.iter().find(|kept| kept.number == number);
        known.map(|kept| kept.events)
    }
}
