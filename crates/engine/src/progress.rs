//! What has happened so far, for the answer when a run is cut off.

use std::sync::{Mutex, MutexGuard, PoisonError};

use clawperator_contract::{ActionType, Dispatched, InFlight, StepResult};

use crate::step::StepError;

/// What has happened so far. The run writes it; whoever cuts the run off reads it.
#[derive(Debug, Default)]
pub(crate) struct Progress(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    results: Vec<StepResult>,
    current: Option<InFlight>,
    /// What the current step did not find when it last looked, while it looks again.
    missed: Option<StepError>,
    acts: u64,
    has_typed: bool,
}

impl Progress {
    /// A step begins; none of it was sent.
    pub(crate) fn begin(&self, id: &str, action_type: ActionType) {
        let mut state = self.lock();
        state.missed = None;
        state.current = Some(InFlight {
            id: id.to_owned(),
            action_type: action_type.name().to_owned(),
            dispatched: Dispatched::No,
        });
    }

    /// The current step did not find something and will look again.
    pub(crate) fn missed(&self, error: StepError) {
        self.lock().missed = Some(error);
    }

    /// The current step has found what it looks for.
    pub(crate) fn found(&self) {
        self.lock().missed = None;
    }

    /// What the step under way is still looking for, if that is all it has done: none of it was sent.
    pub(crate) fn only_missed(&self) -> Option<StepError> {
        let mut state = self.lock();
        let current = state.current.as_ref()?;
        if current.dispatched != Dispatched::No {
            return None;
        }
        state.missed.take()
    }

    /// How many steps have ended.
    pub(crate) fn ended(&self) -> usize {
        self.lock().results.len()
    }

    /// Something of the current step is on its way to the phone.
    pub(crate) fn sending(&self) {
        let mut state = self.lock();
        state.acts += 1;
        // What was missed before is not what an act that was sent came to.
        state.missed = None;
        drop(state);
        self.mark(Dispatched::Unknown);
    }

    /// A text is on its way to the phone, which its screens may show from now on.
    pub(crate) fn typing(&self) {
        self.lock().has_typed = true;
    }

    /// Whether a text was sent.
    pub(crate) fn has_typed(&self) -> bool {
        self.lock().has_typed
    }

    /// How often something was sent that changes the phone.
    pub(crate) fn acts(&self) -> u64 {
        self.lock().acts
    }

    /// The phone has acknowledged it.
    pub(crate) fn acknowledged(&self) {
        self.mark(Dispatched::Yes);
    }

    /// The phone proved that it did not do it, after which the step stands as it stood before.
    pub(crate) fn taken_back(&self, before: Dispatched) {
        self.mark(before);
    }

    /// How far the current step has come.
    pub(crate) fn dispatched(&self) -> Dispatched {
        let state = self.lock();
        state
            .current
            .as_ref()
            .map_or(Dispatched::No, |current| current.dispatched)
    }

    /// The current step has ended.
    pub(crate) fn finish(&self, result: StepResult) {
        let mut state = self.lock();
        state.current = None;
        state.results.push(result);
    }

    /// Changes the data of a step that has ended: evidence may come with a later tree.
    pub(crate) fn amend(&self, index: usize, amend: impl FnOnce(&mut StepResult)) {
        if let Some(result) = self.lock().results.get_mut(index) {
            amend(result);
        }
    }

    /// The results so far, and the step that was under way.
    pub(crate) fn take(&self) -> (Vec<StepResult>, Option<InFlight>) {
        let mut state = self.lock();
        let results = std::mem::take(&mut state.results);
        for result in &results {
            let unlisted: Vec<&str> = result.unlisted_keys().collect();
            debug_assert!(unlisted.is_empty(), "{}: {unlisted:?}", result.action_type);
        }
        (results, state.current.take())
    }

    fn mark(&self, dispatched: Dispatched) {
        if let Some(current) = &mut self.lock().current {
            current.dispatched = dispatched;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
