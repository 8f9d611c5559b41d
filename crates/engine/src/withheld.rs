//! What an answer keeps to itself of a screen that may not be read.
//!
//! A miss names the nodes that are there instead, a press those that match too, and a field what it shows: all of that
//! is reading the screen. So before a step answers, reading is judged by the screens that the step looked at. A step that
//! only looked asks for it, as a step that reads does, and fails where it may not; one that did something has done it, and
//! leaves out what would show the screen.

use clawperator_contract::{Action, ActionType, DataKey, ErrorCode, Window};

use crate::guard::{ActQuestion, Refusal, Verdict};
use crate::intent::Intent;
use crate::reading::{Reading, windows_of};
use crate::run::{Run, refused};
use crate::step::{Attempt, Data, StepError};

impl Run<'_> {
    /// The refusal in place of an error that tells what is on the screen, where that may not be read; and the error
    /// without its data about the screen where it has another reason.
    pub(crate) async fn withheld(&self, error: StepError) -> StepError {
        let Some(action) = self.current else {
            return error;
        };
        if !names_nodes(action, error.code) {
            return self.kept_quiet(error);
        }
        let shown = self.looks.in_windows(windows_named(action, error.code));
        match self.allow(action, Intent::Read(Some(shown))).await {
            Ok(()) => error,
            Err(refused) => Attempt::into_error(refused),
        }
    }

    /// The same for an error that is not the answer yet, so nobody is asked to approve it.
    pub(crate) fn kept_quiet(&self, error: StepError) -> StepError {
        let Some(action) = self.current else {
            return error;
        };
        let is_telling = names_nodes(action, error.code);
        if !is_telling && !error.data.keys().any(DataKey::shows_screen) {
            return error;
        }
        let shown = self.looks.in_windows(windows_named(action, error.code));
        match self.may_show(action, shown) {
            Verdict::Allow => error,
            verdict if is_telling => refused(verdict),
            Verdict::Deny(refusal) | Verdict::Confirm { refusal, .. } => StepError {
                data: withhold(error.data, &refusal),
                ..error
            },
        }
    }

    /// The data of a step that did what was asked, without what may not be read.
    pub(crate) fn readable(&self, action: &Action, data: Data) -> Data {
        // A step that reads was allowed to, or it would not have come so far.
        if !acts_on_nodes(action.action_type()) || !data.keys().any(DataKey::shows_screen) {
            return data;
        }
        let shown = self.looks.in_windows(windows_of(action));
        match self.may_show(action, shown) {
            Verdict::Allow => data,
            Verdict::Deny(refusal) | Verdict::Confirm { refusal, .. } => withhold(data, &refusal),
        }
    }

    /// Whether what is about to be touched may be named to whoever listens.
    pub(crate) fn may_name(&self, action: &Action) -> bool {
        let shown = self.looks.in_windows(windows_of(action));
        self.may_show(action, shown) == Verdict::Allow
    }

    /// The verdict on showing what was read, which asks nobody.
    pub(crate) fn may_show(&self, action: &Action, shown: &Reading) -> Verdict {
        self.device.escort().may_show(&ActQuestion {
            action: Some(action),
            intent: Intent::Read(Some(shown)),
            front: None,
            leads_to: None,
        })
    }
}

/// Whether a message with this code names nodes that are there. Nothing with such a code has been sent and not proven.
fn names_nodes(action: &Action, code: ErrorCode) -> bool {
    // A wait sends nothing, and says of half a screen what it found there.
    let is_half_seen =
        code == ErrorCode::OutcomeUnknown && action.action_type() == ActionType::WaitForNode;
    is_half_seen
        || matches!(
            code,
            ErrorCode::NodeNotFound
            | ErrorCode::NodeAmbiguous
            | ErrorCode::NodeNotClickable
            | ErrorCode::StaleRef
            | ErrorCode::ContainerNotFound
            | ErrorCode::ContainerAmbiguous
            | ErrorCode::ContainerNotScrollable
            | ErrorCode::ContainerLost
            | ErrorCode::GestureFailed
            | ErrorCode::NavigationTimeout
            | ErrorCode::ValueNodeNotFound
            | ErrorCode::ValidatorMismatch
            | ErrorCode::WaitTimeout
            | ErrorCode::AssertionFailed
            // A node that this driver cannot focus is named.
            | ErrorCode::CapabilityUnsupported
        )
}

/// The windows whose nodes an error may name: what is in the way of a finger may be in any of them.
fn windows_named(action: &Action, code: ErrorCode) -> Window {
    match code {
        ErrorCode::NodeNotClickable | ErrorCode::GestureFailed => Window::All,
        // What is at a point now may be in any of them too.
        ErrorCode::StaleRef if action.touches_points() => Window::All,
        _ => windows_of(action),
    }
}

/// Whether an action finds nodes to do something with them.
const fn acts_on_nodes(action_type: ActionType) -> bool {
    matches!(
        action_type,
        ActionType::Click
            | ActionType::ScrollAndClick
            | ActionType::Scroll
            | ActionType::ScrollUntil
            | ActionType::Swipe
            | ActionType::Drag
            | ActionType::TouchPath
            | ActionType::Pinch
            | ActionType::EnterText
            | ActionType::ClearText
    )
}

/// Data without what a screen shows, and why.
fn withhold(mut data: Data, refusal: &Refusal) -> Data {
    let shown: Vec<DataKey> = data.keys().filter(|key| key.shows_screen()).collect();
    for key in shown {
        data.remove(key);
    }
    data.with(
        DataKey::Warn,
        format!("what the screen shows is withheld: {}", refusal.reason),
    )
}
