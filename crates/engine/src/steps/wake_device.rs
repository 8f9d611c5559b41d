//! `wake_device`: the wakeup key, and where it is asked for a lock that needs no secret is opened.
//!
//! What came of either is what the phone itself says afterwards. A secret is never tried: a lock that needs one is not even
//! asked to open, since that would bring up its keypad.

use std::time::Duration;

use clawperator_contract::actions::WakeDeviceParams;
use clawperator_contract::{Action, DataKey, ErrorCode};
use clawperator_device::driver::{Condition, Lock};

use crate::attempts::{Attempts, Ended};
use crate::intent::Intent;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError, no_randomness};

/// How long a screen may take to light, and a lock to open.
const PATIENCE: Duration = Duration::from_secs(3);

/// The longest that is asked whether it has.
const ASKING_LIMIT: Duration = Duration::from_secs(5);

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &WakeDeviceParams,
) -> Result<Done, StepError> {
    let unlock = params.unlock == Some(true);
    let mut condition = ask(run).await?;
    let mut acted = false;
    if condition.screen_on != Some(true) {
        act(run, action, Intent::Wake).await?;
        acted = true;
        condition = until(run, |now| now.screen_on == Some(true)).await?;
        if condition.screen_on != Some(true) {
            return Err(not_awake(&condition));
        }
    }
    if unlock && condition.lock != Lock::Open {
        if needs_secret(&condition) {
            return Err(locked(&condition));
        }
        act(run, action, Intent::DismissLock)
            .await
            .map_err(|error| {
                let data = told(&condition);
                error.with(data)
            })?;
        acted = true;
        condition = until(run, |now| now.lock == Lock::Open || needs_secret(now)).await?;
        if condition.lock != Lock::Open {
            return Err(locked(&condition));
        }
    }
    let effect = if acted { "observed" } else { "none" };
    let data = told(&condition).with(DataKey::Effect, effect);
    if unlock && acted {
        // Whatever the lock was in front of is in front now.
        let allowed = run.allow(action, Intent::Arrived).await;
        allowed.map_err(|attempt| {
            let error = attempt.into_error();
            let message = format!(
                "the phone is awake and unlocked, but nothing more is done there: {}",
                error.message
            );
            StepError { message, ..error }.with(data.clone())
        })?;
    }
    Ok(data.into())
}

/// Asks for a permit, and does it once.
async fn act(run: &Run<'_>, action: &Action, intent: Intent<'_>) -> Result<(), StepError> {
    let permit = run.permit(action, intent).await;
    let permit = permit.map_err(Attempt::into_error)?;
    let acted = run.act(permit).await;
    acted.map_err(|error| Attempt::from(error).into_error())?;
    Ok(())
}

async fn ask(run: &Run<'_>) -> Result<Condition, StepError> {
    let condition = run.device.condition(run.for_acts().min(ASKING_LIMIT)).await;
    condition.map_err(|error| StepError::new(error.code, error.message))
}

/// What the phone says when something is so, or when it is not in time.
async fn until(
    run: &mut Run<'_>,
    is_so: impl Fn(&Condition) -> bool,
) -> Result<Condition, StepError> {
    let mut attempts = Attempts::until(PATIENCE).starting(run.clock().now());
    loop {
        let now = ask(run).await;
        if let Ok(condition) = &now
            && is_so(condition)
        {
            return now;
        }
        if !run.device.capabilities().live {
            return now;
        }
        match attempts.next(run.times(), &*run.parts.sources) {
            // No tree tells of a lock, so that no change of one is waited for.
            Ok(next) => run.clock().sleep_until(next).await,
            Err(Ended::NoRandomness(why)) => return Err(no_randomness(&why)),
            Err(Ended::Attempts | Ended::Time | Ended::Run) => {
                return now.map_err(|error| {
                    let message =
                        format!("it was sent; what came of it is unknown: {}", error.message);
                    let data = Data::new().with(DataKey::Cause, error.code);
                    StepError::new(ErrorCode::OutcomeUnknown, message).with(data)
                });
            }
        }
    }
}

fn needs_secret(condition: &Condition) -> bool {
    matches!(condition.lock, Lock::Closed { secret: Some(true) })
}

/// What the phone says of its screen and its lock.
fn told(condition: &Condition) -> Data {
    let mut data = Data::new();
    if let Some(on) = condition.screen_on {
        data.set(DataKey::Screen, if on { "on" } else { "off" });
    }
    let lock = match condition.lock {
        Lock::Unknown => return data,
        Lock::Open => "open",
        Lock::Closed { secret: Some(true) } => "secret",
        Lock::Closed {
            secret: Some(false) | None,
        } => "closed",
    };
    data.with(DataKey::Lock, lock)
}

/// The error of a screen that is not known to be lit.
fn not_awake(condition: &Condition) -> StepError {
    if condition.screen_on.is_none() {
        let why = "the wakeup key was sent; the phone does not say whether its screen is on";
        return StepError::new(ErrorCode::OutcomeUnknown, why).with(told(condition));
    }
    let why = "the wakeup key was sent, and the screen is still off";
    StepError::new(ErrorCode::DeviceNotInteractive, why).with(told(condition))
}

/// The error of a lock that is not known to be open.
fn locked(condition: &Condition) -> StepError {
    let data = told(condition);
    let Some(obstacle) = condition.obstacle() else {
        let why = "the lock was asked to open; the phone does not say whether it did";
        return StepError::new(ErrorCode::OutcomeUnknown, why).with(data);
    };
    let message = if needs_secret(condition) {
        format!("{obstacle}; no secret is tried")
    } else {
        format!("the lock was asked to open, and did not: {obstacle}")
    };
    let data = data.advise(&obstacle.remedy());
    StepError::new(ErrorCode::DeviceNotInteractive, message).with(data)
}
