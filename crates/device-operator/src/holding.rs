//! Having the phone, for as long as a run lasts: others are told who has it, and the lease is renewed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clawperator_adb::Deadline;
use clawperator_device::driver::{HoldError, OnPhone};
use clawperator_operator_protocol::{Answer, Hold, MOST_OF_HOLDER, Request};
use tokio::task::AbortHandle;
use tracing::debug;

use crate::link::Link;
use crate::look::unexpected;
use crate::stream::Stream;
use crate::trouble::Trouble;

/// What others are told where nobody said who it is.
const NOBODY_SAID: &str = "clawperator";
/// How long a phone that somebody has is waited for: one of ours that has just ended may still be leaving.
pub(crate) const PATIENCE: Duration = Duration::from_millis(500);
pub(crate) const BETWEEN: Duration = Duration::from_millis(10);
/// How often the lease is renewed, which lasts ten seconds.
const BEAT: Duration = Duration::from_secs(3);

/// Whether a driver has the phone.
#[derive(Debug, Default)]
pub(crate) struct Holding(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// How many have it by way of this driver.
    users: u32,
    name: String,
    /// Whoever took it away from them, where that is known.
    taken_by: Option<String>,
    beat: Option<AbortHandle>,
}

/// One that has the phone.
#[derive(Debug)]
struct Held {
    holding: Arc<Holding>,
    link: Arc<Link>,
}

impl OnPhone for Held {}

impl Holding {
    /// The name under which acts want the phone.
    pub(crate) fn name(&self) -> String {
        let state = self.state();
        if state.users == 0 {
            NOBODY_SAID.to_owned()
        } else {
            state.name.clone()
        }
    }

    /// Refuses what was wanted by somebody from whom the phone was taken.
    pub(crate) fn check(&self) -> Result<(), Trouble> {
        match &self.state().taken_by {
            Some(by) => Err(Trouble::Held(by.clone())),
            None => Ok(()),
        }
    }

    /// Somebody took the phone away in the middle.
    pub(crate) fn taken_by(&self, name: String) {
        let mut state = self.state();
        if state.users > 0 {
            debug!("the phone was taken over");
            state.taken_by.get_or_insert(name);
        }
    }

    /// Takes the phone, and keeps it until what is returned is dropped.
    pub(crate) async fn take(
        self: &Arc<Self>,
        link: &Arc<Link>,
        name: &str,
        deadline: Deadline,
    ) -> Result<Box<dyn OnPhone>, HoldError> {
        let name = shortened(name);
        let patience = Deadline::after(PATIENCE);
        let mut was_lost = false;
        loop {
            match wants(link, &name, deadline).await {
                Ok(None) => break,
                Ok(Some(_)) if patience.remaining().is_some_and(|left| !left.is_zero()) => {
                    tokio::time::sleep(BETWEEN).await;
                }
                Ok(Some(name)) => return Err(HoldError::Held { name }),
                // The stream was gone before anybody noticed.
                Err(Trouble::Lost(_)) if !was_lost => was_lost = true,
                Err(trouble) => return Err(HoldError::Unavailable(trouble.into())),
            }
        }
        let mut state = self.state();
        state.users = state.users.saturating_add(1);
        if state.users == 1 {
            state.name = name;
            state.taken_by = None;
            let beating = beat(Arc::clone(self), Arc::clone(link));
            state.beat = Some(tokio::spawn(beating).abort_handle());
        }
        drop(state);
        Ok(Box::new(Held {
            holding: Arc::clone(self),
            link: Arc::clone(link),
        }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut state = self.holding.state();
        state.users = state.users.saturating_sub(1);
        if state.users > 0 {
            return;
        }
        if let Some(beat) = state.beat.take() {
            beat.abort();
        }
        drop(state);
        // Who leaves has the Operator let go of the automation too, which the next run may need: who is gone has not.
        self.link.close();
    }
}

/// Asks for the phone; answers who else has it.
async fn wants(link: &Link, name: &str, deadline: Deadline) -> Result<Option<String>, Trouble> {
    let stream = link.stream(deadline).await?;
    ask(&stream, name, deadline).await
}

async fn ask(stream: &Stream, name: &str, deadline: Deadline) -> Result<Option<String>, Trouble> {
    let hold = Hold {
        name: name.to_owned(),
        take: false,
    };
    match stream.ask(&Request::Hold(hold), deadline).await? {
        Answer::Held(now) => Ok((!now.by_you).then_some(now.name)),
        _ => Err(unexpected()),
    }
}

/// Renews the lease, whether or not anything else is asked meanwhile: a run may wait for minutes. A stream that is lost is
/// opened again by whoever needs one next.
async fn beat(holding: Arc<Holding>, link: Arc<Link>) {
    loop {
        tokio::time::sleep(BEAT).await;
        let Some(stream) = link.opened() else {
            continue;
        };
        let name = holding.name();
        if let Ok(Some(other)) = ask(&stream, &name, Deadline::after(BEAT)).await {
            holding.taken_by(other);
            return;
        }
    }
}

/// At most as long as a holder's name may be.
fn shortened(name: &str) -> String {
    let end = name.floor_char_boundary(MOST_OF_HOLDER);
    name.get(..end).unwrap_or(name).to_owned()
}
