//! What one connection is doing, and until when it may.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use super::limits::ConnectionLimits;
use super::places::Place;

/// What a connection is doing. The socket, the requests and the answers on it report; `drive` asks.
#[derive(Debug)]
pub(super) struct Progress {
    state: Mutex<State>,
    limits: Arc<ConnectionLimits>,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    /// Since when the client takes nothing of what is ready for it.
    blocked_since: Option<Instant>,
    /// None once the connection has left it.
    place: Option<Place>,
}

#[derive(Debug, Clone, Copy)]
enum Phase {
    /// No byte of a request has come, on a new connection or since the last answer.
    Silent { until: Instant, is_new: bool },
    /// A header arrives.
    Header { until: Instant },
    /// A request is handled, or its answer is made.
    Handling {
        /// Until when the rest of its body may arrive; none once all of it is there.
        body_until: Option<Instant>,
        has_answer: bool,
    },
    /// The answer is made; some of it may still be on its way out.
    Answered,
}

/// What a client was too slow with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Late {
    /// It did not ask for anything.
    Silent,
    /// A request began and did not arrive, and nothing of an answer was sent.
    Request,
    /// It did not take its answer, or did not end its request while it got one.
    Answer,
}

impl Progress {
    pub(super) fn new(place: Place, limits: Arc<ConnectionLimits>) -> Arc<Self> {
        let phase = Phase::Silent {
            until: Instant::now() + limits.header_time,
            is_new: true,
        };
        let state = State {
            phase,
            blocked_since: None,
            place: Some(place),
        };
        Arc::new(Self {
            state: Mutex::new(state),
            limits,
        })
    }

    /// Bytes have come.
    pub(super) fn heard(&self) {
        let mut state = self.state();
        if let Phase::Silent { until, is_new } = state.phase {
            // On a new connection the time for the header is running already.
            let until = if is_new {
                until
            } else {
                Instant::now() + self.limits.header_time
            };
            state.phase = Phase::Header { until };
        }
    }

    /// A header is complete. False if the connection was evicted before: then the request must not be handled.
    pub(super) fn begin(&self, has_body: bool) -> bool {
        let mut state = self.state();
        state.phase = Phase::Handling {
            body_until: has_body.then(|| Instant::now() + self.limits.body_time),
            has_answer: false,
        };
        state.place.as_mut().is_some_and(Place::work)
    }

    /// The body is complete, or nobody wants the rest.
    pub(super) fn arrived(&self) {
        if let Phase::Handling { body_until, .. } = &mut self.state().phase {
            *body_until = None;
        }
    }

    /// The handler has an answer; its body may still be made.
    pub(super) fn has_answer(&self) {
        if let Phase::Handling { has_answer, .. } = &mut self.state().phase {
            *has_answer = true;
        }
    }

    /// The answer is made.
    pub(super) fn answered(&self) {
        self.state().phase = Phase::Answered;
    }

    /// Bytes of an answer were taken by the system, or not.
    pub(super) fn wrote(&self, is_blocked: bool) {
        let mut state = self.state();
        state.blocked_since = match (is_blocked, state.blocked_since) {
            (true, Some(since)) => Some(since),
            (true, None) => Some(Instant::now()),
            (false, _) => None,
        };
    }

    /// Lets the connection rest once its answer is out.
    pub(super) fn settle(&self) {
        let mut state = self.state();
        if matches!(state.phase, Phase::Answered) && state.blocked_since.is_none() {
            state.phase = Phase::Silent {
                until: Instant::now() + self.limits.idle_time,
                is_new: false,
            };
            if let Some(place) = &mut state.place {
                place.rest();
            }
        }
    }

    /// Nothing is handled any more: from here on the connection may be evicted.
    pub(super) fn rest(&self) {
        if let Some(place) = &mut self.state().place {
            place.rest();
        }
    }

    /// Gives the place up, also while somebody still holds the body of a request.
    pub(super) fn leave(&self) {
        let place = self.state().place.take();
        drop(place);
    }

    /// Whether there is no request that deserves an answer.
    pub(super) fn is_waiting(&self) -> bool {
        matches!(
            self.state().phase,
            Phase::Silent { .. } | Phase::Header { .. }
        )
    }

    /// Whether a handler, or whoever makes the answer's body, would work for nobody if the client were gone.
    pub(super) fn is_handling(&self) -> bool {
        matches!(self.state().phase, Phase::Handling { .. })
    }

    /// When the client will have been too slow, and with what.
    pub(super) fn limit(&self) -> Option<(Instant, Late)> {
        let state = self.state();
        let waits_for = match state.phase {
            Phase::Silent { until, .. } => Some((until, Late::Silent)),
            Phase::Header { until } => Some((until, Late::Request)),
            Phase::Handling {
                body_until: Some(until),
                has_answer,
            } => {
                let late = if has_answer {
                    Late::Answer
                } else {
                    Late::Request
                };
                Some((until, late))
            }
            Phase::Handling {
                body_until: None, ..
            }
            | Phase::Answered => None,
        };
        let blocked = state.blocked_since;
        let is_blocked = blocked.map(|since| (since + self.limits.write_time, Late::Answer));
        [waits_for, is_blocked]
            .into_iter()
            .flatten()
            .min_by_key(|(until, _)| *until)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
