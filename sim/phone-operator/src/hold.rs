//! Who holds the phone, and for how long without a word.

use std::time::Duration;

use clawperator_operator_protocol::Held;
use tokio::sync::watch;

/// How long a holder may be silent.
const LEASE: Duration = Duration::from_secs(10);

/// Which stream holds the phone. A lease that has run out is noticed when somebody asks: nothing ticks.
#[derive(Debug, Default)]
pub(crate) struct Holding {
    holder: Option<Holder>,
    /// The stream that holds, for those who must stop when they lose it; 0 for none.
    stream: watch::Sender<u64>,
}

#[derive(Debug)]
struct Holder {
    stream: u64,
    name: String,
    until: Duration,
    /// Acts of this stream that are under way; the lease does not run out meanwhile.
    acting: u32,
}

impl Holding {
    pub(crate) fn is_held_by(&mut self, stream: u64, now: Duration) -> bool {
        self.expire(now);
        self.holder
            .as_ref()
            .is_some_and(|holder| holder.stream == stream)
    }

    /// The holder has said something, so its lease begins again.
    pub(crate) fn heard(&mut self, stream: u64, now: Duration) {
        self.expire(now);
        if let Some(holder) = self.mine(stream) {
            holder.until = now.saturating_add(LEASE);
        }
    }

    /// A stream wants the phone, also from another if it takes it.
    pub(crate) fn hold(&mut self, stream: u64, name: String, take: bool, now: Duration) {
        self.expire(now);
        let is_free = self
            .holder
            .as_ref()
            .is_none_or(|holder| take || holder.stream == stream);
        if is_free {
            let acting = self.mine(stream).map_or(0, |holder| holder.acting);
            let until = now.saturating_add(LEASE);
            self.holder = Some(Holder {
                stream,
                name,
                until,
                acting,
            });
            self.stream.send_replace(stream);
        }
    }

    pub(crate) fn leave(&mut self, stream: u64) {
        if self.mine(stream).is_some() {
            self.holder = None;
            self.stream.send_replace(0);
        }
    }

    /// Whether another stream than this has the phone.
    pub(crate) fn is_held_by_another(&mut self, stream: u64, now: Duration) -> bool {
        self.expire(now);
        self.holder
            .as_ref()
            .is_some_and(|holder| holder.stream != stream)
    }

    pub(crate) fn begin_act(&mut self, stream: u64) {
        if let Some(holder) = self.mine(stream) {
            holder.acting += 1;
        }
    }

    pub(crate) fn end_act(&mut self, stream: u64, now: Duration) {
        if let Some(holder) = self.mine(stream) {
            holder.acting = holder.acting.saturating_sub(1);
            holder.until = now.saturating_add(LEASE);
        }
    }

    /// Who has the phone now, in the words for this stream.
    pub(crate) fn told(&mut self, stream: u64, now: Duration) -> Held {
        self.expire(now);
        let lease = u32::try_from(LEASE.as_millis()).unwrap_or(u32::MAX);
        match &self.holder {
            Some(holder) => Held {
                by_you: holder.stream == stream,
                lease_ms: lease,
                name: holder.name.clone(),
            },
            None => Held {
                by_you: false,
                lease_ms: 0,
                name: String::new(),
            },
        }
    }

    /// Tells when another stream holds the phone.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.stream.subscribe()
    }

    fn expire(&mut self, now: Duration) {
        let over = |holder: &mut Holder| holder.acting == 0 && holder.until <= now;
        if self.holder.take_if(over).is_some() {
            self.stream.send_replace(0);
        }
    }

    fn mine(&mut self, stream: u64) -> Option<&mut Holder> {
        self.holder
            .as_mut()
            .filter(|holder| holder.stream == stream)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_silent_holder_loses_the_phone_after_its_lease() {
        let mut holding = Holding::default();
        holding.hold(1, "one".to_owned(), false, Duration::ZERO);
        holding.hold(2, "two".to_owned(), false, SECOND);
        assert!(holding.is_held_by(1, SECOND));
        assert!(!holding.told(2, SECOND).by_you);
        holding.heard(1, 5 * SECOND);
        assert!(holding.is_held_by(1, 14 * SECOND));
        holding.hold(2, "two".to_owned(), false, 15 * SECOND);
        assert!(holding.is_held_by(2, 15 * SECOND));
        assert!(!holding.is_held_by(1, 15 * SECOND));
    }

    #[test]
    fn an_act_keeps_the_lease_and_a_takeover_does_not_wait() {
        let mut holding = Holding::default();
        holding.hold(1, "one".to_owned(), false, Duration::ZERO);
        holding.begin_act(1);
        assert!(holding.is_held_by(1, 60 * SECOND));
        holding.hold(2, "two".to_owned(), true, 60 * SECOND);
        assert!(holding.is_held_by(2, 60 * SECOND));
        holding.end_act(1, 61 * SECOND);
        assert_eq!(holding.told(1, 61 * SECOND).name, "two");
    }
}
