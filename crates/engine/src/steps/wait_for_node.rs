//! `wait_for_node`: until a node is on the screen, or gone, or has another text.

use clawperator_contract::actions::{WaitForNodeParams, WaitUntil};
use clawperator_contract::{
    Action, Clamped, ContainerScope, DataKey, ErrorCode, RetryPreset, Text,
};
use clawperator_device::driver::View;

use super::presence::{self, presence, stays_gone};
use crate::attempts::{Attempts, Ended};
use crate::find::find;
use crate::millis::millis;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError, no_randomness};
use crate::verify;

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &WaitForNodeParams,
) -> Result<Done, StepError> {
    // The screen before the step that is verified does not change while it is waited for.
    let described = match action.verifies() {
        Some(verified) => verify::described(run, params, verified).await,
        None => Data::new(),
    };
    match wait(run, params, &described).await {
        Ok(mut data) => {
            data.extend(described);
            Ok(data.into())
        }
        Err(error) => Err(error.with(described)),
    }
}

async fn wait(
    run: &mut Run<'_>,
    params: &WaitForNodeParams,
    described: &Data,
) -> Result<Data, StepError> {
    let timeout = params.timeout_ms.as_ref().map(Clamped::effective);
    let mut attempts = attempts(params, timeout);
    loop {
        let error = match look(run, params).await {
            Ok(data) => return Ok(found(data, timeout)),
            Err(Attempt::Stop(error) | Attempt::Approved(error)) => return Err(error),
            Err(Attempt::Again(error) | Attempt::IfAsked(error)) => run.kept_quiet(error),
        };
        // Nobody waits for what a dark or locked phone does not show.
        if let Some(error) = run.obstacle_of_wait(&error).await {
            return Err(match &params.verifies {
                Some(verified) => verify::unknown(verified.as_str(), error),
                None => error,
            });
        }
        // Nobody waits for a screen that cannot change.
        if !run.device.capabilities().live {
            return Err(not_there(params, error));
        }
        let looked = attempts.looked(run.clock().now(), run.step_started);
        let in_vain =
            |how_often: String| waited_in_vain(params, error, &how_often).with(looked.data());
        match attempts.next(run.times(), &*run.parts.sources) {
            Ok(next) => {
                let missed = in_vain(format!("after {looked}"));
                run.missed(missed.with(described.clone()));
                run.until_changed(next, &mut attempts).await;
            }
            Err(Ended::Time) => return Err(in_vain(format!("after {looked}"))),
            Err(Ended::Attempts) => {
                return Err(in_vain(format!("after {looked}, the limit of its retry")));
            }
            Err(Ended::Run) => {
                return Err(in_vain(format!("after {looked}")).cut_off(run.execution));
            }
            Err(Ended::NoRandomness(why)) => return Err(no_randomness(&why)),
        }
    }
}

/// When a wait ends in vain: a timeout alone polls until then, attempts alone are as many as they are, and of both
/// whichever ends first.
fn attempts(params: &WaitForNodeParams, timeout: Option<f64>) -> Attempts {
    let retry = params.retry.as_ref();
    match (timeout.map(millis), retry) {
        (None, _) => Attempts::of(retry, RetryPreset::UiReadiness),
        (Some(timeout), None) => Attempts::until(timeout),
        (Some(timeout), Some(_)) => {
            Attempts::of(retry, RetryPreset::UiReadiness).for_at_most(timeout)
        }
    }
}

async fn look(run: &mut Run<'_>, params: &WaitForNodeParams) -> Result<Data, Attempt> {
    match params.until {
        None => present(run, params).await,
        Some(WaitUntil::Present) => Ok(said(present(run, params).await?, WaitUntil::Present)),
        Some(WaitUntil::Changed) => Ok(said(changed(run, params).await?, WaitUntil::Changed)),
        Some(WaitUntil::Gone) => {
            let gone = gone(run, params).await.map_err(|attempt| {
                let is_unknown = matches!(
                    attempt.error().code,
                    ErrorCode::UiTreeUnavailable | ErrorCode::DeviceNotInteractive
                );
                match params.verifies.as_ref().filter(|_| is_unknown) {
                    Some(verified) => {
                        attempt.map(|error| verify::unknown(verified.as_str(), error))
                    }
                    None => attempt,
                }
            });
            Ok(said(gone?, WaitUntil::Gone))
        }
    }
}

fn said(data: Data, until: WaitUntil) -> Data {
    data.with(DataKey::Until, until.name())
}

/// What the data of a wait says where the node is not on the screen any more.
async fn gone(run: &mut Run<'_>, params: &WaitForNodeParams) -> Result<Data, Attempt> {
    let scope = ContainerScope::default();
    let seen = presence::look(run, false).await?;
    let mut found = presence(run, &seen, &params.target, &scope).await?;
    if found.count == 0 {
        found = stays_gone(run, &seen, &params.target, &scope).await?;
    }
    if found.count == 0 {
        return Ok(found.data.with(DataKey::MatchCount, 0));
    }
    Err(Attempt::Again(
        StepError::new(
            ErrorCode::WaitTimeout,
            format!("{} is on the screen", found.words),
        )
        .with(found.data),
    ))
}

/// What it says where the node has another text than the step read that `since` names.
async fn changed(run: &mut Run<'_>, params: &WaitForNodeParams) -> Result<Data, Attempt> {
    let found = node(run, params).await?;
    let since = params.since.as_ref().map(Text::as_str);
    let kept = since.and_then(|since| Some((since, run.texts.get(since)?)));
    let Some((since, before)) = kept else {
        return Err(Attempt::Stop(StepError::new(
            ErrorCode::InternalError,
            "no step has read the text that is to change",
        )));
    };
    if before.is(&found.words) {
        let error = StepError::new(
            ErrorCode::WaitTimeout,
            format!("the text is still the one that step '{since}' read"),
        );
        return Err(Attempt::Again(error));
    }
    Ok(found.data.with(DataKey::Text, &found.words))
}

async fn present(run: &mut Run<'_>, params: &WaitForNodeParams) -> Result<Data, Attempt> {
    node(run, params).await.map(|found| found.data)
}

/// A node that was found, with what it says.
struct Shown {
    data: Data,
    words: String,
}

async fn node(run: &mut Run<'_>, params: &WaitForNodeParams) -> Result<Shown, Attempt> {
    run.forget_looks();
    let seen = match (run.glance(View::default()).await, &params.verifies) {
        (Ok(seen), _) => seen,
        (Err(error), None) => return Err(Attempt::of_wait(error)),
        (Err(error), Some(verified)) => return Err(verify::not_seen(verified.as_str(), error)),
    };
    let found = find(run, &seen, &params.target, &ContainerScope::default(), None).await;
    let found = found.map_err(|attempt| match &params.verifies {
        // What is not in half a tree may be on the screen all the same.
        Some(verified)
            if !seen.tree.losses().is_empty()
                && attempt.error().code == ErrorCode::NodeNotFound =>
        {
            attempt.map(|error| verify::not_seen_in_part(verified.as_str(), error))
        }
        _ => attempt,
    })?;
    let mut data = found.data;
    let mut words = String::new();
    if let Some(node) = seen.tree.get(found.node) {
        data.set(DataKey::ResourceId, node.resource_id());
        data.set(DataKey::Label, node.label());
        words = node.words().into_owned();
    }
    Ok(Shown { data, words })
}

fn found(mut data: Data, timeout: Option<f64>) -> Data {
    if let Some(timeout) = timeout {
        data.set(DataKey::TimeoutMs, timeout);
    }
    data
}

fn waited_in_vain(params: &WaitForNodeParams, error: StepError, how_long: &str) -> StepError {
    let missed = match error.code {
        ErrorCode::NodeNotFound => "not found",
        ErrorCode::WaitTimeout if params.until == Some(WaitUntil::Gone) => "not gone",
        ErrorCode::WaitTimeout => "not changed",
        // A screen that could not be read is not a screen without the node.
        _ => return error,
    };
    let error = StepError {
        code: ErrorCode::WaitTimeout,
        message: format!("{missed} {how_long}: {}", error.message),
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
