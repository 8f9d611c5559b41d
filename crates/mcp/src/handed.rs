//! Which generations the caller was given.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// How many generations of a phone the caller may still act on.
const MOST_EACH: usize = 64;
/// How many phones are remembered; more than a machine has.
const MOST_PHONES: usize = 1_024;

/// The generations that answers brought, by phone. A number that was not given names nothing that could have been
/// decided on.
#[derive(Debug, Default)]
pub(crate) struct Handed {
    given: Mutex<HashMap<String, VecDeque<u64>>>,
}

impl Handed {
    pub(crate) fn give(&self, serial: &str, generation: u64) {
        let mut phones = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        if phones.len() >= MOST_PHONES && !phones.contains_key(serial) {
            phones.clear();
        }
        let given = phones.entry(serial.to_owned()).or_default();
        if given.contains(&generation) {
            return;
        }
        given.push_back(generation);
        if given.len() > MOST_EACH {
            given.pop_front();
        }
    }

    pub(crate) fn has(&self, serial: &str, generation: u64) -> bool {
        let phones = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let given = phones.get(serial);
        given.is_some_and(|given| given.contains(&generation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_has_what_was_given_for_it() {
        let handed = Handed::default();
        handed.give("p", 3);
        assert!(handed.has("p", 3));
        assert!(!handed.has("p", 4) && !handed.has("q", 3));
    }

    #[test]
    fn it_is_bounded() {
        let handed = Handed::default();
        for generation in 0..200 {
            handed.give("p", generation);
        }
        assert!(!handed.has("p", 135) && handed.has("p", 136));
        for phone in 0..5_000 {
            handed.give(&phone.to_string(), 1);
        }
        assert!(handed.has("4999", 1));
        assert!(handed.given.lock().unwrap().len() <= MOST_PHONES);
    }
}
