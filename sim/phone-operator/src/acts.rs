//! Acts of one stream, one after another.

use std::sync::Arc;
use std::time::Duration;

use clawperator_operator_protocol::{Act, Answer, Outcome, Spot, face_at};
use tokio::sync::mpsc;

use crate::cancel::{Open, Ticket};
use crate::operator::{Ended, Shared};
use crate::outcomes::acted;
use crate::phone::{Did, Moment, Trouble};
use crate::write::Outgoing;

/// An act that waits for its turn. One that is dropped was not begun, or was given up.
pub(crate) struct Waiting {
    id: u32,
    act: u64,
    /// When it may begin at the latest.
    until: Duration,
    what: Act,
    ticket: Arc<Ticket>,
    shared: Arc<Shared>,
    begun: bool,
    finished: bool,
}

impl Waiting {
    /// An act that is known by its number from now on.
    pub(crate) fn new(
        shared: &Arc<Shared>,
        ticket: Arc<Ticket>,
        id: u32,
        act: u64,
        time_ms: u32,
        what: Act,
    ) -> Self {
        let time = Duration::from_millis(u64::from(time_ms));
        Self {
            id,
            act,
            until: shared.phone.now().saturating_add(time),
            what,
            ticket,
            shared: Arc::clone(shared),
            begun: false,
            finished: false,
        }
    }

    /// It did not begin, because of a cancel that came first.
    pub(crate) fn not_begun() -> Did {
        Did::failed(
            Outcome::NotBegun,
            "CANCELLED",
            "it was cancelled before it began",
        )
    }

    fn finish(mut self, did: Did) -> Answer {
        self.finished = true;
        self.shared.finish(self.act, did.clone());
        Answer::Acted(acted(self.act, did))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if self.finished {
            return;
        }
        let did = if self.begun {
            let message = "the stream was closed before it was done";
            Did::failed(Outcome::InPart, "CANCELLED", message)
        } else {
            Self::not_begun()
        };
        self.shared.finish(self.act, did);
    }
}

/// Does the acts of a stream as they come.
pub(crate) async fn acts(
    shared: &Arc<Shared>,
    stream: u64,
    open: &Open,
    mut queue: mpsc::Receiver<Waiting>,
    answers: mpsc::Sender<Outgoing>,
) {
    while let Some(mut waiting) = queue.recv().await {
        let hand = shared.hand.lock().await;
        // One that was cancelled meanwhile has been answered.
        if !waiting.ticket.begin() {
            continue;
        }
        let did = turn(shared, stream, &mut waiting).await;
        drop(hand);
        let id = waiting.id;
        let answer = waiting.finish(did);
        open.close(id);
        let outgoing = Outgoing {
            id,
            answer,
            ends: false,
        };
        if answers.send(outgoing).await.is_err() {
            return;
        }
    }
}

async fn turn(shared: &Shared, stream: u64, waiting: &mut Waiting) -> Did {
    let now = shared.phone.now();
    if now > waiting.until {
        let message = "its time was over before its turn came";
        return Did::failed(Outcome::NotBegun, "TIMED_OUT", message);
    }
    let mut holder = {
        let mut holding = shared.holding();
        if !holding.is_held_by(stream, now) {
            return Did::failed(Outcome::NotBegun, "NOT_HELD", "this stream lost the phone");
        }
        holding.begin_act(stream);
        holding.watch()
    };
    let _acting = Acting { shared, stream };
    if let Some(differs) = what_differs(shared, &waiting.what) {
        return differs;
    }
    waiting.begun = true;
    let notices = shared.phone.notices();
    let did = tokio::select! {
        biased;
        did = act(shared, &waiting.what) => did,
        () = waiting.ticket.cancelled() => {
            Did::failed(Outcome::InPart, "CANCELLED", "it was cancelled while it was done")
        }
        _ = holder.wait_for(|holder| *holder != stream) => {
            Did::failed(Outcome::Unknown, "TAKEN_OVER", "another stream took the phone")
        }
    };
    let has_begun = did.outcome != Outcome::NotBegun;
    Did {
        notices: if has_begun { notices } else { 0 },
        ..did
    }
}

/// Why a touch would be of something else than what was judged.
fn what_differs(shared: &Shared, act: &Act) -> Option<Did> {
    let Act::Touch { spots, .. } = act else {
        return None;
    };
    if spots.is_empty() {
        return None;
    }
    let shown = match shared.phone.read() {
        Ok(shown) => shown,
        Err(refusal) => {
            return Some(Did::failed(
                Outcome::NotBegun,
                &refusal.code,
                refusal.message,
            ));
        }
    };
    let lies_there = |spot: &Spot| {
        let point = (spot.x, spot.y);
        face_at(&shown.names, &shown.windows, point, spot.closeness) == spot.face
    };
    if spots.iter().all(lies_there) {
        return None;
    }
    let message = "something else is there by now; nothing was touched";
    Some(Did::failed(Outcome::NotBegun, "NOT_THERE", message))
}

/// Does an act, unless the Operator is killed at it.
async fn act(shared: &Shared, act: &Act) -> Did {
    match shared.phone.trouble(Moment::Act) {
        Some(Trouble::KilledBefore) => {}
        Some(Trouble::KilledDuring) => shared.phone.act_in_part(act).await,
        Some(Trouble::KilledAfter) => {
            shared.phone.act(act).await;
        }
        _ => return shared.phone.act(act).await,
    }
    shared.end(Ended::Killed);
    // It is gone before anybody is told.
    std::future::pending().await
}

/// Keeps the lease while an act is under way.
struct Acting<'a> {
    shared: &'a Shared,
    stream: u64,
}

impl Drop for Acting<'_> {
    fn drop(&mut self) {
        let now = self.shared.phone.now();
        self.shared.holding().end_act(self.stream, now);
    }
}
