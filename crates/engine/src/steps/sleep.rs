//! `sleep`.

use std::time::Duration;

use clawperator_contract::actions::SleepParams;
use clawperator_contract::{Action, DataKey};

use crate::millis::{millis, whole_millis};
use crate::run::{Done, Run};
use crate::step::{Data, StepError};

/// What a run needs before its first step. A sleep as long as the run's own timeout is legal, so this much of it may
/// be missing.
const SLACK: Duration = Duration::from_millis(50);

pub(crate) async fn perform(
    run: &mut Run<'_>,
    _: &Action,
    params: &SleepParams,
) -> Result<Done, StepError> {
    let duration = millis(params.duration_ms.get());
    let left = run.remaining();
    if duration > left + SLACK {
        // It cannot end in time, so the run's time is up now and not only when it is over.
        run.give_up().await;
    }
    run.pause(duration.min(left)).await;
    Ok(Data::new()
        .with(DataKey::DurationMs, whole_millis(duration))
        .into())
}
