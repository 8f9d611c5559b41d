//! `wait_for_idle`: until the screen stays as it is.

use std::time::Duration;

use clawperator_contract::actions::WaitForIdleParams;
use clawperator_contract::{Action, DataKey};
use clawperator_sources::Moment;
use clawperator_ui::Signature;

use super::presence::{self, must_be_usable, must_be_whole};
use crate::attempts::{Attempts, Ended};
use crate::millis::millis;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError, no_randomness};

/// How long is waited between two looks at least.
const LEAST_PAUSE: Duration = Duration::from_millis(50);

/// A screen that was the same at every look since a moment.
#[derive(Debug, Clone, Copy)]
struct Still {
    signature: Signature,
    since: Moment,
}

pub(crate) async fn perform(
    run: &mut Run<'_>,
    _action: &Action,
    params: &WaitForIdleParams,
) -> Result<Done, StepError> {
    let (quiet_ms, timeout_ms) = (params.quiet(), params.timeout());
    let quiet = millis(quiet_ms);
    let answer = |settled: bool| {
        Data::new()
            .with(DataKey::Settled, settled)
            .with(DataKey::QuietMs, quiet_ms)
            .with(DataKey::TimeoutMs, timeout_ms)
    };
    let mut attempts = Attempts::until(millis(timeout_ms));
    let mut still: Option<Still> = None;
    loop {
        let began = run.clock().now();
        let missed = match look(run).await {
            Ok(signature) => {
                let same = still.filter(|still| still.signature == signature);
                if same.is_some_and(|same| began.since(same.since) >= quiet) {
                    return Ok(answer(true).into());
                }
                still = same.or_else(|| {
                    let since = run.clock().now();
                    Some(Still { signature, since })
                });
                None
            }
            Err(Attempt::Stop(error) | Attempt::Approved(error)) => return Err(error),
            Err(Attempt::Again(error) | Attempt::IfAsked(error)) => {
                still = None;
                // A screen that cannot be read because it moves does not stay as it is.
                Some(error).filter(|_| !run.sight.is_moving)
            }
        };
        if let Some(error) = &missed
            && let Some(obstacle) = run.obstacle_of_wait(error).await
        {
            return Err(obstacle);
        }
        if !run.device.capabilities().live {
            return missed.map_or_else(|| Ok(answer(true).into()), Err);
        }
        match attempts.next(run.times(), &*run.parts.sources) {
            Ok(next) => {
                // Of a screen that is still it is enough to look when it has been so for long enough.
                let quiet = quiet.max(LEAST_PAUSE);
                let next = still.map_or(next, |still| next.min(still.since.plus(quiet)));
                run.until_changed(next, &mut attempts).await;
                // The time of the wait is not over before the look at its end.
                attempts.woken(run.clock().now());
                if run.clock().now() < next {
                    // The phone told of a change, even if no tree shows it.
                    still = None;
                }
            }
            Err(Ended::NoRandomness(why)) => return Err(no_randomness(&why)),
            Err(ended) => {
                return match missed {
                    None => Ok(answer(false).into()),
                    Some(error) if ended == Ended::Run => Err(error.cut_off(run.execution)),
                    Some(error) => Err(error),
                };
            }
        }
    }
}

async fn look(run: &mut Run<'_>) -> Result<Signature, Attempt> {
    let seen = presence::look(run, false).await?;
    must_be_usable(run, &seen)?;
    must_be_whole(&seen)?;
    Ok(seen.tree.signature())
}
