//! Listens to a run, for the progress line and the times of the steps.

use std::sync::{Mutex, PoisonError};

use clawperator_contract::events::{Event, Happened};
use clawperator_host::Events;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::watch;

use crate::progress::Doing;

/// Listens to one run.
#[derive(Debug)]
pub(crate) struct Listener {
    tell: watch::Sender<Doing>,
    steps: usize,
    /// Where a person is asked about what waits for a decision; without it the decision comes from elsewhere.
    ask: Option<UnboundedSender<String>>,
    millis: Mutex<Vec<u64>>,
}

impl Listener {
    pub(crate) fn new(
        tell: watch::Sender<Doing>,
        steps: usize,
        ask: Option<UnboundedSender<String>>,
    ) -> Self {
        Self {
            tell,
            steps,
            ask,
            millis: Mutex::default(),
        }
    }

    /// Says what is being waited for.
    pub(crate) fn doing(&self, doing: String) {
        self.tell.send_replace(Some(doing));
    }

    pub(crate) fn step_millis(&self) -> Vec<u64> {
        let millis = self.millis.lock().unwrap_or_else(PoisonError::into_inner);
        millis.clone()
    }
}

impl Events for Listener {
    fn on_line(&self, ahead: usize) {
        let others = match ahead {
            0 => String::new(),
            ahead => format!(", with {ahead} ahead in the line"),
        };
        self.doing(format!(
            "waiting for the phone, which another run has{others}"
        ));
    }

    fn on_event(&self, event: &Event) {
        match &event.event {
            Happened::StepStarted { step } => {
                let place = if self.steps > 1 {
                    format!("step {} of {}: ", step.index + 1, self.steps)
                } else {
                    String::new()
                };
                self.doing(format!("{place}{} ({})", step.action_type, step.id));
            }
            Happened::Parked { ticket, .. } => match &self.ask {
                Some(ask) => {
                    self.tell.send_replace(None);
                    // Whoever asks lives as long as the run.
                    let _ = ask.send(ticket.clone());
                }
                None => self.doing(format!("waiting for a person to decide {ticket}")),
            },
            Happened::StepFinished { took_ms, .. } => {
                let mut all = self.millis.lock().unwrap_or_else(PoisonError::into_inner);
                all.push(*took_ms);
            }
            Happened::Decided { .. }
            | Happened::ExecutionFinished { .. }
            | Happened::ExecutionInterrupted { .. } => {
                self.tell.send_replace(None);
            }
            _ => {}
        }
    }
}
