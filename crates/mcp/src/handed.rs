//! Which generations each caller was given.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// How many generations of a phone a caller may still act on.
const MOST_EACH: usize = 64;
/// How many phones of callers are remembered; more than a machine has.
const MOST: usize = 1_024;

/// The generations that answers brought, by caller and phone. A number that was not given names nothing that could have
/// been decided on.
#[derive(Debug, Default)]
pub(crate) struct Handed {
    given: Mutex<HashMap<(String, String), VecDeque<u64>>>,
}

impl Handed {
    pub(crate) fn give(&self, caller: &str, serial: &str, generation: u64) {
        let mut all = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (caller.to_owned(), serial.to_owned());
        if all.len() >= MOST && !all.contains_key(&key) {
            all.clear();
        }
        let given = all.entry(key).or_default();
        if given.contains(&generation) {
            return;
        }
        given.push_back(generation);
        if given.len() > MOST_EACH {
            given.pop_front();
        }
    }

    pub(crate) fn has(&self, caller: &str, serial: &str, generation: u64) -> bool {
        let all = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let given = all.get(&(caller.to_owned(), serial.to_owned()));
        given.is_some_and(|given| given.contains(&generation))
    }

    /// Whoever acts on a screen has left those before it behind.
    pub(crate) fn act(&self, caller: &str, serial: &str, generation: u64) {
        let mut all = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(given) = all.get_mut(&(caller.to_owned(), serial.to_owned())) {
            given.retain(|given| *given >= generation);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caller_has_what_it_was_given() {
        let handed = Handed::default();
        handed.give("one", "p", 3);
        assert!(handed.has("one", "p", 3));
        assert!(!handed.has("two", "p", 3) && !handed.has("one", "q", 3));
        assert!(!handed.has("one", "p", 4));
        handed.give("one", "p", 5);
        handed.act("one", "p", 5);
        assert!(handed.has("one", "p", 5) && !handed.has("one", "p", 3));
    }

    #[test]
    fn it_is_bounded() {
        let handed = Handed::default();
        for generation in 0..200 {
            handed.give("one", "p", generation);
        }
        assert!(!handed.has("one", "p", 135) && handed.has("one", "p", 136));
        for phone in 0..5_000 {
            handed.give("one", &phone.to_string(), 1);
        }
        assert!(handed.has("one", "4999", 1));
        assert!(handed.given.lock().unwrap().len() <= MOST);
    }
}
