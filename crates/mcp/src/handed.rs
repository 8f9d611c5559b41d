//! Which generations a caller was given.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// How many generations of a phone a caller may still act on.
const MOST_EACH: usize = 64;
/// How many callers and phones are remembered.
const MOST: usize = 4_096;

/// The generations that answers brought, by caller and phone. A number that nobody was given names nothing that could
/// have been decided on.
#[derive(Debug, Default)]
pub(crate) struct Handed {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    given: HashMap<(String, String), VecDeque<u64>>,
    oldest: VecDeque<(String, String)>,
}

impl Handed {
    pub(crate) fn give(&self, caller: &str, serial: &str, generation: u64) {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (caller.to_owned(), serial.to_owned());
        if !inner.given.contains_key(&key) {
            inner.oldest.push_back(key.clone());
            if inner.oldest.len() > MOST
                && let Some(oldest) = inner.oldest.pop_front()
            {
                inner.given.remove(&oldest);
            }
        }
        let given = inner.given.entry(key).or_default();
        if given.contains(&generation) {
            return;
        }
        given.push_back(generation);
        if given.len() > MOST_EACH {
            given.pop_front();
        }
    }

    pub(crate) fn has(&self, caller: &str, serial: &str, generation: u64) -> bool {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let given = inner.given.get(&(caller.to_owned(), serial.to_owned()));
        given.is_some_and(|given| given.contains(&generation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caller_has_what_it_was_given() {
        let handed = Handed::default();
        handed.give("a", "p", 3);
        assert!(handed.has("a", "p", 3));
        for (caller, phone, generation) in [("a", "p", 4), ("a", "q", 3), ("b", "p", 3)] {
            assert!(!handed.has(caller, phone, generation));
        }
    }

    #[test]
    fn it_is_bounded() {
        let handed = Handed::default();
        for generation in 0..200 {
            handed.give("a", "p", generation);
        }
        assert!(!handed.has("a", "p", 135) && handed.has("a", "p", 136));
        for caller in 0..5_000 {
            handed.give(&caller.to_string(), "p", 1);
        }
        assert!(!handed.has("a", "p", 199) && handed.has("4999", "p", 1));
        assert_eq!(handed.inner.lock().unwrap().given.len(), MOST);
    }
}
