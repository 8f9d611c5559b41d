//! Waiting for a person: a run that needs a confirmation is parked until it is decided.
//!
//! The phone stays this run's, the run's clock stands still, and nothing is sent. What was decided is not taken for what
//! is on the screen: whoever was approved looks again and asks again.

use std::time::Duration;

use clawperator_contract::Advice;
use clawperator_contract::events::{Decision as Decided, Happened, StepName};

use crate::engine::whole_millis;
use crate::events::Teller;
use crate::guard::{Decision, Guard, Refusal, Ticket, Verdict};
use crate::run_clock::RunClock;

/// What parking needs to know.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parking<'a> {
    pub(crate) guard: &'a dyn Guard,
    pub(crate) teller: &'a Teller<'a>,
    pub(crate) clock: &'a RunClock,
    /// Whether the caller lets a run wait for a person.
    pub(crate) is_allowed: bool,
}

impl Parking<'_> {
    /// Waits until a verdict is decided, unless it is final or the time for it is over; the step is the one that asks.
    ///
    /// `waited` is how long was waited for it before: a question that comes anew does not begin anew.
    pub(crate) async fn decide(
        self,
        verdict: Verdict,
        step: Option<StepName>,
        waited: Duration,
    ) -> Result<(), Verdict> {
        let (refusal, ticket) = match verdict {
            Verdict::Confirm {
                refusal,
                ticket: Some(ticket),
            } if self.is_allowed && ticket.limit > waited => (refusal, ticket),
            other => return Err(other),
        };
        let limit = ticket.limit.saturating_sub(waited);
        match self.wait(&ticket, step, limit).await {
            Some(Decision::Approved) => Ok(()),
            Some(Decision::Refused) => Err(Verdict::Deny(Refusal {
                reason: format!("the request for approval was revoked: {}", refusal.reason),
                rule: refusal.rule,
                advice: Some(Advice::new(
                    "do not send it again as it is; nothing that was refused was sent",
                )),
            })),
            None => Err(Verdict::Confirm {
                refusal,
                ticket: Some(ticket),
            }),
        }
    }

    async fn wait(
        self,
        ticket: &Ticket,
        step: Option<StepName>,
        limit: Duration,
    ) -> Option<Decision> {
        let standstill = self.clock.park();
        self.teller.tell(Happened::Parked {
            step,
            ticket: ticket.id.clone(),
            wait_ms: whole_millis(limit),
        });
        let over = self.clock.real().now().plus(limit);
        let decision = tokio::select! {
            biased;
            decision = self.guard.decision(ticket) => Some(decision),
            () = self.clock.real().sleep_until(over) => None,
        };
        drop(standstill);
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
}
