//! One run: the steps of one execution on one phone, in order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clawperator_contract::events::{Happened, StepName};
use clawperator_contract::{Action, ActionType, ErrorCode, Execution, RunOptions};
use clawperator_device::driver::{
    ActError, Acted, Observation, ObserveError, Touch, TreeNumber, View,
};
use clawperator_sources::Moment;
use clawperator_ui::Node;
use tokio::sync::Notify;
use tracing::{Level, debug};

use crate::attempts::{Attempts, Ended, Times};
use crate::events::{NotWritten, Teller, finished, judged, looks_again, step_name};
use crate::evidence::{Evidence, LastAct};
use crate::guard::Verdict;
use crate::guarded_device::{GuardedDevice, NotPermitted, Permit};
use crate::intent::{Finger, Intent};
use crate::log;
use crate::millis::whole_millis;
use crate::miss::Miss;
use crate::parking::Parking;
use crate::parts::Parts;
use crate::phone::Phone;
use crate::progress::Progress;
use crate::reading::Looks;
use crate::run_clock::RunClock;
use crate::shown::PictureBefore;
use crate::step::{Attempt, Data, StepError, failed, no_randomness, not_run};
use crate::texts::KeptText;

/// The longest that one reading of the screen may take; the platform waits up to ten seconds for rest.
pub(crate) const LOOK_LIMIT: Duration = Duration::from_secs(20);

/// Acts may take a little longer than the run, so that it is the run's end that ends them and names what was in
/// flight.
const GRACE: Duration = Duration::from_secs(1);

/// How soon a change is followed by a look at the earliest.
const BETWEEN_CHANGES: Duration = Duration::from_millis(16);

/// What is left of a run's time for saying that nothing was found.
const SPARE: Duration = Duration::from_millis(50);

/// What the steps of one execution share.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    pub(crate) execution: &'a Execution,
    /// The phone itself. Looking is open, acting needs a permit.
    pub(crate) device: GuardedDevice<'a>,
    /// Which phone that is; what is kept of it is kept under its key.
    pub(crate) phone: &'a Phone,
    pub(crate) parts: &'a Parts,
    pub(crate) options: RunOptions,
    pub(crate) teller: &'a Teller<'a>,
    pub(crate) progress: &'a Progress,
    /// The time of this run.
    pub(crate) clock: &'a RunClock,
    /// How this run waits for a person.
    pub(crate) parking: &'a Parking<'a>,
    pub(crate) deadline: Moment,
    /// Told when the run cannot end in time.
    pub(crate) over: &'a Notify,
    /// The last act of which something was seen.
    pub(crate) last_act: Option<LastAct>,
    /// The screens before the acts that a later step verifies, by the act's id.
    pub(crate) before_verified: BTreeMap<&'a str, Arc<Observation>>,
    /// The ids of the steps whose `when` did not hold.
    pub(crate) skipped: BTreeSet<String>,
    /// The texts that earlier steps read and a later one waits to see changed, by the id of the step.
    pub(crate) texts: BTreeMap<&'a str, KeptText>,
    /// The current step.
    pub(crate) current: Option<&'a Action>,
    /// The step before the current one.
    pub(crate) previous: Option<&'a Action>,
    /// Whether the current step has asked why it misses what it looks for.
    pub(crate) miss: Miss,
    /// The place of the current step.
    pub(crate) index: usize,
    /// When the current step began.
    pub(crate) step_started: Moment,
    /// How long the run had waited for persons before the current step.
    pub(crate) parked_before: Duration,
    /// What its looks have told so far.
    pub(crate) sight: Sight,
    /// The screens that the current step has looked at, which its answer is made from.
    pub(crate) looks: Looks,
    /// The picture that was taken before the screen was last read, where a listener wants one.
    pub(crate) picture_before: Mutex<Option<PictureBefore>>,
}

/// What the looks of a run have told so far.
#[derive(Debug, Default)]
pub(crate) struct Sight {
    /// The longest that one has taken, of those that showed the screen.
    pub(crate) slowest: Duration,
    /// Whether the phone refused the last one, since the screen never was at rest.
    pub(crate) is_moving: bool,
    /// The phone's number of the tree that was read last.
    pub(crate) tree: Option<TreeNumber>,
    /// How many acts there had been when the screen was last read at rest.
    pub(crate) rested_after: u64,
}

/// What a step did.
#[derive(Debug, Default)]
pub(crate) struct Done {
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
    /// Whether the log may tell of nodes. Where labels are withheld, or where it depends on the place what may be read,
    /// that a node is there is telling already: it answers whether a text is on the screen.
    pub(crate) fn logs_nodes(&self) -> bool {
        tracing::enabled!(Level::DEBUG)
            && !self.teller.withholds_screens()
            && !self.device.judges_reading()
    }

    pub(crate) fn clock(&self) -> &'a RunClock {
        self.clock
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

    /// Waits for the next look: until its time, or until the phone says that the screen has changed.
    pub(crate) async fn until_changed(&self, next: Moment, attempts: &mut Attempts) {
        if !self.device.capabilities().events {
            return self.clock().sleep_until(next).await;
        }
        let soonest = self.clock().now().plus(BETWEEN_CHANGES);
        let changed = async {
            self.device.changed(self.sight.tree).await;
            // Whatever a phone says, there is a pause between two looks.
            self.clock().sleep_until(soonest).await;
        };
        tokio::select! {
            biased;
            () = self.clock().sleep_until(next) => {}
            () = changed => attempts.woken(self.clock().now()),
        }
    }

    /// Reads the screen. An act whose effect was still to be seen is judged by what it shows, and what was touched may
    /// come to rest before.
    pub(crate) async fn look(&mut self, view: View) -> Result<Arc<Observation>, ObserveError> {
        let acts = self.progress.acts();
        let rest = view.rest || acts > self.sight.rested_after;
        let seen = self.glance(View { rest, ..view }).await?;
        self.sight.rested_after = acts;
        Ok(seen)
    }

    /// Reads the screen as it is at once, for whoever looks again until it shows something.
    pub(crate) async fn glance(&mut self, view: View) -> Result<Arc<Observation>, ObserveError> {
        // A ref is of one page, and the activity is the surest sign of another.
        let uses_refs = || {
            let mut actions = self.execution.actions().iter();
            actions.any(Action::needs_snapshot)
        };
        let view = View {
            activity: view.activity || uses_refs() || self.device.escort().wants_activities(),
            ..view
        };
        self.take_picture_before().await;
        let within = self.for_acts().min(LOOK_LIMIT);
        let began = self.clock().now();
        let seen = self.device.observe(view, within).await;
        self.sight.is_moving = matches!(seen, Err(ObserveError::NeverIdle));
        let seen = Arc::new(seen?);
        self.sight.tree = seen.number;
        let took = self.clock().now().since(began);
        self.sight.slowest = self.sight.slowest.max(took);
        self.looks.add(&seen);
        self.show_screen(&seen);
        self.judge_effect(&seen);
        Ok(seen)
    }

    /// Begins to look again: what was seen before is not in the answer.
    pub(crate) fn forget_looks(&mut self) {
        self.looks = Looks::default();
    }

    /// Asks whether an action may do something that changes the phone.
    pub(crate) async fn permit<'q>(
        &self,
        action: &Action,
        intent: Intent<'q>,
    ) -> Result<Permit<'q>, Attempt> {
        loop {
            if intent.act().is_some() && !intent.is_of_a_screen() {
                self.take_picture_before().await;
            }
            let within = self.for_acts().min(LOOK_LIMIT);
            let verdict = match self.device.ask(Some(action), intent, within).await {
                Ok(permit) => {
                    if intent.act().is_some() {
                        log::verdict(&Verdict::Allow);
                        self.tell_of(action, |step| judged(step, &Verdict::Allow));
                    }
                    return Ok(permit);
                }
                Err(NotPermitted::Unknown(error)) => return Err(ObserveError::from(error).into()),
                Err(NotPermitted::Refused(verdict)) => verdict,
            };
            log::verdict(&verdict);
            self.tell_of(action, |step| judged(step, &verdict));
            let asked = verdict.clone();
            let waited = self.clock.parked().saturating_sub(self.parked_before);
            let step = step_name(self.index, action);
            let decided = self.parking.decide(verdict, Some(step), waited).await;
            if decided.is_ok() {
                let same = self.device.confirm_identity(within).await;
                same.map_err(|away| Attempt::Stop(StepError::new(away.code, away.message)))?;
            }
            match decided {
                Err(verdict) => return Err(Attempt::Stop(refused(verdict))),
                Ok(()) if intent.is_of_a_screen() => return Err(Attempt::Approved(refused(asked))),
                Ok(()) => {}
            }
        }
    }

    /// Asks whether something may be that does not change the phone.
    pub(crate) async fn allow(&self, action: &Action, intent: Intent<'_>) -> Result<(), Attempt> {
        self.permit(action, intent).await.map(drop)
    }

    /// Touches the screen, if that may be done.
    pub(crate) async fn touch(&self, action: &Action, finger: &Finger<'_>) -> Result<(), Attempt> {
        let permit = self.permit(action, Intent::Touch(finger)).await?;
        self.put_down(permit).await
    }

    /// Taps a field to type into it, if both may be done.
    pub(crate) async fn tap_to_type(
        &self,
        action: &Action,
        field: Node<'_>,
        tap: &Finger<'_>,
    ) -> Result<(), Attempt> {
        let permit = self.permit(action, Intent::Focus { field, tap }).await?;
        self.put_down(permit).await
    }

    /// Sends the touch that was judged.
    async fn put_down(&self, permit: Permit<'_>) -> Result<(), Attempt> {
        let (is_tap, may_scroll) = match permit.touch() {
            Some(Touch::Tap(_)) => (true, false),
            Some(Touch::DoubleTap(_) | Touch::Hold { .. }) | None => (false, false),
            Some(Touch::Swipe { .. } | Touch::Drag { .. } | Touch::Paths(_)) => (false, true),
        };
        if may_scroll {
            let noted = self.parts.snapshots.scrolled(self.phone.key()).await;
            noted.map_err(|error| {
                Attempt::Stop(StepError::new(ErrorCode::HostIoFailed, error.message))
            })?;
        }
        match self.act(permit).await {
            Ok(_) => Ok(()),
            // What is several events is sent once.
            Err(error @ ActError::Refused { .. }) if !is_tap => {
                Err(Attempt::Stop(Attempt::from(error).into_error()))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Does what was permitted, and keeps the record of what is known to have reached the phone.
    pub(crate) async fn act(&self, permit: Permit<'_>) -> Result<Acted, ActError> {
        // What was missed before is not what an act came to that was about to be sent.
        self.progress.found();
        self.show_picture_before();
        if let Some(step) = self.current.and_then(|action| self.step(action)) {
            let may_name = self.current.is_some_and(|action| self.may_name(action));
            let told = self.teller.acting(step, permit.intent(), may_name).await;
            told.map_err(|NotWritten { message }| ActError::NotSent {
                code: ErrorCode::HostIoFailed,
                message,
            })?;
        }
        // A program may type too.
        if matches!(
            permit.intent(),
            Intent::Text { .. } | Intent::Clip(_) | Intent::Run(_)
        ) {
            self.progress.typing();
        }
        if self.looks_behind(permit.intent()) {
            self.device.expect_look();
        }
        let before = self.progress.dispatched();
        self.progress.sending();
        let outcome = self.device.act(permit, self.for_acts()).await;
        match &outcome {
            Ok(_) | Err(ActError::Partly { .. }) => self.progress.acknowledged(),
            Err(
                ActError::NotSent { .. } | ActError::Refused { .. } | ActError::Declined { .. },
            ) => {
                self.progress.taken_back(before);
            }
            Err(ActError::Unknown { .. }) => {}
        }
        outcome
    }

    /// Whether the screen is read, at rest, right behind this act.
    fn looks_behind(&self, intent: &Intent<'_>) -> bool {
        // Of several acts in a row only the last one is followed by a look.
        let is_alone = matches!(intent, Intent::Touch(_) | Intent::Key(_))
            && self.current.is_some_and(|action| {
                matches!(
                    action.action_type(),
                    ActionType::Click | ActionType::Swipe | ActionType::PressKey
                )
            });
        let next = self.execution.actions().get(self.index + 1);
        is_alone
            && match next.map(Action::action_type) {
                None => self.options.settle,
                Some(next) => matches!(
                    next,
                    ActionType::SnapshotUi | ActionType::ReadText | ActionType::ReadKeyValuePair
                ),
            }
    }

    /// Waits for the next attempt; the error is the step's when there is none, or when the phone cannot be used.
    pub(crate) async fn try_again(
        &mut self,
        attempts: &mut Attempts,
        attempt: Attempt,
    ) -> Result<(), StepError> {
        match attempt {
            Attempt::Stop(error) => Err(error),
            // Nobody waits, and it counts for nothing: what was looked for was there.
            Attempt::Approved(_) => Ok(()),
            Attempt::IfAsked(error) if !attempts.is_asked_for() => Err(error),
            Attempt::Again(error) | Attempt::IfAsked(error) if !self.device.capabilities().live => {
                Err(error)
            }
            Attempt::Again(error) | Attempt::IfAsked(error) => {
                // The last one is the answer, of which somebody may be asked; those before are not.
                let quiet = self.kept_quiet(error.clone());
                if let Some(obstacle) = self.obstacle(&quiet).await {
                    return Err(obstacle);
                }
                let next = attempts.next(self.times(), &*self.parts.sources);
                let told = |error: StepError| {
                    let now = self.clock().now();
                    error.told(attempts.looked(now, self.step_started))
                };
                match next {
                    Ok(next) => {
                        let wait_ms = whole_millis(next.since(self.clock().now()));
                        debug!(attempt = attempts.made(), wait_ms, "another attempt");
                        self.missed(quiet);
                        self.until_changed(next, attempts).await;
                        Ok(())
                    }
                    Err(Ended::Attempts) => Err(error),
                    Err(Ended::Time) => Err(told(error)),
                    Err(Ended::Run) => Err(told(error).cut_off(self.execution)),
                    Err(Ended::NoRandomness(why)) => Err(no_randomness(&why)),
                }
            }
        }
    }

    /// The current step did not find something and will look again.
    pub(crate) fn missed(&self, error: StepError) {
        if let Some(action) = self.current {
            debug!(because = error.code.name(), "looks again");
            self.tell_of(action, |step| looks_again(step, error.code));
        }
        self.progress.missed(error);
    }

    /// A step of this run, as events name it.
    fn step(&self, action: &Action) -> Option<StepName> {
        let mut actions = self.execution.actions().iter();
        let index = actions.position(|of_run| of_run.id == action.id)?;
        Some(step_name(index, action))
    }

    fn tell_of(&self, action: &Action, happened: impl FnOnce(StepName) -> Happened) {
        if let Some(step) = self.step(action) {
            self.teller.tell(happened(step));
        }
    }

    /// The times that decide about the next look.
    pub(crate) fn times(&self) -> Times {
        // A look that begins so early ends before the run does, unless it takes longer than all before it.
        let reserve = self.sight.slowest * 5 / 4 + SPARE;
        let left = self.remaining().saturating_sub(reserve);
        let now = self.clock().now();
        Times {
            now,
            step_started: self.step_started,
            last_start: now.plus(left),
            is_moving: self.sight.is_moving,
            is_pushed: self.device.capabilities().events,
        }
    }

    /// Ends a run whose time is over while a step was only looking for something: what it last missed is its answer.
    pub(crate) fn end_with(&mut self, missed: StepError) {
        let ended = self.progress.ended();
        let now = self.clock().now();
        let mut missed = Some(missed.cut_off(self.execution));
        let mut failed_step = "";
        for (index, action) in self.execution.actions().iter().enumerate().skip(ended) {
            let (result, took) = match missed.take() {
                Some(error) => {
                    failed_step = action.id.as_str();
                    (failed(action, error), now.since(self.step_started))
                }
                None => (not_run(action, failed_step), Duration::ZERO),
            };
            let step = step_name(index, action);
            self.teller.tell(finished(step, &result, took));
            self.progress.finish(result);
        }
    }

    /// Ends the run now, as if its time were up: what comes next cannot end in time.
    pub(crate) async fn give_up(&self) {
        self.over.notify_one();
        std::future::pending::<()>().await;
    }
}

/// The error of a step that may not do something.
pub(crate) fn refused(verdict: Verdict) -> StepError {
    let Some((code, refusal)) = verdict.refusal() else {
        return StepError::new(
            ErrorCode::InternalError,
            "what was allowed was not permitted",
        );
    };
    let data = Data::new();
    let data = match &refusal.advice {
        Some(advice) => data.advise(advice),
        None => data,
    };
    StepError::new(code, refusal.reason).with(data)
}
