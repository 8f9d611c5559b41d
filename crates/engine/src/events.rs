//! What happens on the way to an envelope, told to whoever listens.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_contract::events::{Event, Happened, Judged, ScreenPoint, StepName};
use clawperator_contract::runs::PictureMoment;
use clawperator_contract::{
    Action, ActionType, DataKey, ErrorCode, Execution, FailureCode, StepResult,
};
use clawperator_device::driver::Observation;
use clawperator_sources::{Moment, Sources};
use clawperator_ui::{Node, Point, Role};

use crate::guard::Verdict;
use crate::intent::Intent;
use crate::millis::whole_millis;
use crate::phone::Phone;

/// Gets every event of a run, in order.
#[async_trait]
pub trait Events: fmt::Debug + Send + Sync {
    /// Something happened. It must not wait: the run waits for it.
    fn on_event(&self, event: &Event);

    /// Returns once the event is where it has to be before the run goes on, such as on disk.
    ///
    /// The run waits for this when it was accepted and before each act, after [`Events::on_event`]. A listener that does
    /// not return is ended by the run's deadline or its cancellation; nothing is sent meanwhile. After an error nothing is
    /// sent either.
    async fn written(&self, _: &Event) -> Result<(), NotWritten> {
        Ok(())
    }

    /// The run waits for its phone, which another one has, and so many others are ahead of it. It must not wait.
    fn on_line(&self, _ahead: usize) {}

    /// The phone that the run has. It must not wait.
    fn on_phone(&self, _: &Phone, _driver: &str) {}

    /// A screen that a step has looked at, if whoever listens may see it. It must not wait.
    fn on_screen(&self, _: &StepName, _: &Observation) {}

    /// A picture that was taken, if whoever listens may see it. It must not wait.
    fn on_picture(&self, _: &StepName, _: PictureMoment, _: &Bytes) {}
}

/// What has to be written before the run goes on could not be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotWritten {
    /// The reason.
    pub message: String,
}

/// Nobody listens.
#[derive(Debug, Clone, Copy)]
pub struct Unheard;

impl Events for Unheard {
    fn on_event(&self, _: &Event) {}
}

/// Numbers the events of one run and gives them their times.
#[derive(Debug)]
pub(crate) struct Teller<'a> {
    events: &'a dyn Events,
    sources: &'a dyn Sources,
    started: Moment,
    next: AtomicU64,
    shows: Shows,
}

/// What of a screen may be in an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shows {
    /// Labels, and what changed.
    Labels,
    /// Roles and ids: a run that types has its texts on the screen.
    Roles,
    Nothing,
}

impl<'a> Teller<'a> {
    pub(crate) fn new(
        events: &'a dyn Events,
        sources: &'a dyn Sources,
        execution: &Execution,
        withholds_labels: bool,
    ) -> Self {
        // What is on a clipboard may be pasted, and is on the screen then.
        let types = |action: &Action| {
            matches!(
                action.action_type(),
                ActionType::EnterText | ActionType::SetClipboard
            )
        };
        let shows = if withholds_labels {
            Shows::Nothing
        } else if execution.actions().iter().any(types) {
            Shows::Roles
        } else {
            Shows::Labels
        };
        Self {
            events,
            sources,
            started: sources.now(),
            next: AtomicU64::new(0),
            shows,
        }
    }

    /// Whether nothing that a screen shows may be told.
    pub(crate) fn withholds_screens(&self) -> bool {
        self.shows == Shows::Nothing
    }

    /// Tells something.
    pub(crate) fn tell(&self, happened: Happened) {
        self.events.on_event(&self.event(happened));
    }

    /// Tells something, and waits until it is written.
    pub(crate) async fn tell_and_wait(&self, happened: Happened) -> Result<(), NotWritten> {
        let event = self.event(happened);
        self.events.on_event(&event);
        self.events.written(&event).await
    }

    /// Tells what an act is about to send, and waits until it is written. What it touches is named only if that may be read.
    pub(crate) async fn acting(
        &self,
        step: StepName,
        intent: &Intent<'_>,
        may_name: bool,
    ) -> Result<(), NotWritten> {
        let Some((act, at, to)) = intent.told() else {
            return Ok(());
        };
        self.tell_and_wait(Happened::Acting {
            step,
            act,
            at: at.map(pixel),
            to: to.map(pixel),
            target: self.target(intent).filter(|_| may_name),
        })
        .await
    }

    /// What changed, if that may be told.
    pub(crate) fn settled(&self, step: StepName, diff: String) {
        let diff = Some(diff).filter(|_| self.shows == Shows::Labels);
        self.tell(Happened::Settled { step, diff });
    }

    /// Tells which phone it is.
    pub(crate) fn phone(&self, phone: &Phone, driver: &str) {
        self.events.on_phone(phone, driver);
    }

    /// Shows a screen or a picture to whoever listens.
    pub(crate) fn listener(&self) -> &dyn Events {
        self.events
    }

    fn event(&self, event: Happened) -> Event {
        Event {
            sequence: self.next.fetch_add(1, Ordering::Relaxed),
            at_ms: whole_millis(self.sources.now().since(self.started)),
            event,
        }
    }

    fn target(&self, intent: &Intent<'_>) -> Option<String> {
        let node = match intent {
            Intent::Touch(finger) => finger.named()?.matched,
            Intent::Focus { field, .. } | Intent::Text { field, .. } | Intent::Submit(field) => {
                *field
            }
            Intent::Press(stroke) => stroke.focused?.named()?.matched,
            Intent::Open(_)
            | Intent::Close { .. }
            | Intent::ManageApp(_)
            | Intent::Push(_)
            | Intent::Pull(_)
            | Intent::ListApps(_)
            | Intent::Key(_)
            | Intent::Clip(_)
            | Intent::ReadClip
            | Intent::Run(_)
            | Intent::Record(_)
            | Intent::StopRecording(_)
            | Intent::Arrived
            | Intent::Wake
            | Intent::DismissLock
            | Intent::TryInput
            | Intent::Read(_) => return None,
        };
        match self.shows {
            Shows::Nothing => None,
            // A field is named by what is in it where it has no other name.
            Shows::Labels if node.role() != Role::Textfield => Some(node.describe()),
            Shows::Labels | Shows::Roles => Some(role_and_id(node)),
        }
    }
}

fn role_and_id(node: Node<'_>) -> String {
    let role = node.role().name();
    match node.id_name() {
        "" => format!("[{role}]"),
        id => format!("[{role}] #{id}"),
    }
}

const fn pixel(point: Point) -> ScreenPoint {
    ScreenPoint {
        x: point.x,
        y: point.y,
    }
}

/// A step as events name it.
pub(crate) fn step_name(index: usize, action: &Action) -> StepName {
    StepName {
        index,
        id: action.id.as_str().to_owned(),
        action_type: action.action_type().name().to_owned(),
    }
}

/// A verdict as events tell it.
pub(crate) fn judged(step: StepName, verdict: &Verdict) -> Happened {
    let (verdict, rule) = match verdict {
        Verdict::Allow => (Judged::Allowed, None),
        Verdict::Deny(refusal) => (Judged::Denied, refusal.rule.clone()),
        Verdict::Confirm { refusal, .. } => (Judged::Confirm, refusal.rule.clone()),
    };
    Happened::Judged {
        step,
        verdict,
        rule,
    }
}

/// The end of a step as events tell it: no text of it, which may be what was typed.
pub(crate) fn finished(step: StepName, result: &StepResult, took: Duration) -> Happened {
    Happened::StepFinished {
        step,
        success: result.success,
        code: result.get(DataKey::Error).and_then(FailureCode::from_name),
        effect: result.get(DataKey::Effect).map(str::to_owned),
        took_ms: whole_millis(took),
    }
}

/// A step that looks again, as events tell it.
pub(crate) fn looks_again(step: StepName, code: ErrorCode) -> Happened {
    Happened::StepProgress {
        step,
        code: code.into(),
    }
}
