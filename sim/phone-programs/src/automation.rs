//! The phone's one automation: whoever has it keeps all others from it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long the Operator keeps the automation behind its last use.
const KEPT: Duration = Duration::from_secs(10);

/// Who has the automation. Clones are the same one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Automation(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// How many Operators were launched.
    launches: u64,
    /// The launch that runs.
    launch: Option<u64>,
    /// Until when the Operator has it, on the phone's clock.
    operator: Option<Duration>,
    /// Programs that have it.
    programs: u32,
}

/// A program that has the automation until this is dropped.
#[derive(Debug)]
pub(crate) struct Automated(Automation);

/// An Operator that runs. When this is dropped the automation is let go of, whatever else of that Operator is still ending.
#[derive(Debug)]
pub(crate) struct RunningOperator {
    automation: Automation,
    launch: u64,
}

impl Automation {
    /// A program takes it; none where the Operator or another program has it.
    pub(crate) fn take(&self, now: Duration) -> Option<Automated> {
        let mut state = self.state();
        let is_kept = state.operator.is_some_and(|until| now < until);
        if is_kept || state.programs > 0 {
            return None;
        }
        state.programs += 1;
        Some(Automated(self.clone()))
    }

    /// An Operator begins to run.
    pub(crate) fn launch(&self) -> RunningOperator {
        let mut state = self.state();
        state.launches += 1;
        let launch = state.launches;
        state.launch = Some(launch);
        state.operator = None;
        drop(state);
        RunningOperator {
            automation: self.clone(),
            launch,
        }
    }

    /// The Operator of a launch uses it; answers until when it has it from now on, if it could.
    pub(crate) fn use_for_long(&self, launch: u64, now: Duration) -> Option<Duration> {
        let mut state = self.state();
        if state.launch != Some(launch) || state.programs > 0 {
            return None;
        }
        let until = now.saturating_add(KEPT);
        state.operator = Some(until);
        Some(until)
    }

    /// Whether the Operator of a launch has it.
    pub(crate) fn is_had_by(&self, launch: u64, now: Duration) -> bool {
        let state = self.state();
        state.launch == Some(launch) && state.operator.is_some_and(|until| now < until)
    }

    /// The Operator of a launch lets go of it.
    pub(crate) fn let_go(&self, launch: u64) {
        let mut state = self.state();
        if state.launch == Some(launch) {
            state.operator = None;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunningOperator {
    /// The number by which its Operator uses the automation.
    pub(crate) const fn number(&self) -> u64 {
        self.launch
    }
}

impl Drop for RunningOperator {
    fn drop(&mut self) {
        let mut state = self.automation.state();
        if state.launch == Some(self.launch) {
            (state.launch, state.operator) = (None, None);
        }
    }
}

impl Drop for Automated {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.programs = state.programs.saturating_sub(1);
    }
}
