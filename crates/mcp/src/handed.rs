//! Which generations each caller was given.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use clawperator_host::Sequence;

/// How many generations of a phone a caller may still act on.
const MOST_EACH: usize = 64;
/// How many phones of callers are remembered; more than a machine has.
const MOST: usize = 1_024;

/// What one caller was given of one phone.
#[derive(Debug)]
struct Given {
    /// All are numbers of this one: when another begins, those before are of no use.
    sequence: Sequence,
    generations: VecDeque<u64>,
}

/// The generations that answers brought, by caller and phone. A number that was not given names nothing that could have
/// been decided on.
#[derive(Debug, Default)]
pub(crate) struct Handed {
    given: Mutex<HashMap<(String, String), Given>>,
}

impl Handed {
    pub(crate) fn give(&self, caller: &str, serial: &str, generation: u64, sequence: &Sequence) {
        let mut all = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (caller.to_owned(), serial.to_owned());
        if all.len() >= MOST && !all.contains_key(&key) {
            all.clear();
        }
        let given = all.entry(key).or_insert_with(|| Given {
            sequence: sequence.clone(),
            generations: VecDeque::new(),
        });
        if given.sequence != *sequence {
            given.sequence = sequence.clone();
            given.generations.clear();
        }
        if given.generations.contains(&generation) {
            return;
        }
        given.generations.push_back(generation);
        if given.generations.len() > MOST_EACH {
            given.generations.pop_front();
        }
    }

    /// The sequence of a generation that a caller was given.
    pub(crate) fn sequence(&self, caller: &str, serial: &str, generation: u64) -> Option<Sequence> {
        let all = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let given = all.get(&(caller.to_owned(), serial.to_owned()))?;
        let has = given.generations.contains(&generation);
        has.then(|| given.sequence.clone())
    }

    /// Whoever acts on a screen has left those before it behind.
    pub(crate) fn act(&self, caller: &str, serial: &str, generation: u64) {
        let mut all = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(given) = all.get_mut(&(caller.to_owned(), serial.to_owned())) {
            given.generations.retain(|given| *given >= generation);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequence(digit: &str) -> Sequence {
        Sequence::parse(&digit.repeat(32)).unwrap()
    }

    fn has(handed: &Handed, caller: &str, serial: &str, generation: u64) -> bool {
        handed.sequence(caller, serial, generation).is_some()
    }

    #[test]
    fn a_caller_has_what_it_was_given() {
        let (handed, sequence) = (Handed::default(), sequence("1"));
        handed.give("one", "p", 3, &sequence);
        assert!(has(&handed, "one", "p", 3));
        assert!(!has(&handed, "two", "p", 3) && !has(&handed, "one", "q", 3));
        assert!(!has(&handed, "one", "p", 4));
        handed.give("one", "p", 5, &sequence);
        handed.act("one", "p", 5);
        assert!(has(&handed, "one", "p", 5) && !has(&handed, "one", "p", 3));
    }

    #[test]
    fn it_is_bounded() {
        let (handed, sequence) = (Handed::default(), sequence("1"));
        for generation in 0..200 {
            handed.give("one", "p", generation, &sequence);
        }
        assert!(!has(&handed, "one", "p", 135) && has(&handed, "one", "p", 136));
        for phone in 0..5_000 {
            handed.give("one", &phone.to_string(), 1, &sequence);
        }
        assert!(has(&handed, "one", "4999", 1));
        assert!(handed.given.lock().unwrap().len() <= MOST);
    }

    #[test]
    fn nothing_is_left_of_a_sequence_when_another_begins() {
        let (handed, one, other) = (Handed::default(), sequence("1"), sequence("2"));
        handed.give("one", "p", 3, &one);
        handed.give("one", "p", 4, &one);
        assert_eq!(handed.sequence("one", "p", 3), Some(one));
        handed.give("one", "p", 3, &other);
        assert_eq!(handed.sequence("one", "p", 3), Some(other));
        assert!(!has(&handed, "one", "p", 4));
    }
}
