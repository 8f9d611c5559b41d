//! Having the phone, for as long as a run lasts: others are told who has it, and the lease is renewed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clawperator_adb::Deadline;
use clawperator_device::driver::{ActError, HoldError, OnPhone};
use clawperator_operator_protocol::{Answer, Hold, MOST_OF_HOLDER, Request};
use tokio::task::AbortHandle;
use tracing::debug;

use crate::link::{Existing, Link};
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

    /// The same for what the Operator does not judge itself, such as a program of the phone: it is asked right before.
    /// Where none runs, nobody has the phone, and none is started for this.
    pub(crate) async fn confirm(&self, link: &Link, deadline: Deadline) -> Result<(), ActError> {
        self.check()?;
        let name = {
            let state = self.state();
            if state.users == 0 {
                return Ok(());
            }
            state.name.clone()
        };
        match wants(link, Start::Never, &name, deadline).await? {
            None => Ok(()),
            Some(other) => {
                self.taken_by(other.clone());
                Err(Trouble::Held(other).into())
            }
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
        let abandoned = Abandoned(Some((self, link)));
        let other = wants(link, Start::WhereNoneRuns, &name, deadline).await;
        let other = other.map_err(|trouble| HoldError::Unavailable(trouble.into()))?;
        abandoned.answered();
        if let Some(name) = other {
            return Err(HoldError::Held { name });
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

/// The stream on which the phone was asked for is closed where no answer came or nobody waits for it any more: it may
/// have the phone.
struct Abandoned<'a>(Option<(&'a Holding, &'a Link)>);

impl Abandoned<'_> {
    fn answered(mut self) {
        self.0 = None;
    }
}

impl Drop for Abandoned<'_> {
    fn drop(&mut self) {
        if let Some((holding, link)) = self.0
            && holding.state().users == 0
        {
            link.close();
        }
    }
}

/// Whether an Operator is started to be asked.
#[derive(Clone, Copy)]
enum Start {
    WhereNoneRuns,
    Never,
}

/// Asks for the phone, for as long as one of ours may still be leaving; answers who else has it.
async fn wants(
    link: &Link,
    start: Start,
    name: &str,
    deadline: Deadline,
) -> Result<Option<String>, Trouble> {
    let patience = Deadline::after(PATIENCE);
    let mut was_lost = false;
    loop {
        match wants_once(link, start, name, deadline).await {
            Ok(Some(_)) if patience.remaining().is_some_and(|left| !left.is_zero()) => {
                tokio::time::sleep(BETWEEN).await;
            }
            // The stream was gone before anybody noticed.
            Err(Trouble::Lost(_)) if !was_lost => was_lost = true,
            answer => return answer,
        }
    }
}

async fn wants_once(
    link: &Link,
    start: Start,
    name: &str,
    deadline: Deadline,
) -> Result<Option<String>, Trouble> {
    let stream = match start {
        Start::WhereNoneRuns => link.stream(deadline).await?,
        Start::Never => match link.existing(deadline).await? {
            Existing::Stream(stream) => stream,
            Existing::Nobody => return Ok(None),
            Existing::OtherBuild => return Err(Trouble::OtherBuild),
        },
    };
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
