//! What became of the last acts.

use std::collections::VecDeque;
use std::time::Duration;

use clawperator_operator_protocol::{Acted, Outcome, Way};

use crate::phone::Did;

/// How many acts are kept.
const KEPT: usize = 1_024;
/// How long ago an act must have ended, so that nobody asks for it any more.
const FORGOTTEN_AFTER: Duration = Duration::from_mins(1);

/// What became of the last acts, by their numbers. Times are of the phone's clock.
#[derive(Debug, Default)]
pub(crate) struct Outcomes {
    known: VecDeque<Known>,
    /// When the last of those ended that are not kept any more.
    dropped: Option<Duration>,
}

#[derive(Debug)]
struct Known {
    act: u64,
    did: Did,
    ended: Duration,
}

impl Outcomes {
    /// An act came; answers what became of the first of this number, if there was one.
    pub(crate) fn enter(&mut self, act: u64, now: Duration) -> Result<(), Acted> {
        match self.find(act) {
            None => {
                self.keep(act, Did::failed(Outcome::UnderWay, "", ""), now);
                Ok(())
            }
            Some(known) => {
                // Whoever asked for it was told that nothing would be done.
                if known.did.outcome == Outcome::NeverHeardOf {
                    let why = "its fate was asked for before it came; it was not done";
                    known.did = Did::failed(Outcome::NotBegun, "CANCELLED", why);
                }
                Err(acted(act, known.did.clone()))
            }
        }
    }

    /// It came to an end.
    pub(crate) fn finish(&mut self, act: u64, did: Did, now: Duration) {
        if let Some(known) = self.find(act) {
            known.did = did;
            known.ended = now;
        }
    }

    /// Whether an act of this number came and is not over.
    pub(crate) fn is_under_way(&mut self, act: u64) -> bool {
        self.find(act)
            .is_some_and(|known| known.did.outcome == Outcome::UnderWay)
    }

    /// What became of the act of this number. A number that never came is used up by the question, so that the answer
    /// stays true.
    pub(crate) fn of(&mut self, act: u64, now: Duration) -> Acted {
        if let Some(known) = self.find(act) {
            return acted(act, known.did.clone());
        }
        if let Some(dropped) = self.dropped
            && now.saturating_sub(dropped) < FORGOTTEN_AFTER
        {
            let why = "too many acts came since";
            return acted(act, Did::failed(Outcome::Unknown, "FORGOTTEN", why));
        }
        let never = Did::failed(Outcome::NeverHeardOf, "", "");
        self.keep(act, never.clone(), now);
        acted(act, never)
    }

    /// What became of an act that came before; nothing of one that is new.
    pub(crate) fn before(&mut self, act: u64, now: Duration) -> Option<Acted> {
        self.find(act)?;
        self.enter(act, now).err()
    }

    fn keep(&mut self, act: u64, did: Did, now: Duration) {
        if self.known.len() >= KEPT {
            // One that is under way is answered later, whatever is kept.
            let over = |known: &Known| known.did.outcome != Outcome::UnderWay;
            let place = self.known.iter().position(over).unwrap_or(0);
            let dropped = self.known.remove(place).map(|known| known.ended);
            self.dropped = self.dropped.max(dropped);
        }
        let ended = now;
        self.known.push_back(Known { act, did, ended });
    }

    fn find(&mut self, act: u64) -> Option<&mut Known> {
        self.known.iter_mut().rev().find(|known| known.act == act)
    }
}

/// As it is answered.
pub(crate) fn acted(act: u64, did: Did) -> Acted {
    let Did {
        outcome,
        way,
        code,
        message,
        notices,
    } = did;
    let was_used = matches!(outcome, Outcome::Done | Outcome::InPart | Outcome::Unknown);
    Acted {
        act,
        outcome,
        way: if was_used { way } else { Way::Any },
        code,
        message,
        notices,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Duration = Duration::from_secs(1_000);

    #[test]
    fn none_is_done_twice_and_what_is_not_kept_is_unknown() {
        let mut outcomes = Outcomes::default();
        let many = u64::try_from(KEPT).unwrap() + 44;
        for act in 1..=many {
            outcomes.enter(act, AT).unwrap();
            outcomes.finish(act, Did::done(Way::Keys), AT);
        }
        assert_eq!(outcomes.of(44, AT).outcome, Outcome::Unknown);
        assert_eq!(outcomes.of(45, AT).outcome, Outcome::Done);
        let again = outcomes.enter(many, AT).unwrap_err();
        assert_eq!((again.outcome, again.way), (Outcome::Done, Way::Keys));
        let later = AT + FORGOTTEN_AFTER;
        assert_eq!(outcomes.of(9_999, later).outcome, Outcome::NeverHeardOf);
    }

    #[test]
    fn a_number_that_was_asked_for_is_used_up() {
        let mut outcomes = Outcomes::default();
        assert_eq!(outcomes.of(7, AT).outcome, Outcome::NeverHeardOf);
        assert_eq!(outcomes.of(7, AT).outcome, Outcome::NeverHeardOf);
        let late = outcomes.enter(7, AT).unwrap_err();
        assert_eq!(late.outcome, Outcome::NotBegun);
        assert_eq!(outcomes.of(7, AT).outcome, Outcome::NotBegun);
    }
}
