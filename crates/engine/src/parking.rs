//! Waiting for a person: a run that needs a confirmation is parked until it is decided.
//!
//! The phone stays this run's, the run's clock stands still, and nothing is sent. What was decided is not taken for what
//! is on the screen: whoever was approved looks again and asks again.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clawperator_contract::Advice;
use clawperator_contract::events::{Decision as Decided, Happened, StepName};
use tracing::debug;

use crate::events::Teller;
use crate::guard::{Decision, Guard, Refusal, Ticket, Verdict};
use crate::millis::whole_millis;
use crate::run_clock::RunClock;

/// How a run waits for a person.
#[derive(Debug)]
pub(crate) struct Parking<'a> {
    guard: &'a dyn Guard,
    teller: &'a Teller<'a>,
    pub(crate) clock: &'a RunClock,
    /// Whether the caller lets the run wait.
    is_allowed: bool,
    /// The question that it waits for, as long as it waits. A run that is cancelled is dropped where it waits, and this
    /// says which question it has left open.
    open: Mutex<Option<Ticket>>,
}

impl<'a> Parking<'a> {
    pub(crate) fn new(
        guard: &'a dyn Guard,
        teller: &'a Teller<'a>,
        clock: &'a RunClock,
        is_allowed: bool,
    ) -> Self {
        Self {
            guard,
            teller,
            clock,
            is_allowed,
            open: Mutex::default(),
        }
    }

    /// Waits until a verdict is decided, unless it is final or the time for it is over; the step is the one that asks.
    ///
    /// `waited` is how long was waited for it before: a question that comes anew does not begin anew.
    pub(crate) async fn decide(
        &self,
        verdict: Verdict,
        step: Option<StepName>,
        waited: Duration,
    ) -> Result<(), Verdict> {
        let (refusal, ticket) = match verdict {
            Verdict::Confirm {
                refusal,
                ticket: Some(ticket),
            } if self.is_allowed => (refusal, ticket),
            other => return Err(other),
        };
        if ticket.limit <= waited {
            let why = "the time for decisions is over, and the question was withdrawn";
            return Err(self.too_late(refusal, &ticket, why).await);
        }
        let ticket = Ticket {
            limit: ticket.limit.saturating_sub(waited),
            ..ticket
        };
        match self.wait(&ticket, step).await {
            Some(Decision::Approved) => Ok(()),
            Some(Decision::Refused) => Err(Verdict::Deny(Refusal {
                reason: format!("the request for approval was revoked: {}", refusal.reason),
                rule: refusal.rule,
                advice: Some(Advice::new(
                    "do not send it again as it is; nothing that was refused was sent",
                )),
            })),
            None => {
                let why = "nobody decided in time, and the question was withdrawn";
                Err(self.too_late(refusal, &ticket, why).await)
            }
        }
    }

    /// The end of a run that cannot wait any longer. An approval that came after this would be for a run that is over.
    async fn too_late(&self, refusal: Refusal, ticket: &Ticket, why: &str) -> Verdict {
        self.guard.withdraw(ticket).await;
        let advice = format!("{why}; send the execution again to ask again");
        Verdict::Confirm {
            refusal: Refusal {
                advice: Some(Advice::new(advice)),
                ..refusal
            },
            ticket: None,
        }
    }

    /// Withdraws the question that a run waited for when it was cancelled: nobody is asked about something that no run
    /// waits for.
    pub(crate) async fn withdraw(&self) {
        let open = self.open().take();
        if let Some(ticket) = open {
            self.guard.withdraw(&ticket).await;
        }
    }

    async fn wait(&self, ticket: &Ticket, step: Option<StepName>) -> Option<Decision> {
        let standstill = self.clock.park();
        *self.open() = Some(ticket.clone());
        let wait_ms = whole_millis(ticket.limit);
        debug!(wait_ms, "parked until a person decides");
        self.teller.tell(Happened::Parked {
            step,
            ticket: ticket.id.clone(),
            wait_ms,
        });
        let over = self.clock.real().now().plus(ticket.limit);
        let decision = tokio::select! {
            biased;
            decision = self.guard.decision(ticket) => Some(decision),
            () = self.clock.real().sleep_until(over) => None,
        };
        *self.open() = None;
        drop(standstill);
        debug!(
            "{}",
            match decision {
                Some(Decision::Approved) => "approved",
                Some(Decision::Refused) => "refused by a person",
                None => "nobody decided in time",
            }
        );
        self.teller.tell(Happened::Decided {
            ticket: ticket.id.clone(),
            decision: match decision {
                Some(Decision::Approved) => Decided::Approved,
                Some(Decision::Refused) => Decided::Refused,
                None => Decided::Expired,
            },
        });
        decision
    }

    fn open(&self) -> MutexGuard<'_, Option<Ticket>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
