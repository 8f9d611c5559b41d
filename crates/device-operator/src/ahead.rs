//! A look that goes out together with the act before it, so that both are answered in one round trip.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clawperator_adb::Deadline;
use clawperator_operator_protocol::{Answer, Look, Request, Tree};
use tokio::time::Instant;

use crate::look::at_rest;
use crate::stream::{Sent, Stream};

/// How soon behind the act the look must be asked for. Whoever comes later may have waited for a person, and wants to see
/// the screen as it is by then.
const FRESH: Duration = Duration::from_millis(100);

/// Whether a look is expected behind the next act, and the one that is under way.
#[derive(Debug, Default)]
pub(crate) struct Ahead(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    is_expected: bool,
    under_way: Option<UnderWay>,
}

#[derive(Debug)]
struct UnderWay {
    stream: Arc<Stream>,
    sent: Sent,
    /// When the act was over.
    acted: Option<Instant>,
}

impl Ahead {
    /// The screen will be looked at right behind the next act.
    pub(crate) fn expect(&self) {
        self.state().is_expected = true;
    }

    /// An act of this number was sent. The look behind the one before is of no use any more.
    pub(crate) async fn acting(&self, stream: &Arc<Stream>, act: u64, deadline: Deadline) {
        let is_expected = {
            let mut state = self.state();
            state.under_way = None;
            std::mem::take(&mut state.is_expected)
        };
        if !is_expected {
            return;
        }
        let look = Request::Look(Look {
            after: act,
            ..at_rest(deadline)
        });
        // Where it cannot go out now, the screen is looked at later.
        if let Ok(sent) = stream.send(&look, deadline).await {
            self.state().under_way = Some(UnderWay {
                stream: Arc::clone(stream),
                sent,
                acted: None,
            });
        }
    }

    /// The act came to its end; where it was not done, nobody waits for what it brings.
    pub(crate) fn acted(&self, is_done: bool) {
        let mut state = self.state();
        match &mut state.under_way {
            Some(under_way) if is_done => under_way.acted = Some(Instant::now()),
            under_way => *under_way = None,
        }
    }

    /// What the look behind the last act saw, with the stream that it came from; none where there is no such look.
    pub(crate) async fn seen(&self, deadline: Deadline) -> Option<(Arc<Stream>, Tree)> {
        let UnderWay {
            stream,
            mut sent,
            acted,
        } = self.state().under_way.take()?;
        let is_fresh = acted.is_some_and(|acted| acted.elapsed() <= FRESH);
        if !is_fresh || stream.is_lost() {
            return None;
        }
        match stream.answer(&mut sent, deadline).await {
            Ok(Answer::Tree(tree)) => Some((stream, tree)),
            _ => None,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
