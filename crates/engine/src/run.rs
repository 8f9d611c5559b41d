//! One run: the steps of one execution on one phone, in order.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::{Action, Execution};
use clawperator_device::Device;
use clawperator_device::hand::{ActError, Observation, ObserveError, View};
use tokio::sync::Notify;

use crate::attempts::Attempts;
use crate::clock::{Clock, Moment};
use crate::engine::Parts;
use crate::events::{Event, Events};
use crate::evidence::{Evidence, LastAct};
use crate::executor::Options;
use crate::guard::{Asked, Escort, Intent};
use crate::progress::Progress;
use crate::step::{Attempt, Data, StepError, failed, not_run, succeeded};
use crate::steps;

/// The longest that one reading of the screen may take; the platform waits up to ten seconds for rest.
const LOOK_LIMIT: Duration = Duration::from_secs(20);

/// Acts may take a little longer than the run, so that it is the run's end that ends them and names what was in
/// flight.
const GRACE: Duration = Duration::from_secs(1);

/// What the steps of one execution share.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    pub(crate) execution: &'a Execution,
    pub(crate) device: &'a dyn Device,
    pub(crate) parts: &'a Parts,
    /// Who is asked before each act.
    pub(crate) escort: &'a dyn Escort,
    pub(crate) options: Options,
    pub(crate) events: &'a dyn Events,
    pub(crate) progress: &'a Progress,
    pub(crate) deadline: Moment,
    /// Told when the run cannot end in time.
    pub(crate) over: &'a Notify,
    /// The last act of which something was seen.
    pub(crate) last_act: Option<LastAct>,
    /// The screens before the acts that a later step verifies, by the act's id.
    pub(crate) before_verified: BTreeMap<&'a str, Arc<Observation>>,
    /// The step before the current one.
    pub(crate) previous: Option<&'a Action>,
}

/// What a step did.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// Its data.
    pub(crate) data: Data,
    /// What was seen of its act, if it was one.
    pub(crate) evidence: Option<Evidence>,
}

impl From<Data> for Done {
    fn from(data: Data) -> Self {
        Self {
            data,
            evidence: None,
        }
    }
}

impl<'a> Run<'a> {
    /// Carries out every step; the results are in the progress.
    pub(crate) async fn steps(&mut self) {
        let mut failed_step: Option<&str> = None;
        for (index, action) in self.execution.actions.iter().enumerate() {
            let id = action.id.as_str();
            let started = self.clock().now();
            let result = if let Some(failed_step) = failed_step {
                not_run(action, failed_step)
            } else {
                let action_type = action.action_type();
                self.progress.begin(id, action_type);
                self.events.on_event(Event::StepStarted {
                    index,
                    id,
                    action_type,
                });
                match steps::perform(self, action).await {
                    Ok(done) => {
                        self.keep_before(action, done.evidence.as_ref());
                        self.remember_act(index, done.evidence);
                        succeeded(action, done.data)
                    }
                    Err(error) => {
                        failed_step = Some(id);
                        failed(action, error)
                    }
                }
            };
            let took = self.clock().now().since(started);
            self.events.on_event(Event::StepFinished {
                index,
                result: &result,
                took,
            });
            self.progress.finish(result);
            self.previous = Some(action);
        }
        if self.options.settle {
            self.show_effect().await;
        }
    }

    pub(crate) fn clock(&self) -> &'a dyn Clock {
        &*self.parts.clock
    }

    /// What is left of the run's time.
    pub(crate) fn remaining(&self) -> Duration {
        self.deadline.since(self.clock().now())
    }

    /// How long an act may take.
    pub(crate) fn for_acts(&self) -> Duration {
        self.remaining() + GRACE
    }

    /// Waits a while; for a screen that cannot change nobody waits.
    pub(crate) async fn pause(&self, duration: Duration) {
        if self.device.capabilities().live {
            let until = self.clock().now().plus(duration);
            self.clock().sleep_until(until).await;
        }
    }

    /// Reads the screen. An act whose effect was still to be seen is judged by what it shows.
    pub(crate) async fn look(&mut self, view: View) -> Result<Arc<Observation>, ObserveError> {
        let within = self.for_acts().min(LOOK_LIMIT);
        let seen = Arc::new(self.device.observe(view, within).await?);
        self.judge_effect(&seen);
        Ok(seen)
    }

    /// Asks whether an action may do something.
    pub(crate) async fn allow(&self, action: &Action, intent: Intent<'_>) -> Result<(), Attempt> {
        // What is opened or pressed as a key is in no activity yet.
        let in_front = if self.escort.wants_activity() && !matches!(intent, Intent::Whole) {
            let within = self.for_acts().min(LOOK_LIMIT);
            Some(
                self.device
                    .front(within)
                    .await
                    .map_err(ObserveError::from)?,
            )
        } else {
            None
        };
        let activity = in_front
            .as_ref()
            .and_then(|front| front.activity.as_deref());
        let asked = Asked {
            action,
            intent,
            activity,
        };
        match self.escort.may_act(asked).await.refusal() {
            None => Ok(()),
            Some((code, refusal)) => {
                let mut data = Data::new();
                if let Some(hint) = refusal.hint {
                    data.set("hint", hint);
                }
                let error = StepError::new(code, refusal.reason).with(data);
                Err(Attempt::Stop(error))
            }
        }
    }

    /// Does something to the phone, and keeps the record of what is known to have reached it.
    pub(crate) async fn act<T>(
        &self,
        act: impl Future<Output = Result<T, ActError>>,
    ) -> Result<T, ActError> {
        let before = self.progress.dispatched();
        self.progress.sending();
        let outcome = act.await;
        match &outcome {
            Ok(_) | Err(ActError::Partly { .. }) => self.progress.acknowledged(),
            Err(ActError::NotSent { .. } | ActError::Refused { .. }) => {
                self.progress.taken_back(before);
            }
            Err(ActError::Unknown { .. }) => {}
        }
        outcome
    }

    /// Waits for the next attempt; the error is the step's when there is none.
    pub(crate) async fn try_again(
        &self,
        attempts: &mut Attempts,
        attempt: Attempt,
    ) -> Result<(), StepError> {
        match attempt {
            Attempt::Stop(error) => Err(error),
            Attempt::Again(error) if !self.device.capabilities().live => Err(error),
            Attempt::Again(error) => match attempts.next_delay(&*self.parts.jitter) {
                Some(delay) => {
                    self.pause(delay).await;
                    Ok(())
                }
                None => Err(error),
            },
        }
    }

    /// Reads the screen before an act that needs none, where the caller wants to know what the act changed.
    pub(crate) async fn look_before_blind_act(&mut self) -> Option<Evidence> {
        if !self.options.settle {
            return None;
        }
        Some(match self.look(View::default()).await {
            Ok(before) => Evidence::Awaited {
                before,
                press: None,
            },
            Err(error) => Evidence::Missing(error),
        })
    }

    /// Ends the run now, as if its time were up: what comes next cannot end in time.
    pub(crate) async fn give_up(&self) {
        self.over.notify_one();
        std::future::pending::<()>().await;
    }
}
