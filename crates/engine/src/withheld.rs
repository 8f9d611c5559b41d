//! What a miss tells of a screen that may not be read.
//!
//! Whoever does not find a node is told what else is there, and that is reading the screen. So a step that only looked
//! asks before it says so, as a step that reads does; a profile that judges nothing by place costs no question.

use clawperator_contract::ErrorCode;

use crate::intent::Intent;
use crate::run::Run;
use crate::step::{Attempt, StepError};

impl Run<'_> {
    /// The refusal in place of an error that tells what is on the screen, where that may not be read.
    pub(crate) async fn withheld(&self, error: StepError) -> StepError {
        let Some(action) = self.current.filter(|_| tells_of_screen(error.code)) else {
            return error;
        };
        match self.allow(action, Intent::Read).await {
            Ok(()) => error,
            Err(refused) => Attempt::into_error(refused),
        }
    }
}

/// Whether a message with this code names nodes that are there. Nothing with such a code has been sent and not proven.
const fn tells_of_screen(code: ErrorCode) -> bool {
    matches!(
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
    )
}
