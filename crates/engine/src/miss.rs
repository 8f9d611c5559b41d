//! Why a step does not find what it looks for: the phone may be dark, locked, or without Android.
//!
//! A dark phone shows its lock screen or nothing, and a step that looks for a node there would say that the node is not
//! found, after many attempts. So at the first miss of a step the phone is asked whether it can be used at all, once
//! and in one question; a phone that can be used is not asked again.

use std::time::Duration;

use clawperator_contract::{DataKey, ErrorCode};

use crate::run::{LOOK_LIMIT, Run};
use crate::step::{Data, StepError};

/// What the current step knows of why it misses something.
#[derive(Debug, Default)]
pub(crate) struct Miss {
    asked: bool,
    /// What lies over the app, in words.
    covered_by: Option<String>,
}

/// The longest that the question may take: it is one more on the way to an answer that is known already.
const LIMIT: Duration = Duration::from_secs(5);

impl Run<'_> {
    /// The error in place of this one where the phone cannot be used. Asked at the first miss of a step only.
    pub(crate) async fn obstacle(&mut self, error: &StepError) -> Option<StepError> {
        if self.miss.asked || !is_miss(error.code) || !self.device.capabilities().live {
            return None;
        }
        self.miss.asked = true;
        let within = self.for_acts().min(LOOK_LIMIT).min(LIMIT);
        match self.device.condition(within).await {
            Ok(condition) => {
                let Some(obstacle) = condition.obstacle() else {
                    self.miss.covered_by = condition.covered_by;
                    return None;
                };
                let data = Data::new()
                    .with(DataKey::Cause, error.code)
                    .advise(&obstacle.remedy());
                let message = format!("{obstacle}; {}", error.message);
                let dark = StepError::new(ErrorCode::DeviceNotInteractive, message);
                Some(dark.with(error.data.clone()).with(data))
            }
            Err(away) if away.code == ErrorCode::ServiceUnavailable => {
                let data = Data::new().with(DataKey::Cause, error.code);
                let gone = StepError::new(away.code, away.message);
                Some(gone.with(error.data.clone()).with(data))
            }
            // Whatever is wrong with the question, it was not the question of this step.
            Err(_) => None,
        }
    }

    /// The same for a wait: Android may come back while it waits, but nobody wakes or unlocks a phone meanwhile.
    pub(crate) async fn obstacle_of_wait(&mut self, error: &StepError) -> Option<StepError> {
        let obstacle = self.obstacle(error).await;
        obstacle.filter(|error| error.code == ErrorCode::DeviceNotInteractive)
    }

    /// The error of a step that has ended, with what is known of why it missed something.
    pub(crate) async fn explain_miss(&mut self, error: StepError) -> StepError {
        let mut error = match self.obstacle(&error).await {
            Some(obstacle) => obstacle,
            None => error,
        };
        if is_miss(error.code)
            && let Some(cover) = self.miss.covered_by.take()
        {
            error.message = format!("{}; the app is covered by {cover}", error.message);
            error.data.set(DataKey::CoveredBy, cover);
        }
        error
    }
}

/// Whether a step with this code has not found what it looked for, or could not look.
const fn is_miss(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::NodeNotFound
            | ErrorCode::AssertionFailed
            | ErrorCode::StaleRef
            | ErrorCode::ContainerNotFound
            | ErrorCode::ContainerNotScrollable
            | ErrorCode::ContainerLost
            | ErrorCode::ValueNodeNotFound
            | ErrorCode::UiTreeUnavailable
            | ErrorCode::SnapshotExtractionFailed
            | ErrorCode::WaitTimeout
            | ErrorCode::NavigationTimeout
    )
}
