//! `wait_for_node`: until a node is on the screen.

use std::time::Duration;

use clawperator_contract::actions::WaitForNodeParams;
use clawperator_contract::{Action, Clamped, ContainerScope, ErrorCode, RetryPreset};
use clawperator_device::hand::View;

use crate::attempts::{Attempts, Polls};
use crate::clock::Moment;
use crate::engine::{millis, whole_millis};
use crate::find::find;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};
use crate::verify;

/// When a wait ends in vain.
///
/// A timeout alone polls until then, attempts alone are as many as they are, and of both whichever ends first.
#[derive(Debug)]
struct Patience {
    started: Moment,
    until: Option<Moment>,
    attempts: Option<Attempts>,
    polls: Polls,
}

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &WaitForNodeParams,
) -> Result<Done, StepError> {
    let waited = wait(run, params).await;
    let Some(verified) = action.verifies() else {
        return waited.map(Done::from);
    };
    let described = verify::described(run, params, verified);
    match waited {
        Ok(mut data) => {
            data.extend(described);
            Ok(data.into())
        }
        Err(error) => Err(error.with(described)),
    }
}

async fn wait(run: &mut Run<'_>, params: &WaitForNodeParams) -> Result<Data, StepError> {
    let timeout = params.timeout_ms.as_ref().map(Clamped::effective);
    let mut patience = Patience::new(run, params, timeout);
    loop {
        let error = match look(run, params).await {
            Ok(data) => return Ok(found(data, timeout)),
            Err(Attempt::Stop(error)) => return Err(error),
            Err(Attempt::Again(error)) => error,
        };
        // Nobody waits for a screen that cannot change.
        if !run.device.capabilities().live {
            return Err(not_there(params, error));
        }
        let Some(next) = patience.next(run) else {
            return Err(waited_in_vain(params, error, patience.allowed()));
        };
        run.clock().sleep_until(next).await;
    }
}

async fn look(run: &mut Run<'_>, params: &WaitForNodeParams) -> Result<Data, Attempt> {
    let seen = match (run.look(View::default()).await, &params.verifies) {
        (Ok(seen), _) => seen,
        (Err(error), None) => return Err(error.into()),
        (Err(error), Some(verified)) => return Err(verify::not_seen(verified.as_str(), error)),
    };
    let found = find(run, &seen, &params.target, &ContainerScope::default(), None)?;
    let mut data = found.data;
    if let Some(node) = seen.tree.get(found.node) {
        data.set("resource_id", node.resource_id());
        data.set("label", node.label());
    }
    Ok(data)
}

impl Patience {
    fn new(run: &Run<'_>, params: &WaitForNodeParams, timeout: Option<f64>) -> Self {
        let started = run.clock().now();
        Self {
            started,
            // A wait is never longer than what is left of its run.
            until: timeout.map(|timeout| started.plus(millis(timeout)).min(run.deadline)),
            attempts: (params.retry.is_some() || timeout.is_none())
                .then(|| Attempts::of(params.retry.as_ref(), RetryPreset::UiReadiness)),
            polls: Polls::new(),
        }
    }

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

    /// How long it was allowed to be, where there was a time.
    fn allowed(&self) -> Option<Duration> {
        self.until.map(|until| until.since(self.started))
    }
}

fn found(mut data: Data, timeout: Option<f64>) -> Data {
    if let Some(timeout) = timeout {
        data.set("timeout_ms", timeout);
    }
    data
}

fn waited_in_vain(
    params: &WaitForNodeParams,
    error: StepError,
    allowed: Option<Duration>,
) -> StepError {
    // A screen that could not be read is not a screen without the node.
    if error.code != ErrorCode::NodeNotFound {
        return error;
    }
    let how_long = match allowed {
        Some(allowed) => format!("within {} ms", whole_millis(allowed)),
        None => "in the attempts of its retry".to_owned(),
    };
    let error = StepError {
        code: ErrorCode::WaitTimeout,
        message: format!("it did not appear {how_long}: {}", error.message),
        data: error.data,
    };
    not_there(params, error)
}

/// The same error, told of the step that the wait verifies.
fn not_there(params: &WaitForNodeParams, error: StepError) -> StepError {
    match (&params.verifies, error.code) {
        (Some(verified), ErrorCode::NodeNotFound | ErrorCode::WaitTimeout) => {
            verify::not_shown(verified.as_str(), &error.message).with(error.data)
        }
        _ => error,
    }
}
