//! Giving a compiled skill to an executor.

use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use clawperator_contract::events::{Event, Happened};
use clawperator_contract::skill_result::{AppVersion, SkillResult};
use clawperator_contract::{
    ErrorCode, ExecutionTimeout, Failure, FailureDetails, RunOptions, TraceDetail,
};
use clawperator_engine::{Cancel, Events, NotWritten, Phone};
use clawperator_recipe::Redactor;

use crate::prepare::Prepared;
use crate::quiet::WithholdsLabels;
use crate::result::{Ended, Told, result};

/// A run of a skill on one phone.
#[derive(Debug, Clone, Copy)]
pub struct SkillRequest<'a> {
    /// What to run.
    pub prepared: &'a Prepared,
    /// Ids of this run, which no other has.
    pub command_id: &'a str,
    /// The same.
    pub task_id: &'a str,
    /// The phone.
    pub device_id: &'a str,
    /// The name of the profile that the executor's guard judges by.
    pub profile: &'a str,
    /// The app's version, where the phone told it.
    pub app: Option<&'a AppVersion>,
    /// How long it may take, where that is not the recipe's to say.
    pub timeout: Option<&'a ExecutionTimeout>,
    /// Whether it waits where a person has to approve something; otherwise it ends there.
    pub park: bool,
    /// How much of it is kept.
    pub trace: TraceDetail,
    /// Who gets the events of the steps.
    pub events: &'a dyn Events,
}

/// Runs a skill. What the executor says is told as it is, so it is one that withholds labels.
///
/// A failure means that nothing was begun: no skill has run, so there is nothing to tell of one.
pub async fn run(
    asked: SkillRequest<'_>,
    executor: &dyn WithholdsLabels,
    redactor: &Redactor,
    cancel: Cancel<'_>,
) -> Result<SkillResult, Failure> {
    let validated = asked
        .prepared
        .execution(asked.command_id, asked.task_id, asked.timeout)?;
    let events = Timed {
        events: asked.events,
        took_ms: AtomicU64::new(0),
    };
    let options = RunOptions {
        park: asked.park,
        trace: asked.trace,
        ..RunOptions::default()
    };
    let answer = executor
        .execute(&validated.execution, options, &events, cancel)
        .await;
    let (ended, results) = match answer {
        Ok(answer) => (Ended::Finished, answer.envelope.step_results),
        Err(failure) => ending(failure)?,
    };
    let told = Told {
        ended,
        device_id: asked.device_id,
        profile: asked.profile,
        app: asked.app.cloned(),
        elapsed_ms: events.took_ms.load(Ordering::Relaxed),
    };
    Ok(result(asked.prepared, told, results, redactor))
}

/// How a run ended that has no envelope; a failure that is none of a run stays one.
fn ending(failure: Failure) -> Result<(Ended, Vec<clawperator_contract::StepResult>), Failure> {
    let Some(code) = failure.code.known() else {
        return Err(failure);
    };
    match failure.details {
        Some(FailureDetails::Interrupted(details)) => Ok((
            Ended::CutOff {
                code,
                message: failure.message,
                in_flight: details.in_flight,
            },
            details.step_results,
        )),
        _ if matches!(
            code,
            ErrorCode::PolicyDenied | ErrorCode::PolicyConfirmationRequired
        ) =>
        {
            Ok((
                Ended::Refused {
                    code,
                    advice: failure.advice(),
                    message: failure.message,
                },
                Vec::new(),
            ))
        }
        _ => Err(failure),
    }
}

/// Passes everything on, and keeps how long the run took.
#[derive(Debug)]
struct Timed<'a> {
    events: &'a dyn Events,
    took_ms: AtomicU64,
}

#[async_trait]
impl Events for Timed<'_> {
    fn on_event(&self, event: &Event) {
        if let Happened::ExecutionFinished { .. } | Happened::ExecutionInterrupted { .. } =
            event.event
        {
            self.took_ms.store(event.at_ms, Ordering::Relaxed);
        }
        self.events.on_event(event);
    }

    async fn written(&self, event: &Event) -> Result<(), NotWritten> {
        self.events.written(event).await
    }

    fn on_line(&self, ahead: usize) {
        self.events.on_line(ahead);
    }

    // Screens and pictures are of no concern here: the executor withholds them.
    fn on_phone(&self, phone: &Phone, driver: &str) {
        self.events.on_phone(phone, driver);
    }
}
