//! `wait_for_node`: until a node is on the screen.

use std::time::Duration;

use clawperator_contract::actions::WaitForNodeParams;
use clawperator_contract::{Action, ContainerScope, ErrorCode, RetryPreset};
use clawperator_device::hand::View;

use crate::attempts::{Attempts, Polls};
use crate::clock::Moment;
use crate::engine::{millis, whole_millis};
use crate::find::find;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

/// When a wait ends in vain.
///
/// A timeout alone polls until then, attempts alone are as many as they are, and of both whichever ends first.
#[derive(Debug)]
struct Patience {
    until: Option<Moment>,
    attempts: Option<Attempts>,
    polls: Polls,
}

pub(crate) async fn perform(
    run: &mut Run<'_>,
    _: &Action,
    params: &WaitForNodeParams,
) -> Result<Done, StepError> {
    let timeout = params
        .timeout_ms
        .as_ref()
        .map(clawperator_contract::Clamped::effective);
    let started = run.clock().now();
    // A wait is never longer than what is left of its run.
    let until = timeout.map(|timeout| started.plus(millis(timeout)).min(run.deadline));
    let mut patience = Patience {
        until,
        attempts: (params.retry.is_some() || timeout.is_none())
            .then(|| Attempts::of(params.retry.as_ref(), RetryPreset::UiReadiness)),
        polls: Polls::new(),
    };
    loop {
        let error = match look(run, params).await {
            Ok(data) => return Ok(found(data, timeout).into()),
            Err(Attempt::Stop(error)) => return Err(error),
            // Nobody has waited for a screen that cannot change.
            Err(Attempt::Again(error)) if !run.device.capabilities().live => return Err(error),
            Err(Attempt::Again(error)) => error,
        };
        let Some(next) = patience.next(run) else {
            let allowed = until.map(|until| until.since(started));
            return Err(waited_in_vain(error, allowed));
        };
        run.clock().sleep_until(next).await;
    }
}

async fn look(run: &mut Run<'_>, params: &WaitForNodeParams) -> Result<Data, Attempt> {
    let seen = run.look(View::default()).await?;
    let found = find(run, &seen, &params.target, &ContainerScope::default(), None)?;
    let mut data = found.data;
    if let Some(node) = seen.tree.get(found.node) {
        data.set("resource_id", node.resource_id());
        data.set("label", node.label());
    }
    Ok(data)
}

impl Patience {
    /// When to look next, or nothing when it is over.
    fn next(&mut self, run: &Run<'_>) -> Option<Moment> {
        let now = run.clock().now();
        let pause = match &mut self.attempts {
            Some(attempts) => attempts.next_delay(&*run.parts.jitter)?,
            None => self.polls.next_pause(),
        };
        let next = now.plus(pause);
        match self.until {
            Some(until) if next >= until => None,
            _ => Some(next),
        }
    }
}

fn found(mut data: Data, timeout: Option<f64>) -> Data {
    if let Some(timeout) = timeout {
        data.set("timeout_ms", timeout);
    }
    data
}

fn waited_in_vain(error: StepError, allowed: Option<Duration>) -> StepError {
    // A screen that could not be read is not a screen without the node.
    if error.code != ErrorCode::NodeNotFound {
        return error;
    }
    let how_long = match allowed {
        Some(allowed) => format!("within {} ms", whole_millis(allowed)),
        None => "in the attempts of its retry".to_owned(),
    };
    StepError {
        code: ErrorCode::WaitTimeout,
        message: format!("it did not appear {how_long}: {}", error.message),
        data: error.data,
    }
}
