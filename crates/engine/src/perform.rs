//! The steps of a run, one after the other.

use std::sync::Mutex;

use clawperator_contract::events::Happened;
use clawperator_contract::{Action, StepResult};

use tracing::Instrument as _;

use crate::events::{finished, step_name};
use crate::log;
use crate::miss::Miss;
use crate::reading::Looks;
use crate::run::Run;
use crate::step::{StepError, failed, not_run, succeeded};
use crate::steps;

impl<'a> Run<'a> {
    /// Carries out every step; the results are in the progress.
    pub(crate) async fn steps(&mut self) {
        let mut failed_step: Option<&str> = None;
        for (index, action) in self.execution.actions().iter().enumerate() {
            let id = action.id.as_str();
            let started = self.clock().now();
            self.step_started = started;
            self.index = index;
            self.parked_before = self.clock.parked();
            let acts = self.progress.acts();
            let result = if let Some(failed_step) = failed_step {
                not_run(action, failed_step)
            } else {
                let span = log::step(action);
                let performed = self.perform(action).instrument(span.clone()).await;
                performed.unwrap_or_else(|error| {
                    failed_step = Some(id);
                    span.record("failed", error.code.name());
                    failed(action, error)
                })
            };
            let took = self.clock().now().since(started);
            self.show_picture_after(acts).await;
            let step = step_name(index, action);
            self.teller.tell(finished(step, &result, took));
            self.progress.finish(result);
            self.previous = Some(action);
        }
        if self.options.settle {
            self.show_effect().await;
        }
    }

    /// Carries out one step.
    async fn perform(&mut self, action: &'a Action) -> Result<StepResult, StepError> {
        let index = self.index;
        self.miss = Miss::default();
        self.looks = Looks::default();
        self.picture_before = Mutex::default();
        self.current = Some(action);
        self.progress
            .begin(action.id.as_str(), action.action_type());
        self.teller.tell(Happened::StepStarted {
            step: step_name(index, action),
        });
        match steps::perform(self, action).await {
            Ok(done) => {
                self.keep_before(action, done.evidence.as_ref());
                self.remember_act(index, done.evidence);
                Ok(succeeded(action, self.readable(action, done.data)))
            }
            Err(error) => {
                let error = self.withheld(error).await;
                Err(self.explain_miss(error).await)
            }
        }
    }
}
