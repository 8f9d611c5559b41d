//! `swipe`: draw a finger from one point to another.

use clawperator_contract::actions::SwipeParams;
use clawperator_contract::{Action, DataKey, Integer, RetryPreset};
use clawperator_device::driver::Touch;
use clawperator_ui::Gesture;

use super::points::{pixels, touch_points};
use crate::attempts::Attempts;
use crate::evidence::unverified;
use crate::run::{Done, Run};
use crate::step::{Attempt, StepError};

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &SwipeParams,
) -> Result<Done, StepError> {
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::None);
    loop {
        run.forget_looks();
        match swipe(run, action, params).await {
            Ok(done) => return Ok(done),
            Err(attempt) => run.try_again(&mut attempts, attempt).await?,
        }
    }
}

async fn swipe(run: &mut Run<'_>, action: &Action, params: &SwipeParams) -> Result<Done, Attempt> {
    let (from, to) = (pixels(&params.from)?, pixels(&params.to)?);
    let asked = params.duration_ms.as_ref().map(Integer::get);
    let millis = asked
        .and_then(|asked| u32::try_from(asked).ok())
        .unwrap_or(SwipeParams::DEFAULT_DURATION_MS);
    let touch = Touch::Swipe { from, to, millis };
    let chosen_on =
        [&params.from, &params.to].map(|point| point.generation.as_ref().map(Integer::get));
    let touched = touch_points(run, action, (touch, Gesture::Tap), chosen_on).await?;
    let data = touched
        .data
        .with(DataKey::Coordinate, format_args!("({},{})", from.x, from.y))
        .with(DataKey::To, format_args!("({},{})", to.x, to.y))
        .with(DataKey::DurationMs, millis);
    Ok(Done {
        data: unverified(data),
        evidence: touched.evidence,
    })
}
